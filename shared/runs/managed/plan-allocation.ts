import type pg from 'pg';
import { loadConfiguration } from '../../account/configurations.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { runMode } from '../../ledger/run-mode.ts';
import { ALLOCATION_BATCH_ORDERS } from '../../ledger/search-allowance.ts';
import { pinStock } from '../../ledger/stock/stock-store.ts';
import { lockRunOfJob } from './managed-run.ts';
import { moveRuns, theRun } from './run-states.ts';

/**
 * Divides a scored run into allocation batches, in the order of docs/explanation/stock.md. The database does it, so
 * that memory does not grow with the run. Variant B pins its snapshot here. Running it again changes nothing. Returns
 * whether it planned the allocation now.
 */
export async function planAllocation(
  db: Database,
  runId: number,
  batchOrders = ALLOCATION_BATCH_ORDERS,
): Promise<boolean> {
  return inTransaction(db.pool, async (tx) => {
    const run = await lockRunOfJob(tx, runId);
    if (run === null || run.phase !== 'scoring' || run.orders_scored < run.orders_total) return false;
    if (run.status !== 'running') return false;
    const configuration = await loadConfiguration(db, run.configuration_id);
    const mode = runMode(configuration);
    if (!mode.honours_reservations) await pinStock(tx, run.ledger_id, runId);
    // Orders that lack units go in the order in which they were chosen.
    const isShort = run.selection !== null && 'short' in run.selection;
    await insertBatches(tx, runId, batchOrders, mode.prioritised && !isShort);
    await moveRuns(tx, theRun(run), 'plan');
    return true;
  });
}

async function insertBatches(
  tx: pg.PoolClient,
  runId: number,
  batchOrders: number,
  prioritised: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO allocation_batches (run_id, batch, order_ids)
     SELECT $1, (ordinal - 1) / $2, array_agg(id ORDER BY ordinal)
     FROM (
       SELECT o.id, row_number() OVER (ORDER BY ${allocationOrderSql(prioritised)}) AS ordinal
       FROM run_chunks c
       -- OFFSET 0 makes the planner scan the index once a chunk. Else it compares every order with every chunk.
       CROSS JOIN LATERAL (
         SELECT id, is_vip, priority_level, order_created_at FROM orders
         WHERE id >= c.first_id AND id < c.first_id + c.orders OFFSET 0
       ) AS o
       WHERE c.run_id = $1
     ) AS placed
     GROUP BY (ordinal - 1) / $2`,
    [runId, batchOrders],
  );
}

/** What orders `o` are sorted by, in SQL, to be allocated in the order of docs/explanation/stock.md. */
export function allocationOrderSql(prioritised: boolean): string {
  return prioritised
    ? 'o.is_vip DESC, o.priority_level NULLS LAST, o.order_created_at NULLS LAST, o.id'
    : 'o.id';
}
