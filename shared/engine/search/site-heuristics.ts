import type { SiteModel } from './site-model.ts';

/**
 * Sites chosen one after another until all rows are covered or `most` are chosen: the next is the one that adds the most.
 * Each row counts as one, and a site is weighted by how much of it the relaxation takes. Ascending.
 */
export function sitesBy(
  { rows, positions, shares: { first, row, units } }: SiteModel,
  shareOf: (site: number) => number,
  most: number,
  effort: { work: number },
): number[] {
  const open = Float64Array.from(rows, ({ need }) => need);
  const needs = open.slice();
  const weights = Float64Array.from(positions, (_, site) => 0.1 + shareOf(site));
  const isTaken = new Uint8Array(positions.length);
  const sites: number[] = [];
  while (sites.length < most) {
    let next = -1;
    let largest = 0;
    for (let site = 0; site < positions.length; site++) {
      if (isTaken[site] === 1) continue;
      let gain = 0;
      for (let at = first[site]!; at < first[site + 1]!; at++) {
        const left = open[row[at]!]!;
        if (left > 0) gain += Math.min(left, units[at]!) / needs[row[at]!]!;
      }
      const weighed = gain * weights[site]!;
      if (weighed > largest) {
        largest = weighed;
        next = site;
      }
    }
    effort.work += row.length;
    if (next < 0) break;
    isTaken[next] = 1;
    sites.push(next);
    for (let at = first[next]!; at < first[next + 1]!; at++) open[row[at]!]! -= units[at]!;
  }
  return sites.sort((left, right) => left - right);
}

/** A cover without its superfluous sites (those ranked last go first), with sites exchanged for better ranked ones. */
export function improvedCover(
  model: SiteModel,
  cover: readonly number[],
  effort: { work: number },
): number[] {
  const spare = Float64Array.from(model.rows, ({ need }) => -need);
  for (const site of cover) add(model, spare, site, 1);
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
  model: SiteModel,
  spare: Float64Array,
  site: number,
  other: number,
  effort: { work: number },
): boolean {
  const { rows, shares } = model;
  const { first, row, units } = shares;
  for (let at = first[site]!; at < first[site + 1]!; at++) {
    effort.work++;
    const each = row[at]!;
    const gained = other < 0 ? 0 : rows[each]!.coefficients[other]!;
    if (spare[each]! - units[at]! + gained < 0) return false;
  }
  add(model, spare, site, -1);
  if (other >= 0) add(model, spare, other, 1);
  return true;
}

/** Adds a site's share to each row, so many times. */
function add(
  { shares: { first, row, units } }: SiteModel,
  rows: Float64Array,
  site: number,
  times: number,
): void {
  for (let at = first[site]!; at < first[site + 1]!; at++) rows[row[at]!]! += times * units[at]!;
}
