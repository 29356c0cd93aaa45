import type { CoverRow } from './cover-rows.ts';
import type { IntegerRow } from './rounding-cuts.ts';

/**
 * The choice of sites as columns and rows of integers. The first columns are the sites that may be in the best set, by
 * rank, each taken or not. If units may lack, the next columns are, for each row, its units that lack.
 */
export interface SiteModel {
  /** Rank position by site. */
  readonly positions: readonly number[];
  /** By rank position the site, -1 if the best set cannot have it. */
  readonly siteAt: Int32Array;
  readonly mayLack: boolean;
  readonly columns: number;
  readonly rows: readonly IntegerRow[];
  readonly shares: SiteShares;
  /** By site, the sites that rank behind it and add no more to any row. No best set has one of them without it. */
  readonly dominated: readonly (readonly number[])[];
}

/** What sites add to rows, without zeros. Those of a site are from `first[site]` up to `first[site + 1]`. */
export interface SiteShares {
  readonly first: Int32Array;
  readonly row: Int32Array;
  readonly units: Float64Array;
}

/**
 * Makes the model. If only units and ranks count (`isMonotone`), it leaves out sites that add nothing to those that
 * outclass them.
 */
export function siteModel(
  rows: readonly CoverRow[],
  candidates: number,
  { mayLack, isMonotone }: { readonly mayLack: boolean; readonly isMonotone: boolean },
  effort: { work: number },
): SiteModel {
  const giving: number[] = [];
  for (let position = 0; position < candidates; position++) {
    if (rows.some(({ cover }) => cover[position]! > 0)) giving.push(position);
  }
  const positions = isMonotone
    ? giving.filter((position) => !isIdle(rows, giving, position, effort))
    : giving;
  const siteAt = new Int32Array(candidates).fill(-1);
  for (const [site, position] of positions.entries()) siteAt[position] = site;
  const columns = positions.length + (mayLack ? rows.length : 0);
  return {
    positions,
    siteAt,
    mayLack,
    columns,
    rows: rows.map(({ need, cover }, row) => {
      const coefficients = new Float64Array(columns);
      for (const [site, position] of positions.entries()) coefficients[site] = cover[position]!;
      if (mayLack) coefficients[positions.length + row] = 1;
      return { coefficients, need };
    }),
    shares: sharesOf(rows, positions),
    dominated: isMonotone
      ? positions.map((better, site) => {
          const behind: number[] = [];
          for (let worse = site + 1; worse < positions.length; worse++) {
            if (isOutclassed(rows, positions[worse]!, better, effort)) behind.push(worse);
          }
          return behind;
        })
      : positions.map(() => []),
  };
}

function sharesOf(rows: readonly CoverRow[], positions: readonly number[]): SiteShares {
  const first = new Int32Array(positions.length + 1);
  const row: number[] = [];
  const units: number[] = [];
  for (const [site, position] of positions.entries()) {
    for (let each = 0; each < rows.length; each++) {
      const share = rows[each]!.cover[position]!;
      if (share === 0) continue;
      row.push(each);
      units.push(share);
    }
    first[site + 1] = row.length;
  }
  return { first, row: Int32Array.from(row), units: Float64Array.from(units) };
}

function isOutclassed(
  rows: readonly CoverRow[],
  worse: number,
  better: number,
  effort: { work: number },
): boolean {
  for (let row = 0; row < rows.length; row++) {
    effort.work++;
    const { cover } = rows[row]!;
    if (cover[worse]! > cover[better]!) return false;
  }
  return true;
}

/** Whether those that outclass a candidate cover by themselves all that it adds to. */
function isIdle(
  rows: readonly CoverRow[],
  giving: readonly number[],
  position: number,
  effort: { work: number },
): boolean {
  const open = rows.map(({ need, cover }) => (cover[position]! > 0 ? need : 0));
  for (const better of giving) {
    if (better >= position) return false;
    if (!isOutclassed(rows, position, better, effort)) continue;
    let isOpen = false;
    for (let row = 0; row < rows.length; row++) {
      open[row]! -= rows[row]!.cover[better]!;
      if (open[row]! > 0) isOpen = true;
    }
    if (!isOpen) return true;
  }
  return false;
}
