import type { CoverRow } from './cover-rows.ts';
import { fewestCover } from './fewest-cover.ts';
import type { OrderEffort } from './order-effort.ts';
import { searchBudget } from './search-budget.ts';
import { siteModel } from './site-model.ts';
import { searchSites } from './site-search.ts';

/**
 * The best set that covers all rows (see fewestCover). A quick search looks for it; if that does not finish, a thorough
 * search continues from its result.
 */
export function bestCover(rows: readonly CoverRow[], candidates: number, effort: OrderEffort): number[] {
  const budget = searchBudget(effort.quickNodes);
  const found = fewestCover(rows, candidates, budget);
  effort.atLeast = found.length;
  if (!budget.exhausted) return found;
  const model = siteModel(rows, candidates, { mayLack: false, isMonotone: true }, effort);
  const goal = {
    most: candidates,
    weigh: (members: readonly number[]) => (covers(rows, members) ? { members, lacks: 0 } : null),
    isHopeless: null,
  };
  const { best, isProven, atLeast } = searchSites(model, goal, { members: found, lacks: 0 }, effort);
  effort.atLeast = atLeast;
  if (!isProven) effort.exhausted = true;
  return [...best.members];
}

function covers(rows: readonly CoverRow[], members: readonly number[]): boolean {
  return rows.every(({ need, cover }) => {
    let sum = 0;
    for (const position of members) sum += cover[position]!;
    return sum >= need;
  });
}
