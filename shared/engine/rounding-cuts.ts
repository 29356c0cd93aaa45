/** A sum of whole numbers of sites, and of units that lack, that every choice reaches. All numbers are integers. */
export interface IntegerRow {
  readonly coefficients: Float64Array;
  readonly need: number;
}

/** Coefficients of a cut are kept below this, so that sums of products with them stay exact. */
const MOST = 2 ** 30;
/** A cut by which the present point is missed by less is not worth its row. */
const LEAST_MISS = 1e-3;
/** Sites that the point takes at least so much of are counted as taken: see roundedRow. */
const TAKEN_FROM = [0.5, 0.99, 2];

/** A cut and by how far a point misses it. */
export interface Cut extends IntegerRow {
  readonly miss: number;
}

/**
 * For each row the rounding of it that a fractional point misses by most, if any (mixed-integer rounding of one row:
 * Marchand and Wolsey, 2001). The first `sites` columns are at most 1. Adds to `effort.work` what it looks at.
 */
export function roundingCuts(
  rows: readonly IntegerRow[],
  point: Float64Array,
  sites: number,
  effort: { work: number },
): Cut[] {
  const cuts: Cut[] = [];
  const isTaken = new Uint8Array(point.length);
  for (const row of rows) {
    let best: Cut | null = null;
    for (const divisor of divisorsFor(row, point)) {
      for (const from of TAKEN_FROM) {
        for (let site = 0; site < sites; site++) isTaken[site] = point[site]! >= from ? 1 : 0;
        const rounded = roundedRow(row, divisor, isTaken);
        effort.work += 2 * point.length;
        if (rounded === null) continue;
        const miss = missOf(rounded, point);
        if (miss > (best?.miss ?? LEAST_MISS)) best = { ...rounded, miss };
      }
    }
    if (best !== null) cuts.push(best);
  }
  return cuts.sort((left, right) => right.miss - left.miss);
}

/** The different coefficients of columns that the point takes some of. */
function divisorsFor({ coefficients }: IntegerRow, point: Float64Array): Set<number> {
  const divisors = new Set<number>();
  for (let column = 0; column < point.length; column++) {
    if (coefficients[column]! > 1 && point[column]! > 0) divisors.add(coefficients[column]!);
  }
  return divisors;
}

/**
 * The row divided by a number and rounded up, times what its need exceeds a multiple of that by. Columns that are
 * taken count by what is left of them, `1 - x`: that makes the rounding keen at points that take them whole. They must be
 * at most 1. Null where nothing is rounded, or where the numbers grow too large to be exact.
 */
function roundedRow(
  { coefficients, need }: IntegerRow,
  divisor: number,
  isTaken: Uint8Array,
): IntegerRow | null {
  let open = need;
  for (let column = 0; column < coefficients.length; column++)
    if (isTaken[column] === 1) open -= coefficients[column]!;
  const times = Math.floor(open / divisor);
  const rest = open - times * divisor;
  if (rest === 0) return null;
  const rounded = new Float64Array(coefficients.length);
  let sum = (times + 1) * rest;
  for (let column = 0; column < coefficients.length; column++) {
    const each = coefficients[column]!;
    if (each === 0) continue;
    const signed = isTaken[column] === 1 ? -each : each;
    const whole = Math.floor(signed / divisor);
    const value = whole * rest + Math.min(signed - whole * divisor, rest);
    if (value > MOST || value < -MOST) return null;
    if (isTaken[column] === 1) {
      rounded[column] = -value;
      sum -= value;
    } else rounded[column] = value;
  }
  return { coefficients: rounded, need: sum };
}

/** The distance of a point from where the row is met. */
function missOf({ coefficients, need }: IntegerRow, point: Float64Array): number {
  let short = need;
  let squares = 0;
  for (let column = 0; column < point.length; column++) {
    const each = coefficients[column]!;
    short -= each * point[column]!;
    squares += each * each;
  }
  return squares === 0 ? 0 : short / Math.sqrt(squares);
}
