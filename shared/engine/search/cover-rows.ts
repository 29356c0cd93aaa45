import { mostUnits } from './distribute.ts';
import type { Supply } from './supply.ts';

/** A need that a set must cover: the sum of `cover` over its members reaches `need`. */
export interface CoverRow {
  readonly need: number;
  /** What each candidate adds, at most `need`, by rank position. */
  readonly cover: readonly number[];
}

/**
 * What a set must cover to ship as many units as all warehouses together. More members never ship less of a SKU,
 * so the most units of the order are the most units of each SKU: a sum to reach or, if the SKU must come
 * from one warehouse, one member that has that many.
 */
export function coverRows(supplies: readonly Supply[]): CoverRow[] {
  const rows: CoverRow[] = [];
  for (const supply of supplies) {
    const most = mostUnits(supply);
    if (most === 0) continue;
    // No warehouse has more than `most`: units are at most the quantity, and at most what all have together.
    rows.push(
      supply.doNotSplit
        ? { need: 1, cover: supply.units.map((units) => (units >= most ? 1 : 0)) }
        : { need: most, cover: supply.units },
    );
  }
  return rows;
}

/** Whether members cover a row. */
export function isCovered({ need, cover }: CoverRow, members: readonly number[]): boolean {
  let open = need;
  for (let place = 0; place < members.length; place++) open -= cover[members[place]!]!;
  return open <= 0;
}
