import type { SiteModel } from './site-model.ts';

/**
 * Sites chosen one after another, always the one that adds the most, each row counted as one, and weighed by how much
 * of it the relaxation takes; until all rows are covered or `most` are chosen. Ascending.
 */
export function sitesBy(
  { rows, positions }: SiteModel,
  shareOf: (site: number) => number,
  most: number,
  effort: { work: number },
): number[] {
  const open = Float64Array.from(rows, ({ need }) => need);
  const isTaken = new Uint8Array(positions.length);
  const sites: number[] = [];
  while (sites.length < most) {
    let next = -1;
    let largest = 0;
    for (let site = 0; site < positions.length; site++) {
      if (isTaken[site] === 1) continue;
      let gain = 0;
      for (let row = 0; row < rows.length; row++) {
        const left = open[row]!;
        if (left <= 0) continue;
        const { coefficients, need } = rows[row]!;
        gain += Math.min(left, coefficients[site]!) / need;
      }
      const weighed = gain * (0.1 + shareOf(site));
      if (weighed > largest) {
        largest = weighed;
        next = site;
      }
    }
    effort.work += positions.length * rows.length;
    if (next < 0) break;
    isTaken[next] = 1;
    sites.push(next);
    for (let row = 0; row < rows.length; row++) open[row]! -= rows[row]!.coefficients[next]!;
  }
  return sites.sort((left, right) => left - right);
}

/** A cover less its superfluous sites, those ranked last first; then with sites exchanged for better ranked ones. */
export function improvedCover(
  model: SiteModel,
  cover: readonly number[],
  effort: { work: number },
): number[] {
  const { rows } = model;
  const spare = Float64Array.from(rows, ({ coefficients, need }) => {
    let sum = -need;
    for (const site of cover) sum += coefficients[site]!;
    return sum;
  });
  let sites = [...cover].sort((left, right) => right - left);
  sites = sites.filter((site) => !exchange(model, spare, site, -1, effort));
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let place = 0; place < sites.length; place++) {
      for (let other = 0; other < sites[place]!; other++) {
        if (sites.includes(other) || !exchange(model, spare, sites[place]!, other, effort)) continue;
        sites[place] = other;
        isBetter = true;
        break;
      }
    }
    sites.sort((left, right) => right - left);
  }
  return sites.reverse();
}

/** Gives a site up for another, or for none (-1), if the rows stay covered. */
function exchange(
  { rows }: SiteModel,
  spare: Float64Array,
  site: number,
  other: number,
  effort: { work: number },
): boolean {
  for (let row = 0; row < rows.length; row++) {
    effort.work++;
    const { coefficients } = rows[row]!;
    const gained = other < 0 ? 0 : coefficients[other]!;
    if (spare[row]! - coefficients[site]! + gained < 0) return false;
  }
  for (let row = 0; row < rows.length; row++) {
    const { coefficients } = rows[row]!;
    spare[row]! += (other < 0 ? 0 : coefficients[other]!) - coefficients[site]!;
  }
  return true;
}
