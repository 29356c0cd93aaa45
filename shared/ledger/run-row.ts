import type { NamedActor } from '../contracts/common.ts';
import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { Queryable } from '../db/database.ts';
import type { OrderSelection } from './reroute-run.ts';
import type { StatusCounts } from './status-counts.ts';

/**
 * A row of the table `runs`, without `by_warehouse` (`countWarehouses`). A function that needs some of its columns takes a
 * Pick of it.
 */
export interface RunRow extends StatusCounts {
  /** Answers and reports call it routing_run_id. */
  readonly id: number;
  readonly client_id: number;
  readonly ledger_id: number;
  /** Counts the client's runs of both environments. */
  readonly client_run_number: number;
  /** sync: answered with its results. managed: sent to POST /runs, and worked on in the background. */
  readonly kind: 'sync' | 'managed';
  readonly status: 'queued' | 'running' | 'cancelling' | 'cancelled' | 'completed' | 'failed';
  /** What is done with a managed run now. A run that fails keeps its phase, so that a retry continues there. */
  readonly phase: 'receiving' | 'scoring' | 'allocating' | 'done';
  /** What its orders are decided under. */
  readonly configuration_id: number;
  /** Grows while the run is received. */
  readonly orders_total: number;
  /** 0 in a synchronous run. */
  readonly orders_scored: number;
  /** The orders that are decided. Their statuses are counted in the fields of StatusCounts. */
  readonly orders_routed: number;
  /** The orders that were left out, because a later request asked for something else. */
  readonly orders_superseded: number;
  /** The orders that a run of a sync left out, because they are decided as before. Views do not count them. */
  readonly orders_unchanged: number;
  /** The allocation batch that comes next. */
  readonly next_batch: number;
  /** See `scoringRoundOf`. Null until the run's jobs are first added. */
  readonly scoring_round: number | null;
  /** Faulty orders of its input, which were left out. */
  readonly fault_count: number;
  /** On its CSV body. Null: there are none. */
  readonly warnings: readonly IntakeWarning[] | null;
  /** Which stored orders it routes again; null: its orders were sent. It has no orders until they are chosen. */
  readonly selection: OrderSelection | null;
  /** The day on which its orders were counted as usage (YYYY-MM-DD). Null: they were not. */
  readonly usage_day: string | null;
  /** The sentence that its client reads. Null unless the run has failed. */
  readonly failure: string | null;
  readonly created_at: Date;
  /** Its place among all requests, when all its orders had been received. Null in a synchronous run. */
  readonly request_number: number | null;
  /** When all orders of a managed run had been received. The runs of a ledger are allocated in this order. */
  readonly accepted_at: Date | null;
  /** When the first job of a managed run began. */
  readonly started_at: Date | null;
  /** Milliseconds since `started_at` in which nobody worked on it. */
  readonly idle_ms: number;
  /** When a job of it that failed is tried again. Null: the latest step succeeded. */
  readonly retry_at: Date | null;
  /** Why it failed. It may name internals, which only operators see. */
  readonly retry_error: string | null;
  /** The moment that its orders are decided at. Null: it is not set yet. */
  readonly as_of: Date | null;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
  /** Who asked for it; null: from before it was recorded. */
  readonly requested_by: NamedActor | null;
}

export const RUN_COLUMNS = `id, client_id, ledger_id, client_run_number, kind, status, phase, configuration_id, orders_total,
  orders_scored, orders_routed, orders_superseded, orders_unchanged, next_batch, scoring_round, full_count, split_count, partial_count,
  partial_split_count, none_count, fault_count, warnings, selection, usage_day, failure, created_at, accepted_at, started_at,
  request_number, idle_ms, retry_at, retry_error, as_of, updated_at, finished_at, requested_by`;

/** Reads a ledger's run; null: there is none. */
export async function readRun(db: Queryable, ledgerId: number, runId: number): Promise<RunRow | null> {
  const { rows } = await db.query<RunRow>({
    name: 'read-run',
    text: `SELECT ${RUN_COLUMNS} FROM runs WHERE id = $1::bigint AND ledger_id = $2`,
    values: [runId, ledgerId],
  });
  return rows[0] ?? null;
}

/** Consecutive ids of a run's orders, in the order in which the orders were received. */
export interface IdRange {
  readonly first_id: number;
  readonly orders: number;
}
