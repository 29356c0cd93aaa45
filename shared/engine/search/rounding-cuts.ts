/** A sum of sites and of missing units that every choice reaches. All numbers are integers. */
export interface IntegerRow {
  readonly coefficients: Float64Array;
  readonly need: number;
}

/** The largest coefficient of a cut, so that sums of products with it are exact. */
const MAX_COEFFICIENT = 2 ** 30;
/** If the present point misses a cut by less, the cut is not worth its row. */
const MIN_MISS = 1e-3;
/** From this share on, a site counts as taken: see roundedRow. Each is tried. */
const TAKEN_FROM = [0.5, 0.99, 2];

/** A cut and by how far a point misses it. */
export interface Cut extends IntegerRow {
  readonly miss: number;
}

/**
 * For each row, its rounding that a fractional point misses most, if any (mixed-integer rounding of one row: Marchand and
 * Wolsey, 2001). The first `sites` columns are at most 1. Adds the numbers that it looks at to `effort.work`.
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
        if (miss > (best?.miss ?? MIN_MISS)) best = { ...rounded, miss };
      }
    }
    if (best !== null) cuts.push(best);
  }
  return cuts.sort((left, right) => right.miss - left.miss);
}

/** The different coefficients of columns that are above zero at the point. */
function divisorsFor({ coefficients }: IntegerRow, point: Float64Array): Set<number> {
  const divisors = new Set<number>();
  for (let column = 0; column < point.length; column++) {
    if (coefficients[column]! > 1 && point[column]! > 0) divisors.add(coefficients[column]!);
  }
  return divisors;
}

/**
 * The row divided by a number and rounded up, times the rest that its need has when it is divided by the number. A column
 * `x` that is taken is replaced by `1 - x`, which makes the cut sharper at points that take it whole; it must be at most 1.
 * Null if nothing is rounded, or if the numbers are too large to be exact.
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
    if (value > MAX_COEFFICIENT || value < -MAX_COEFFICIENT) return null;
    if (isTaken[column] === 1) {
      rounded[column] = -value;
      sum -= value;
    } else rounded[column] = value;
  }
  return { coefficients: rounded, need: sum };
}

/** The distance of a point from the points that meet the row. */
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
