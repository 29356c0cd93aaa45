import type { Decision, OrderStatus } from '../engine/types.ts';

/** Orders per status. */
export interface StatusCounts {
  readonly full_count: number;
  readonly split_count: number;
  readonly partial_count: number;
  readonly partial_split_count: number;
  readonly none_count: number;
}

/** Orders per status, and how many of their searches ended early. */
export interface StatusTally extends StatusCounts {
  /** Decisions whose search stopped at its budget. */
  readonly exhausted: number;
}

const COUNT_OF: Record<OrderStatus, keyof StatusCounts> = {
  FULL: 'full_count',
  SPLIT: 'split_count',
  PARTIAL: 'partial_count',
  PARTIAL_SPLIT: 'partial_split_count',
  NONE: 'none_count',
};

const NO_COUNTS: StatusCounts = {
  full_count: 0,
  split_count: 0,
  partial_count: 0,
  partial_split_count: 0,
  none_count: 0,
};

export const NO_TALLY: StatusTally = { ...NO_COUNTS, exhausted: 0 };

/** Counts decisions by status. */
export function countStatuses(decisions: readonly Decision[]): StatusCounts {
  const counts = { ...NO_COUNTS };
  for (const decision of decisions) counts[COUNT_OF[decision.status]] += 1;
  return counts;
}

/** Counts decisions by status, and those whose search stopped at its budget. */
export function tallyOf(decisions: readonly Decision[]): StatusTally {
  let exhausted = 0;
  for (const { budget_exhausted } of decisions) if (budget_exhausted) exhausted += 1;
  return { exhausted, ...countStatuses(decisions) };
}

export function addTallies(left: StatusTally, right: StatusTally): StatusTally {
  return {
    full_count: left.full_count + right.full_count,
    split_count: left.split_count + right.split_count,
    partial_count: left.partial_count + right.partial_count,
    partial_split_count: left.partial_split_count + right.partial_split_count,
    none_count: left.none_count + right.none_count,
    exhausted: left.exhausted + right.exhausted,
  };
}
