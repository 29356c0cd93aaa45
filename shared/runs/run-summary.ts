import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { Decision, OrderStatus } from '../engine/types.ts';

/** Orders per status. */
export interface StatusCounts {
  readonly full_count: number;
  readonly split_count: number;
  readonly partial_count: number;
  readonly partial_split_count: number;
  readonly none_count: number;
}

/** What some orders were decided, for those who count. */
export interface RunTally extends StatusCounts {
  /** Decisions whose search stopped at its budget. */
  readonly exhausted: number;
}

export type RunStatus = 'queued' | 'running' | 'cancelling' | 'cancelled' | 'completed' | 'failed';

/** A run as the contract shows it (routing-service-api.md section 2.4), without its results. */
export interface RunSummary extends StatusCounts {
  readonly routing_run_id: number;
  readonly client_run_number: number;
  readonly client_id: number;
  readonly status: RunStatus;
  readonly orders_considered: number;
  readonly orders_routed: number;
  /** Of the CSV body that it came in; null where there are none. */
  readonly warnings?: readonly IntakeWarning[] | null;
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

export const NO_TALLY: RunTally = { ...NO_COUNTS, exhausted: 0 };

/** Counts decisions by status. */
export function countStatuses(decisions: readonly Decision[]): StatusCounts {
  const counts = { ...NO_COUNTS };
  for (const decision of decisions) counts[COUNT_OF[decision.status]] += 1;
  return counts;
}

/** Counts decisions by status, and those whose search stopped at its budget. */
export function tallyOf(decisions: readonly Decision[]): RunTally {
  let exhausted = 0;
  for (const { budget_exhausted } of decisions) if (budget_exhausted) exhausted += 1;
  return { ...countStatuses(decisions), exhausted };
}

export function addTallies(left: RunTally, right: RunTally): RunTally {
  return {
    full_count: left.full_count + right.full_count,
    split_count: left.split_count + right.split_count,
    partial_count: left.partial_count + right.partial_count,
    partial_split_count: left.partial_split_count + right.partial_split_count,
    none_count: left.none_count + right.none_count,
    exhausted: left.exhausted + right.exhausted,
  };
}
