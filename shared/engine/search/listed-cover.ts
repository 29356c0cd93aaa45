import { compareSets } from '../rules/set-order.ts';
import { type CoverRow, isCovered } from './cover-rows.ts';

/**
 * The best cover of few candidates: all sets, listed once best first (docs/explanation/decisions.md, The best route),
 * are tried until one covers. Most orders of most clients are decided here, which is why there are masks and plain loops
 * (`npm run bench -- --suite engine`).
 */

/** Up to so many candidates it is fastest to list all sets: 1,023 of them. */
export const FEW_CANDIDATES = 10;

/** A set of rank positions, ascending, and as a mask. */
interface ListedSet {
  readonly mask: number;
  readonly members: readonly number[];
}

const listed: (readonly ListedSet[])[] = [];

/** All sets of so many candidates, best first (compareSets). */
export function setsOf(candidates: number): readonly ListedSet[] {
  listed[candidates] ??= Array.from({ length: 2 ** candidates - 1 }, (_, place) => ({
    mask: place + 1,
    members: [...Array(candidates).keys()].filter((position) => ((place + 1) >> position) & 1),
  })).sort((left, right) => compareSets(left.members, right.members));
  return listed[candidates];
}

/** The best set that covers all rows, positions ascending. All candidates together must cover every row. */
export function listedCover(rows: readonly CoverRow[], candidates: number): readonly number[] {
  let forced = 0;
  for (let row = 0; row < rows.length; row++) {
    enough[row] = coverersOf(rows[row]!);
    forced |= requiredSites(rows[row]!);
  }
  const sets = setsOf(candidates);
  let place = 0;
  while ((sets[place]!.mask & forced) !== forced || !coversAll(sets[place]!, rows)) place++;
  return sets[place]!.members;
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

function coversAll({ mask, members }: ListedSet, rows: readonly CoverRow[]): boolean {
  for (let row = 0; row < rows.length; row++) {
    if ((mask & enough[row]!) === 0 && !isCovered(rows[row]!, members)) return false;
  }
  return true;
}
