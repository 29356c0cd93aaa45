import type pg from 'pg';
import sql from 'sql-template-tag';
import { refundUsage } from '../../account/usage.ts';
import { pipeline } from '../../db/pipeline.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { ordersIn } from '../../ledger/status-counts.ts';
import type { DecidedOrders } from './decide-batch.ts';
import { moveRuns, theRun } from './run-states.ts';

/** A run's counters after a step, and whether that step was its last. */
export interface RunAdvance extends Pick<RunRow, 'orders_scored' | 'orders_routed'> {
  readonly finished: boolean;
}

/** What a step adds to a run: a chunk that was scored, or batches that were allocated, and what was decided. */
interface RunStep extends DecidedOrders {
  readonly scored?: number;
  readonly batches?: number;
  /** When the step began, by `performance.now()`. */
  readonly began: number;
}

/** Workers take turns at all runs: after so long a pause, no worker did this one. */
const LONG_PAUSE = '15 s';

/**
 * Adds a step to a run's progress, in the step's own transaction. The last step ends the run, and writes its
 * event. The usage of orders that are left out is refunded. A run that a sync started for nothing
 * is deleted. Returns null if the run was cancelled meanwhile: then the step must be undone.
 */
export async function advanceRun(
  tx: pg.PoolClient,
  { id, client_id, ledger_id, usage_day }: Pick<RunRow, 'id' | 'client_id' | 'ledger_id' | 'usage_day'>,
  { scored = 0, batches = 0, began, tally, by_warehouse, superseded, unchanged }: RunStep,
): Promise<RunAdvance | null> {
  const { rows } = await tx.query<RunAdvance & { readonly empty: boolean }>({
    name: 'advance-run',
    text: `UPDATE runs SET
             orders_scored = orders_scored + $2, next_batch = next_batch + $3, orders_routed = orders_routed + $4,
             full_count = full_count + $5, split_count = split_count + $6, partial_count = partial_count + $7,
             partial_split_count = partial_split_count + $8, none_count = none_count + $9,
             by_warehouse = CASE WHEN $10::jsonb = '{}' THEN by_warehouse
                                 ELSE add_counts(coalesce(by_warehouse, '{}'), $10::jsonb) END,
             orders_superseded = orders_superseded + $13, orders_unchanged = orders_unchanged + $14,
             -- Before its first batch it may have waited for an earlier run.
             idle_ms = idle_ms + CASE
               WHEN retry_at IS NOT NULL OR ($3 > 0 AND next_batch = 0) OR step.began - updated_at > '${LONG_PAUSE}'
               THEN greatest(0, floor(extract(epoch FROM step.began - updated_at) * 1000)) ELSE 0 END,
             retry_at = CASE WHEN retry_at > clock_timestamp() THEN retry_at END,
             updated_at = clock_timestamp()
           FROM (SELECT clock_timestamp() - make_interval(secs => $12) AS began) AS step
           WHERE id = $1 AND ledger_id = $11 AND status = 'running'
           RETURNING orders_scored, orders_routed, orders_unchanged = orders_total AND selection @> '{"on_sync": true}' AS empty,
             orders_routed + orders_superseded + orders_unchanged = orders_total AS finished`,
    values: [
      id,
      scored,
      batches,
      ordersIn(tally),
      tally.full_count,
      tally.split_count,
      tally.partial_count,
      tally.partial_split_count,
      tally.none_count,
      JSON.stringify(by_warehouse),
      ledger_id,
      (performance.now() - began) / 1000,
      superseded,
      unchanged,
    ],
  });
  const advance = rows[0];
  if (advance === undefined) return null;
  if (usage_day !== null && superseded + unchanged > 0) {
    await refundUsage(tx, client_id, new Date(usage_day), superseded + unchanged);
  }
  if (advance.finished) {
    await dropWorkingState(tx, id);
    if (advance.empty) await deleteRun(tx, { id, ledger_id });
    else await moveRuns(tx, theRun({ id, ledger_id }), 'complete');
  }
  return advance;
}

/** Deletes what a run needs only until it ends. */
export async function dropWorkingState(tx: pg.PoolClient, runId: number): Promise<void> {
  await pipeline(tx).run({
    batches: sql`DELETE FROM allocation_batches WHERE run_id = ${runId}`,
    stock: sql`DELETE FROM run_stock WHERE run_id = ${runId}`,
  });
}

/** Deletes a run without decisions. */
async function deleteRun(
  tx: pg.PoolClient,
  { id, ledger_id }: Pick<RunRow, 'id' | 'ledger_id'>,
): Promise<void> {
  await pipeline(tx).run({
    chunks: sql`DELETE FROM run_chunks WHERE run_id = ${id}`,
    run: sql`DELETE FROM runs WHERE id = ${id} AND ledger_id = ${ledger_id}`,
  });
}
