import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { type OrderRecord, placeWithin } from '../../contracts/intake/intake-record.ts';
import { NEIGHBOURS } from '../../contracts/intake/intake-warnings.ts';
import type { Database } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { IdRange } from '../../ledger/run-row.ts';
import { insertOrderRows } from '../../ledger/run-store.ts';
import { RECEIVING } from './run-states.ts';

/** Bytes that an ID takes beside its characters. */
const ID_BYTES = 100;

/** The IDs of a CSV run's orders of which a part is faulty. */
export class FaultyParts {
  readonly ids = new Set<string>();
  /** The memory that they take, about. */
  bytes = 0;

  add(orderId: string): void {
    if (this.ids.has(orderId)) return;
    // A copy: the text of a cell would keep its whole line in memory.
    this.ids.add(Buffer.from(orderId).toString());
    this.bytes += ID_BYTES + orderId.length;
  }
}

/**
 * Makes a fault of each order whose ID came before in its run. Earlier orders are looked up in the
 * database, batch by batch, so that no list of a run's order IDs is in memory. `received` are the ranges of the run's
 * batches so far, in ascending order.
 *
 * In CSV an order comes in parts if its rows are apart. `faulty` gets the IDs of orders with a faulty part; their other
 * parts are faulty too: later ones are refused here, and `removeParts` removes earlier ones. It is null for other formats.
 */
export async function refuseRepeated(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  received: readonly IdRange[],
  records: readonly OrderRecord[],
  faulty: FaultyParts | null,
): Promise<OrderRecord[]> {
  const sent = records.flatMap(({ value }) => (value === null ? [] : [value.order_id]));
  const seen = new Set((await findStored(db, ledgerId, received, sent)).map(([orderId]) => orderId));
  return records.map((record) => {
    const { value, order_id = value?.order_id } = record;
    if (value !== null && !seen.has(value.order_id) && !faulty?.ids.has(value.order_id)) {
      seen.add(value.order_id);
      return record;
    }
    if (order_id !== undefined) faulty?.add(order_id);
    if (value === null) return record;
    const repeated = `order ID ${JSON.stringify(order_id)} came before in this run`;
    const message = faulty ? `${repeated}. ${NEIGHBOURS}` : repeated;
    const place = placeWithin(record.place, 'external_order_id');
    return { ...record, value: null, faults: [{ ...place, message, code: 'duplicate_order_id' as const }] };
  });
}

/** Returns those of the order IDs that the run has already, each with its id. */
async function findStored(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  received: readonly IdRange[],
  orderIds: readonly string[],
): Promise<[orderId: string, id: number][]> {
  if (received.length === 0) return [];
  // OFFSET 0 makes the planner probe the index once an order. The statement has no name, so that it is planned each
  // time: the table grows from nothing and its statistics lag behind.
  const { rows } = await db.query<[string, number]>({
    text: `SELECT sent.order_id, o.id
           FROM unnest($2::text[]) AS sent(order_id)
           CROSS JOIN LATERAL (
             SELECT id FROM orders
             WHERE ledger_id = $1 AND order_id = sent.order_id AND id >= $3 OFFSET 0
           ) AS o`,
    values: [ledgerId, orderIds, received[0]!.first_id],
    rowMode: 'array',
  });
  // Other runs of the ledger may be received at the same time.
  return rows.filter(([, id]) => received.some((range) => isIn(range, id)));
}

function isIn({ first_id, orders }: IdRange, id: number): boolean {
  return id >= first_id && id < first_id + orders;
}

/** The most orders that are looked up at once. */
const LOOKED_UP = 10_000;

/**
 * Removes orders from a run that is being received, and keeps the ids of each chunk consecutive. `received` are the chunks.
 * Returns how many orders it removed. Throws AppError run_ended if the run is no longer being received.
 */
export async function removeParts(
  { pool }: Database,
  ledgerId: number,
  runId: number,
  received: readonly IdRange[],
  orderIds: readonly string[],
): Promise<number> {
  const found: number[] = [];
  for (let from = 0; from < orderIds.length; from += LOOKED_UP) {
    const stored = await findStored(pool, ledgerId, received, orderIds.slice(from, from + LOOKED_UP));
    for (const [, id] of stored) found.push(id);
  }
  found.sort((a, b) => a - b);
  let next = 0;
  for (const [chunk, range] of received.entries()) {
    const first = next;
    while (next < found.length && isIn(range, found[next]!)) next += 1;
    const removed = found.slice(first, next);
    if (removed.length > 0)
      await inTransaction(pool, (tx) => removeFromChunk(tx, ledgerId, runId, chunk, range, removed));
  }
  if (found.length > 0) await pool.query(unprepared(numberChunks(runId)));
  return found.length;
}

async function removeFromChunk(
  tx: pg.PoolClient,
  ledgerId: number,
  runId: number,
  chunk: number,
  { first_id, orders }: IdRange,
  removed: readonly number[],
): Promise<void> {
  const { rowCount } = await tx.query(
    unprepared(sql`
      WITH run AS (
        UPDATE runs SET orders_total = orders_total - ${removed.length}::int
        WHERE id = ${runId} AND ledger_id = ${ledgerId} AND ${raw(RECEIVING)}
        RETURNING id
      )
      UPDATE run_chunks c SET orders = orders - ${removed.length}::int FROM run
      WHERE c.run_id = run.id AND c.chunk = ${chunk}`),
  );
  if (rowCount === 0) throw new AppError('run_ended');
  const kept = sql`row_number() OVER (ORDER BY id) - 1 AS ordinal, taken.* FROM taken WHERE id <> ALL(${removed}::bigint[])`;
  await tx.query(
    unprepared(sql`
      WITH taken AS (
        DELETE FROM orders WHERE ledger_id = ${ledgerId} AND id >= ${first_id} AND id < ${first_id + orders} RETURNING *
      )
      ${insertOrderRows(ledgerId, first_id, sql`SELECT ${kept}`)}`),
  );
}

/** Removes chunks without orders and numbers the others again. */
const numberChunks = (runId: number) => sql`
  WITH chunks AS (DELETE FROM run_chunks WHERE run_id = ${runId} RETURNING chunk, first_id, orders)
  INSERT INTO run_chunks (run_id, chunk, first_id, orders)
  SELECT ${runId}::bigint, row_number() OVER (ORDER BY chunk) - 1, first_id, orders FROM chunks WHERE orders > 0`;
