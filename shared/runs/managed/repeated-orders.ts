import type pg from 'pg';
import type { RoutingOrder } from '../../contracts/order.ts';
import { type IntakeRecord, placeWithin } from '../../intake/intake-record.ts';
import { NEIGHBOURS } from '../../intake/intake-warnings.ts';
import type { IntakeFormat } from '../../intake/read-orders.ts';
import type { Stretch } from './receiving-store.ts';

/**
 * Makes a fault of each order whose ID came before in its run (managed-runs.md). Who came before is looked up
 * in the database, batch by batch: no list of a run's order IDs is held. `stretches` are the run's batches so
 * far, in their order.
 */
export async function refuseRepeated(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  stretches: readonly Stretch[],
  records: readonly IntakeRecord<RoutingOrder>[],
  format: IntakeFormat,
): Promise<IntakeRecord<RoutingOrder>[]> {
  const seen = await findStored(db, ledgerId, stretches, records);
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

/** Those of the order IDs that the run has already. */
async function findStored(
  db: Pick<pg.Pool, 'query'>,
  ledgerId: number,
  stretches: readonly Stretch[],
  records: readonly IntakeRecord<RoutingOrder>[],
): Promise<Set<string>> {
  const found = new Set<string>();
  if (stretches.length === 0) return found;
  // OFFSET 0 makes it one index probe an order, and without a name it is planned each time: for a table that
  // grows from nothing while its statistics lag, the planner would rather read all of the run's orders.
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
      stretches[0]!.first_id,
    ],
    rowMode: 'array',
  });
  // Other runs of the ledger may be received at the same time.
  for (const [orderId, id] of rows) if (isWithin(stretches, id)) found.add(orderId);
  return found;
}

function isWithin(stretches: readonly Stretch[], id: number): boolean {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches[middle]!.first_id <= id) low = middle;
    else high = middle - 1;
  }
  const { first_id, orders } = stretches[low]!;
  return id >= first_id && id < first_id + orders;
}
