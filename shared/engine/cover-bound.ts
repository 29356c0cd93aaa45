import type { CoverProblem, CoverState } from './cover-problem.ts';

/** What every completion of a state has at least, and where to branch. */
export interface CoverBound {
  readonly size: number;
  /** The least sum of rank positions among completions of exactly `size` members. */
  readonly rankSum: number;
  /** The open row that leaves the fewest ways to cover it. */
  readonly branchRow: number;
}

/** Shares of rows are added up in doubles: a bound may be this much too high before it counts. */
const TOLERANCE = 1e-9;

interface OpenRow {
  readonly row: number;
  /** The fewest free positions that cover what it still needs. */
  readonly fewest: number;
  /** How many more free positions than the fewest add to it. */
  readonly slack: number;
}

/** The bound of a state in which every open row can still be covered and at least one is open. */
export function boundOf(problem: CoverProblem, state: CoverState): CoverBound {
  const open: OpenRow[] = [];
  for (let row = 0; row < state.needs.length; row++) {
    if (state.needs[row]! > 0) open.push(openRow(problem, state, row));
  }
  open.sort((left, right) => right.fewest - left.fewest || left.slack - right.slack);
  let branch = open[0]!;
  for (const each of open) if (each.slack < branch.slack) branch = each;

  // Rows without a common free provider add up: each takes its fewest, at best its highest ranked.
  const left = state.free.slice();
  let apart = 0;
  let rankSum = 0;
  for (const { row, fewest } of open) {
    if (!isApart(problem, state, row, left)) continue;
    const { cover } = problem.rows[row]!;
    let taken = 0;
    for (let position = 0; position < left.length; position++) {
      if (state.free[position] === 0 || cover[position] === 0) continue;
      if (taken < fewest) {
        left[position] = 0;
        rankSum += position;
        taken++;
      } else {
        left[position] = SPOKEN_FOR;
      }
    }
    apart += fewest;
  }
  const more = Math.max(apart, open[0]!.fewest, fewestByShare(problem, state, open));
  for (let position = 0, others = more - apart; others > 0 && position < left.length; position++) {
    if (left[position] === 0) continue;
    rankSum += position;
    others--;
  }
  for (const position of state.chosen) rankSum += position;
  return { size: state.chosen.length + more, rankSum, branchRow: branch.row };
}

/** Marks a provider of a row that counts already, without being among its fewest. */
const SPOKEN_FOR = 2;

function openRow(problem: CoverProblem, { needs, free }: CoverState, row: number): OpenRow {
  const { cover } = problem.rows[row]!;
  let fewest = 0;
  let slack = 0;
  let need = needs[row]!;
  for (const position of problem.providers[row]!) {
    if (free[position] === 0) continue;
    if (need > 0) {
      need -= cover[position]!;
      fewest++;
    } else {
      slack++;
    }
  }
  return { row, fewest, slack };
}

/** Whether no free provider of a row belongs to one that counts already. */
function isApart(problem: CoverProblem, { free }: CoverState, row: number, left: Uint8Array): boolean {
  for (const position of problem.providers[row]!) {
    if (free[position] === 1 && left[position] !== 1) return false;
  }
  return true;
}

/** The fewest positions whose shares of all open rows together come to all of them. */
function fewestByShare(problem: CoverProblem, { needs, free }: CoverState, open: readonly OpenRow[]): number {
  const shares = new Float64Array(free.length);
  for (const { row } of open) {
    const { cover } = problem.rows[row]!;
    const need = needs[row]!;
    const share = 1 / need;
    for (let position = 0; position < free.length; position++) {
      if (free[position] === 1) shares[position]! += Math.min(need, cover[position]!) * share;
    }
  }
  shares.sort();
  let fewest = 0;
  for (let sum = 0; sum < open.length - TOLERANCE && fewest < shares.length; fewest++) {
    sum += shares[shares.length - 1 - fewest]!;
  }
  return fewest;
}
