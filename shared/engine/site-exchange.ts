import type { SiteModel } from './site-model.ts';

/** Steps without a cover before it gives up. */
const MOST_STEPS = 1_500;

/**
 * Seeks a cover of one site fewer by exchanging sites: from a cover less one site, always a site leaves and one joins
 * that adds to a row still open. Rows that stay open count more with each step, which leads out of dead ends
 * (row-weighting local search, as for set covering by Gao, Weise and Li, 2015). Null where none was found.
 */
export function smallerCover(
  { rows, positions }: SiteModel,
  cover: readonly number[],
  effort: { work: number },
): number[] | null {
  const sites = positions.length;
  const isIn = new Uint8Array(sites);
  const open = Float64Array.from(rows, ({ need }) => need);
  const weights = new Float64Array(rows.length).fill(1);
  const changedAt = new Int32Array(sites).fill(-2);
  const move = (site: number, direction: 1 | -1): void => {
    isIn[site] = direction === 1 ? 1 : 0;
    for (let row = 0; row < rows.length; row++) open[row]! -= direction * rows[row]!.coefficients[site]!;
  };
  /** What joining closes of the rows, or leaving opens, each row counted as its weight. */
  const worth = (site: number): number => {
    let sum = 0;
    for (let row = 0; row < rows.length; row++) {
      const { coefficients, need } = rows[row]!;
      const each = coefficients[site]!;
      if (each === 0) continue;
      const before = open[row]!;
      const after = isIn[site] === 1 ? before + each : before - each;
      sum += (weights[row]! * Math.abs(Math.max(0, before) - Math.max(0, after))) / need;
    }
    effort.work += rows.length;
    return sum;
  };
  const leave = (step: number): void => {
    let least = Number.POSITIVE_INFINITY;
    let leaving = -1;
    for (let site = 0; site < sites; site++) {
      if (isIn[site] === 0 || changedAt[site] === step - 1) continue;
      const loss = worth(site);
      if (loss < least || (loss === least && changedAt[site]! < changedAt[leaving]!)) {
        least = loss;
        leaving = site;
      }
    }
    if (leaving < 0) return;
    move(leaving, -1);
    changedAt[leaving] = step;
  };

  for (const site of cover) move(site, 1);
  leave(0);
  for (let step = 1; step <= MOST_STEPS; step++) {
    if (open.every((each) => each <= 0)) return [...isIn.keys()].filter((site) => isIn[site] === 1);
    leave(step);
    let row = -1;
    for (let next = 0; next < rows.length; next++) {
      if (open[next]! > 0 && (row < 0 || weights[next]! < weights[row]!)) row = next;
    }
    let most = -1;
    let joining = -1;
    for (let site = 0; site < sites; site++) {
      if (isIn[site] === 1 || changedAt[site] === step || rows[row]!.coefficients[site] === 0) continue;
      const gain = worth(site);
      if (gain > most || (gain === most && changedAt[site]! < changedAt[joining]!)) {
        most = gain;
        joining = site;
      }
    }
    if (joining < 0) return null;
    move(joining, 1);
    changedAt[joining] = step;
    for (let next = 0; next < rows.length; next++) if (open[next]! > 0) weights[next]! += 1;
  }
  return null;
}
