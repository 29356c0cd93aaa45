import type { CoverRow } from './cover-rows.ts';

/**
 * The best cover of few candidates: all sets, listed once best first (docs/explanation/decisions.md, The best route),
 * are tried until one covers. A set is a mask of rank positions. Most orders of most clients are decided here, which is
 * why there are masks, plain loops and no objects (`npm run bench -- --suite engine`).
 */

/** Up to so many candidates it is fastest to list all sets: 1,023 of them. */
export const FEW_CANDIDATES = 10;

const listed: Uint16Array[] = [];

/** All sets of that many candidates: by size, then by sum of rank positions, then lexicographically. */
function setsOf(candidates: number): Uint16Array {
  const known = listed[candidates];
  if (known !== undefined) return known;
  const sets = Uint16Array.from({ length: 2 ** candidates - 1 }, (_, place) => place + 1);
  sets.sort(
    (left, right) =>
      sizeOf(left) - sizeOf(right) || rankSumOf(left) - rankSumOf(right) || lexicographically(left, right),
  );
  listed[candidates] = sets;
  return sets;
}

/** The best set that covers all rows, positions ascending. All candidates together must cover every row. */
export function listedCover(rows: readonly CoverRow[], candidates: number): number[] {
  let forced = 0;
  for (let row = 0; row < rows.length; row++) {
    enough[row] = coverersOf(rows[row]!);
    forced |= requiredSites(rows[row]!);
  }
  const sets = setsOf(candidates);
  let place = 0;
  while ((sets[place]! & forced) !== forced || !coversAll(sets[place]!, rows)) place++;
  return positionsOf(sets[place]!);
}

/** By row, the set of the candidates that cover it alone. Used again by each call. */
const enough: number[] = [];

function coverersOf({ need, cover }: CoverRow): number {
  let set = 0;
  for (let position = 0; position < cover.length; position++) {
    if (cover[position]! >= need) set |= 1 << position;
  }
  return set;
}

/** The required sites: without one of them the others do not cover a row. */
function requiredSites({ need, cover }: CoverRow): number {
  let spare = -need;
  for (let position = 0; position < cover.length; position++) spare += cover[position]!;
  let set = 0;
  for (let position = 0; position < cover.length; position++) {
    if (cover[position]! > spare) set |= 1 << position;
  }
  return set;
}

function coversAll(set: number, rows: readonly CoverRow[]): boolean {
  for (let row = 0; row < rows.length; row++) {
    if ((set & enough[row]!) === 0 && !coversTogether(set, rows[row]!)) return false;
  }
  return true;
}

function coversTogether(set: number, { need, cover }: CoverRow): boolean {
  let open = need;
  for (let left = set; left !== 0; left &= left - 1) open -= cover[lowestOf(left)]!;
  return open <= 0;
}

/** The first position of a set that is not empty. */
function lowestOf(set: number): number {
  return 31 - Math.clz32(set & -set);
}

function positionsOf(set: number): number[] {
  const positions: number[] = [];
  for (let left = set; left !== 0; left &= left - 1) positions.push(lowestOf(left));
  return positions;
}

function sizeOf(set: number): number {
  return positionsOf(set).length;
}

function rankSumOf(set: number): number {
  let sum = 0;
  for (let left = set; left !== 0; left &= left - 1) sum += lowestOf(left);
  return sum;
}

/** Of two sets of one size, the set that has the first position in which they differ comes first. */
function lexicographically(left: number, right: number): number {
  const differing = left ^ right;
  return left & differing & -differing ? -1 : 1;
}
