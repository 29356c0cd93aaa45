import type pg from 'pg';
import { type IntakeRecord, placeWithin } from '../../contracts/intake/intake-record.ts';
import { NEIGHBOURS } from '../../contracts/intake/intake-warnings.ts';
import type { IntakeFormat } from '../../contracts/intake/read-orders.ts';
import type { RoutingOrder } from '../../contracts/order.ts';
import type { IdRange } from '../run-row.ts';

/**
 * Makes a fault of each order whose ID came before in its run. Earlier orders are looked up in the
 * database, batch by batch, so that no list of a run's order IDs is in memory. `received` are the ranges of the run's
 * batches so far, in ascending order.
 */
export async function refuseRepeated(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  received: readonly IdRange[],
  records: readonly IntakeRecord<RoutingOrder>[],
  format: IntakeFormat,
): Promise<IntakeRecord<RoutingOrder>[]> {
  const seen = await findStored(db, ledgerId, received, records);
  return records.map((record) => {
    if (record.value === null) return record;
    const { order_id } = record.value;
    if (!seen.has(order_id)) {
      seen.add(order_id);
      return record;
    }
    const repeated = `order ID ${JSON.stringify(order_id)} came before in this run`;
    const message = format === 'csv' ? `${repeated}. ${NEIGHBOURS}` : repeated;
    const fault = { ...placeWithin(record.place, 'external_order_id'), message };
    return { ...record, value: null, faults: [fault] };
  });
}

/** Returns those of the order IDs that the run has already. */
async function findStored(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  received: readonly IdRange[],
  records: readonly IntakeRecord<RoutingOrder>[],
): Promise<Set<string>> {
  const found = new Set<string>();
  if (received.length === 0) return found;
  // OFFSET 0 makes the planner probe the index once an order. The statement has no name, so that it is planned each
  // time: the table grows from nothing and its statistics lag behind.
  const { rows } = await db.query<[string, number]>({
    text: `SELECT sent.order_id, o.id
           FROM unnest($2::text[]) AS sent(order_id)
           CROSS JOIN LATERAL (
             SELECT id FROM orders
             WHERE ledger_id = $1 AND order_id = sent.order_id AND id >= $3 OFFSET 0
           ) AS o`,
    values: [
      ledgerId,
      records.flatMap(({ value }) => (value === null ? [] : [value.order_id])),
      received[0]!.first_id,
    ],
    rowMode: 'array',
  });
  // Other runs of the ledger may be received at the same time.
  for (const [orderId, id] of rows) if (isReceived(received, id)) found.add(orderId);
  return found;
}

function isReceived(received: readonly IdRange[], id: number): boolean {
  return received.some(({ first_id, orders }) => id >= first_id && id < first_id + orders);
}
