import sql from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { oldRuns, type PruneOptions, pruneOrders } from './prune-orders.ts';

/** What was removed, or would be. */
export interface PrunedRuns {
  readonly runs: number;
  readonly orders: number;
  /** Old orders that stay, with their runs: their reservation is active. */
  readonly orders_kept: number;
}

/**
 * Removes the runs that began before `cutoff` and have ended, with their orders and decisions, in short transactions.
 * An order whose reservation is active stays, and its run stays too. Usage stays. A failed run cannot be continued
 * afterwards. If pruning ends in the middle, the next one continues.
 */
export async function pruneRuns(
  db: Pick<Database, 'pool'>,
  cutoff: Date,
  options: PruneOptions,
): Promise<PrunedRuns> {
  const total = { runs: 0, orders: 0, orders_kept: 0 };
  const { rows: ledgers } = await db.pool.query<{ id: number }>(
    prepared(sql`
      SELECT id FROM ledgers WHERE EXISTS (SELECT FROM runs WHERE ${oldRuns(sql`ledgers.id`, cutoff)}) ORDER BY id`),
  );
  for (const { id } of ledgers) {
    if (options.signal?.aborted) break;
    if (!options.dryRun) await endOldRuns(db, id, cutoff);
    const { orders, orders_kept, runs_kept } = await pruneOrders(db, id, cutoff, options);
    total.orders += orders;
    total.orders_kept += orders_kept;
    total.runs += options.dryRun
      ? (await countOldRuns(db, id, cutoff)) - runs_kept
      : await deleteInSteps(db, emptyRuns(id, cutoff), options.signal);
  }
  return total;
}

function emptyRuns(ledgerId: number, cutoff: Date) {
  const condition = sql`
    ${oldRuns(ledgerId, cutoff)} AND NOT EXISTS (SELECT FROM run_chunks WHERE run_id = runs.id)`;
  return { table: 'runs', condition };
}

async function countOldRuns(
  { pool }: Pick<Database, 'pool'>,
  ledgerId: number,
  cutoff: Date,
): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    prepared(sql`SELECT count(*) AS n FROM runs WHERE ${oldRuns(ledgerId, cutoff)}`),
  );
  return rows[0]!.n;
}

/** Before anything is removed, records since when reports are complete, and ends failed runs for good. */
async function endOldRuns(db: Pick<Database, 'pool'>, ledgerId: number, cutoff: Date): Promise<void> {
  await db.pool.query('UPDATE ledgers SET complete_since = greatest(complete_since, $2) WHERE id = $1', [
    ledgerId,
    cutoff,
  ]);
  const { rows } = await db.pool.query<{ id: number }>(
    prepared(sql`
      UPDATE runs SET phase = 'done' WHERE ${oldRuns(ledgerId, cutoff)} AND phase <> 'done' RETURNING id`),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of ['run_turns', 'run_stock']) {
    await deleteInSteps(db, { table, condition: sql`run_id = ANY(${ids})` });
  }
}
