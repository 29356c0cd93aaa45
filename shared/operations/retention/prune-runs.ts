import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import type { IdRange } from '../../ledger/run-row.ts';
import { HOLDS_UNITS } from '../../ledger/stock/reserving-orders.ts';
import { moveRuns } from '../../runs/managed/run-states.ts';
import { idsOf } from '../reports/read-decisions.ts';
import { countRows, deleteInSteps } from './delete-in-steps.ts';

/** What was removed, or would be. */
interface PrunedRuns {
  readonly runs: number;
  readonly orders: number;
  /** Old orders that stay, with their runs: their reservation is active. */
  readonly orders_kept: number;
}

/** A ledger of which runs are removed that began before `cutoff`. */
interface AgedLedger {
  readonly id: number;
  /** By the database's clock, which dates all rows. */
  readonly cutoff: Date;
  /** Whether there is a run to be removed. */
  readonly is_due: boolean;
}

/**
 * Removes ended runs that are older than `retentionDays`, or than their account's retention_days if that is less, in short
 * transactions. Their orders and decisions go with them. An order whose reservation is active stays, and its
 * run stays too. Usage stays. A failed run cannot be continued afterwards. If pruning ends in the middle, the next one
 * continues. Returns null if runs of no account are removed by age.
 */
export async function pruneRuns(
  db: Pick<Database, 'pool'>,
  retentionDays: number | null,
  options: PruneOptions,
): Promise<PrunedRuns | null> {
  const total = { runs: 0, orders: 0, orders_kept: 0 };
  const ledgers = await readAged(db, retentionDays);
  if (ledgers.length === 0 && retentionDays === null) return null;
  for (const { id, cutoff } of ledgers.filter(({ is_due }) => is_due)) {
    if (options.signal?.aborted) break;
    if (!options.dryRun) await endOldRuns(db, id, cutoff);
    const { orders, orders_kept, runs_kept } = await pruneOrders(db, id, cutoff, options);
    total.orders += orders;
    total.orders_kept += orders_kept;
    total.runs += options.dryRun
      ? (await countRows(db, { table: 'runs', condition: oldRuns(id, cutoff) })) - runs_kept
      : await deleteInSteps(db, emptyRuns(id, cutoff), options.signal);
  }
  return total;
}

/** The ledgers whose runs are removed by age. The setting stands in the account's present configuration. */
async function readAged(
  { pool }: Pick<Database, 'pool'>,
  retentionDays: number | null,
): Promise<AgedLedger[]> {
  const { rows } = await pool.query<AgedLedger>(
    prepared(sql`
      SELECT l.id, aged.cutoff, EXISTS (SELECT FROM runs WHERE ${oldRuns(sql`l.id`, sql`aged.cutoff`)}) AS is_due
      FROM ledgers l JOIN clients c ON c.id = l.client_id
      LEFT JOIN configurations v ON v.id = c.configuration_id
      LEFT JOIN configuration_parts p ON p.client_id = c.id AND p.digest = v.settings
      CROSS JOIN LATERAL (SELECT least(${retentionDays}::int, (p.body #>> '{settings,retention_days}')::int) AS days) AS kept
      CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now() - make_interval(days => kept.days)) AS cutoff) AS aged
      WHERE kept.days IS NOT NULL ORDER BY l.id`),
  );
  return rows;
}

function emptyRuns(ledgerId: number, cutoff: Date) {
  const condition = sql`
    ${oldRuns(ledgerId, cutoff)} AND NOT EXISTS (SELECT FROM run_chunks WHERE run_id = runs.id)`;
  return { table: 'runs', condition };
}

/** Before anything is removed, records since when reports are complete, and ends failed runs for good. */
async function endOldRuns(db: Pick<Database, 'pool'>, ledgerId: number, cutoff: Date): Promise<void> {
  await db.pool.query('UPDATE ledgers SET complete_since = greatest(complete_since, $2) WHERE id = $1', [
    ledgerId,
    cutoff,
  ]);
  const ids = (await moveRuns(db.pool, oldRuns(ledgerId, cutoff), 'expire')).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of ['allocation_batches', 'run_stock']) {
    await deleteInSteps(db, { table, condition: sql`run_id = ANY(${ids})` });
  }
}

/** The most orders that a transaction removes. */
const ORDERS_A_STEP = 500;

/** The most chunks that are read at a time. A synchronous run has one. */
const PAGE = 1000;

export interface PruneOptions {
  /** Counts what would be removed, and removes nothing. */
  readonly dryRun: boolean;
  /** Ends the pruning between two steps. */
  readonly signal?: AbortSignal | undefined;
}

/** The condition of a ledger's runs that began before `cutoff` and have ended. */
function oldRuns(ledgerId: Sql | number, cutoff: Sql | Date): Sql {
  return sql`ledger_id = ${ledgerId} AND created_at < ${cutoff} AND status IN ('completed', 'cancelled', 'failed')`;
}

/** A chunk of an old run. */
interface OldChunk extends IdRange {
  readonly run_id: number;
  readonly chunk: number;
}

/** Removes the orders of old runs, and the chunks that have none left. */
async function pruneOrders(
  db: Pick<Database, 'pool'>,
  ledgerId: number,
  cutoff: Date,
  { dryRun, signal }: PruneOptions,
): Promise<{ orders: number; orders_kept: number; runs_kept: number }> {
  let orders = 0;
  let orders_kept = 0;
  const runsKept = new Set<number>();
  for (let page: OldChunk[] = [], last: OldChunk | undefined; ; last = page.at(-1)) {
    page = await readChunks(db, ledgerId, cutoff, last);
    for (const ids of idsOf(page, ORDERS_A_STEP)) {
      if (signal?.aborted) return { orders, orders_kept, runs_kept: runsKept.size };
      const active = await activeOrders(db, ledgerId, ids);
      for (const run_id of active.values()) runsKept.add(run_id);
      orders_kept += active.size;
      const removable = ids.filter((id) => !active.has(id));
      orders += await (dryRun
        ? countRows(db, { table: 'orders', condition: sql`id = ANY(${removable})` })
        : deleteOrders(db, ledgerId, removable));
    }
    if (!dryRun) await deleteEmpty(db, page);
    if (page.length < PAGE) return { orders, orders_kept, runs_kept: runsKept.size };
  }
}

async function readChunks(
  { pool }: Pick<Database, 'pool'>,
  ledgerId: number,
  cutoff: Date,
  last: OldChunk | undefined,
): Promise<OldChunk[]> {
  const { rows } = await pool.query<OldChunk>(
    prepared(sql`
      SELECT c.run_id, c.chunk, c.first_id, c.orders
      FROM (SELECT id FROM runs WHERE ${oldRuns(ledgerId, cutoff)} AND id >= ${last?.run_id ?? 0}) AS r
      JOIN run_chunks c ON c.run_id = r.id
      WHERE (c.run_id, c.chunk) > (${last?.run_id ?? 0}, ${last?.chunk ?? 0})
      ORDER BY r.id, c.chunk LIMIT ${PAGE}`),
  );
  return rows;
}

/**
 * The orders that hold units, with their runs. A reservation that has ended never holds units again: stock
 * epochs and the moments of counts only grow.
 */
async function activeOrders(
  { pool }: Pick<Database, 'pool'>,
  ledgerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ id: number; run_id: number }>(
    prepared(sql`
      SELECT d.id, d.run_id
      FROM decisions d
      JOIN ledgers l ON l.id = ${ledgerId}
      JOIN orders o ON o.id = d.id
      WHERE d.id = ANY(${ids}) AND d.ledger_id = l.id AND ${raw(HOLDS_UNITS)}`),
  );
  return new Map(rows.map(({ id, run_id }) => [id, run_id]));
}

/** Deletes orders with their decisions. Returns how many there were. */
async function deleteOrders(
  { pool }: Pick<Database, 'pool'>,
  ledgerId: number,
  ids: readonly number[],
): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'delete-orders',
    text: `WITH decided AS (DELETE FROM decisions WHERE id = ANY($1) AND ledger_id = $2)
           DELETE FROM orders WHERE id = ANY($1)`,
    values: [ids, ledgerId],
  });
  return rowCount ?? 0;
}

/** Deletes the chunks that have no orders left. OFFSET 0 makes the planner look each chunk up by its ids. */
async function deleteEmpty({ pool }: Pick<Database, 'pool'>, chunks: readonly OldChunk[]): Promise<void> {
  await pool.query(
    `DELETE FROM run_chunks c USING unnest($1::bigint[], $2::int[]) AS old (run_id, chunk)
     WHERE c.run_id = old.run_id AND c.chunk = old.chunk
       AND NOT EXISTS (SELECT FROM orders WHERE id >= c.first_id AND id < c.first_id + c.orders OFFSET 0)`,
    [chunks.map(({ run_id }) => run_id), chunks.map(({ chunk }) => chunk)],
  );
}
