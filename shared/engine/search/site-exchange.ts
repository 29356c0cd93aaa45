import type { SiteModel } from './site-model.ts';

/** Steps without a cover before it gives up. */
const MAX_STEPS = 1_000;

/**
 * Looks for a cover with one site fewer. It starts from the cover without one site. In each step a site leaves, and one
 * joins that adds to a row that is still open. Rows that stay open count more with each step, so that the search does not
 * get stuck (row-weighting local search, as for set covering by Gao, Weise and Li, 2015). Null if none was found.
 */
export function smallerCover(
  { rows, positions, shares: { first, row: rowAt, units } }: SiteModel,
  cover: readonly number[],
  effort: { work: number },
): number[] | null {
  if (cover.length < 2) return null;
  const sites = positions.length;
  const isIn = new Uint8Array(sites);
  const needs = Float64Array.from(rows, ({ need }) => need);
  const open = needs.slice();
  const weights = new Float64Array(rows.length).fill(1);
  const changedAt = new Int32Array(sites).fill(-2);
  /** What a unit of each row counts. */
  const worths = Float64Array.from(needs, (need) => 1 / need);
  const move = (site: number, direction: 1 | -1): void => {
    isIn[site] = direction === 1 ? 1 : 0;
    for (let at = first[site]!; at < first[site + 1]!; at++) open[rowAt[at]!]! -= direction * units[at]!;
  };
  /** What the site closes of the rows if it joins, or opens if it leaves. */
  const weightOf = (site: number): number => {
    const isLeaving = isIn[site] === 1;
    let sum = 0;
    for (let at = first[site]!; at < first[site + 1]!; at++) {
      const row = rowAt[at]!;
      const without = isLeaving ? open[row]! + units[at]! : open[row]!;
      if (without > 0) sum += worths[row]! * Math.min(without, units[at]!);
    }
    effort.work += first[site + 1]! - first[site]!;
    return sum;
  };
  /** Removes the site whose loss is least. Returns false if none may leave: a site that joined in the last step stays. */
  const leave = (step: number): boolean => {
    let least = Number.POSITIVE_INFINITY;
    let leaving = -1;
    for (let site = 0; site < sites; site++) {
      if (isIn[site] === 0 || changedAt[site] === step - 1) continue;
      const loss = weightOf(site);
      if (loss < least || (loss === least && changedAt[site]! < changedAt[leaving]!)) {
        least = loss;
        leaving = site;
      }
    }
    if (leaving < 0) return false;
    move(leaving, -1);
    changedAt[leaving] = step;
    return true;
  };

  for (const site of cover) move(site, 1);
  leave(0);
  for (let step = 1; step <= MAX_STEPS; step++) {
    if (open.every((each) => each <= 0)) return [...isIn.keys()].filter((site) => isIn[site] === 1);
    if (!leave(step)) continue;
    let row = -1;
    for (let next = 0; next < rows.length; next++) {
      if (open[next]! > 0 && (row < 0 || weights[next]! < weights[row]!)) row = next;
    }
    let most = -1;
    let joining = -1;
    for (let site = 0; site < sites; site++) {
      if (isIn[site] === 1 || changedAt[site] === step || rows[row]!.coefficients[site] === 0) continue;
      const gain = weightOf(site);
      if (gain > most || (gain === most && changedAt[site]! < changedAt[joining]!)) {
        most = gain;
        joining = site;
      }
    }
    if (joining < 0) return null;
    move(joining, 1);
    changedAt[joining] = step;
    for (let next = 0; next < rows.length; next++) {
      if (open[next]! <= 0) continue;
      weights[next]! += 1;
      worths[next] = weights[next]! / needs[next]!;
    }
  }
  return null;
}
