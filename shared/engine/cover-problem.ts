import type { CoverRow } from './cover-rows.ts';

/** A covering problem with what its search looks up again and again. */
export interface CoverProblem {
  readonly rows: readonly CoverRow[];
  /** For each row the positions that add to it, the largest first. */
  readonly providers: readonly (readonly number[])[];
  readonly candidates: number;
}

/** A node of the search: some positions chosen, some still free, the others ruled out. */
export interface CoverState {
  /** What each row still needs; 0 where it is covered. */
  readonly needs: readonly number[];
  readonly chosen: readonly number[];
  /** By position: 1 where it may still be chosen. */
  readonly free: Uint8Array;
}

/** Prepares the search for a cover of the rows. */
export function coverProblem(rows: readonly CoverRow[], candidates: number): CoverProblem {
  const providers = rows.map(({ cover }) =>
    [...cover.keys()]
      .filter((position) => cover[position]! > 0)
      .sort((left, right) => cover[right]! - cover[left]!),
  );
  return { rows, providers, candidates };
}

/** Nothing chosen yet; free are those that add to any row. */
export function rootOf({ rows, candidates }: CoverProblem): CoverState {
  const free = new Uint8Array(candidates);
  for (const { cover } of rows) {
    for (let position = 0; position < candidates; position++) if (cover[position]! > 0) free[position] = 1;
  }
  return { needs: rows.map(({ need }) => need), chosen: [], free };
}

/** The state with one more position chosen. */
export function choose({ rows }: CoverProblem, state: CoverState, position: number): CoverState {
  const free = state.free.slice();
  free[position] = 0;
  return {
    needs: state.needs.map((need, row) => Math.max(0, need - rows[row]!.cover[position]!)),
    chosen: [...state.chosen, position],
    free,
  };
}

/** The state after all choices that a row leaves no way around; null where some row cannot be covered any more. */
export function takeForced(problem: CoverProblem, state: CoverState): CoverState | null {
  let current = state;
  for (let row = 0; row < problem.rows.length; row++) {
    const need = current.needs[row]!;
    if (need === 0) continue;
    const { cover } = problem.rows[row]!;
    const { free } = current;
    let reach = 0;
    for (let position = 0; position < free.length; position++) reach += free[position]! * cover[position]!;
    if (reach < need) return null;
    // Taking one that is forced leaves `reach - need` as it is, so the others stay as forced as they were.
    const spare = reach - need;
    for (let position = 0; position < free.length; position++) {
      if (free[position] === 1 && cover[position]! > spare) current = choose(problem, current, position);
    }
  }
  return current;
}

/** The highest ranked free position that alone covers all that a state still needs; null where none does. */
export function lastChoice({ rows }: CoverProblem, { needs, free }: CoverState): number | null {
  for (let position = 0; position < free.length; position++) {
    if (free[position] === 0) continue;
    let row = 0;
    while (row < rows.length && rows[row]!.cover[position]! >= needs[row]!) row++;
    if (row === rows.length) return position;
  }
  return null;
}
