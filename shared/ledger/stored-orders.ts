import type { RoutingOrder } from '../contracts/order.ts';
import type { Queryable } from '../db/database.ts';
import { type StoredLine, toLines } from './decisions/order-codec.ts';

/**
 * An order with its id, as deciding needs it. raw_order_data stays in the database, and so does all that the order of
 * allocation depends on: the database makes the allocation batches.
 */
export interface StoredOrder {
  readonly id: number;
  readonly order: RoutingOrder;
  /** The decision that it routes again; null: the order was sent. */
  readonly reroutes: number | null;
}

/**
 * All orders of an answer as one JSON text: parsing that costs less than rows of columns do (`npm run bench
 * -- --suite runs` guards it).
 */
const ORDER = `concat('[', o.id, ',', to_json(o.order_id), ',', to_json(o.destination_zip), ',',
  coalesce(to_json(o.partner_id)::text, 'null'), ',', coalesce('"' || o.deliver_by || '"', 'null'), ',',
  coalesce(o.reroutes::text, 'null'), ',', coalesce(o.hold_minutes::text, 'null'), ',', o.lines, ']')`; // json_build_array takes twice as long

type OrderRangeRow = [
  id: number,
  orderId: string,
  zip: string,
  partnerId: string | null,
  deliverBy: string | null,
  reroutes: number | null,
  holdMinutes: number | null,
  lines: StoredLine[],
];

async function load(db: Queryable, name: string, text: string, values: unknown[]): Promise<StoredOrder[]> {
  const { rows } = await db.query<[string | null]>({ name, text, values, rowMode: 'array' });
  return toStoredOrders(rows[0]![0]);
}

/** Reads the orders of an id range, `count` ids from `firstId`, in the order of their ids. */
export function loadOrderRange(db: Queryable, firstId: number, count: number): Promise<StoredOrder[]> {
  const text = `SELECT '[' || string_agg(${ORDER}, ',' ORDER BY o.id) || ']'
    FROM orders o WHERE o.id >= $1 AND o.id < $2`;
  return load(db, 'load-order-range', text, [firstId, firstId + count]);
}

/** The ZIPs that the orders of an id range go to, as they were sent, each once. */
export async function loadDestinationZips(db: Queryable, firstId: number, count: number): Promise<string[]> {
  const { rows } = await db.query<[string]>({
    name: 'load-destination-zips',
    text: 'SELECT DISTINCT destination_zip FROM orders WHERE id >= $1 AND id < $2',
    values: [firstId, firstId + count],
    rowMode: 'array',
  });
  return rows.map(([zip]) => zip);
}

/**
 * Reads the orders of `batches` allocation batches from `first` on, in their order; none if the run has no such
 * batches.
 */
export function loadOrdersOfBatches(
  db: Queryable,
  runId: number,
  first: number,
  batches: number,
): Promise<StoredOrder[]> {
  const text = `SELECT '[' || string_agg(${ORDER}, ',' ORDER BY b.batch, u.ordinal) || ']'
    FROM allocation_batches b
    CROSS JOIN LATERAL unnest(b.order_ids) WITH ORDINALITY AS u(id, ordinal)
    JOIN orders o ON o.id = u.id
    WHERE b.run_id = $1 AND b.batch >= $2 AND b.batch < $3`;
  return load(db, 'load-orders-of-batches', text, [runId, first, first + batches]);
}

/** Orders of a ledger with their priorities, which only orders that are improved together need. */
export async function withPriorities(
  db: Queryable,
  ledgerId: number,
  stored: readonly StoredOrder[],
): Promise<StoredOrder[]> {
  const { rows } = await db.query<Pick<RoutingOrder, 'is_vip' | 'priority_level'> & { readonly id: number }>({
    name: 'load-priorities',
    text: 'SELECT id, is_vip, priority_level FROM orders WHERE id = ANY($1::bigint[]) AND ledger_id = $2',
    values: [stored.map(({ id }) => id), ledgerId],
  });
  const priorities = new Map(rows.map(({ id, ...priority }) => [id, priority]));
  return stored.map((each) => ({ ...each, order: { ...each.order, ...priorities.get(each.id) } }));
}

/** Reads orders of a ledger by their ids, in no order. Those that were removed by age are left out. */
export function loadOrders(db: Queryable, ledgerId: number, ids: readonly number[]): Promise<StoredOrder[]> {
  const text = `SELECT '[' || string_agg(${ORDER}, ',') || ']' FROM orders o WHERE o.id = ANY($1) AND o.ledger_id = $2`;
  return load(db, 'load-orders', text, [ids, ledgerId]);
}

function toStoredOrders(json: string | null): StoredOrder[] {
  if (json === null) return [];
  return (JSON.parse(json) as OrderRangeRow[]).map(
    ([id, order_id, destination_zip, partner_id, deliver_by, reroutes, hold_minutes, lines]) => ({
      id,
      reroutes,
      order: {
        order_id,
        destination_zip,
        lines: toLines(lines),
        is_vip: false,
        priority_level: null,
        order_created_at: null,
        partner_id,
        carrier: null,
        ship_method: null,
        raw_order_data: null,
        ...(deliver_by !== null && { deliver_by }),
        ...(hold_minutes !== null && { hold_minutes }),
        ...(reroutes !== null && { again: true }),
      },
    }),
  );
}

/** The moments that the runs of decided orders decided at, in milliseconds since 1970, by the orders' ids. */
export async function loadMoments(
  db: Queryable,
  ledgerId: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ id: number; moment: Date }>({
    name: 'load-moments',
    text: `SELECT d.id, r.as_of AS moment
           FROM decisions d JOIN runs r ON r.id = d.run_id WHERE d.id = ANY($1::bigint[]) AND d.ledger_id = $2`,
    values: [ids, ledgerId],
  });
  return new Map(rows.map(({ id, moment }) => [id, moment.getTime()]));
}
