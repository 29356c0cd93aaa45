import { type CoverRow, isCovered } from './cover-rows.ts';
import { fewestCover } from './fewest-cover.ts';
import type { OrderEffort } from './order-effort.ts';
import { siteModel } from './site-model.ts';
import { searchSites } from './site-search.ts';

/**
 * The best set that covers all rows (see fewestCover). A quick search looks for it; if that does not finish, a thorough
 * search does.
 */
export function bestCover(
  rows: readonly CoverRow[],
  candidates: number,
  effort: OrderEffort,
): readonly number[] {
  const found = fewestCover(rows, candidates, effort.quickNodes);
  if (found !== null) {
    effort.lowerBound = found.length;
    return found;
  }
  const model = siteModel(rows, candidates, { mayLack: false, isMonotone: true }, effort);
  const goal = {
    most: candidates,
    evaluate: (members: readonly number[]) =>
      rows.every((row) => isCovered(row, members)) ? { members, lacks: 0 } : null,
    canPrune: null,
  };
  return searchSites(model, goal, effort).members;
}
