import type pg from 'pg';
import type { RoutingOrder } from '../contracts/order.ts';
import { parseLines } from '../decisions/order-codec.ts';

/** An order with its id, as deciding needs it: raw_order_data stays in the database. */
export interface StoredOrder {
  readonly id: number;
  readonly order: RoutingOrder;
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

const COLUMNS = `o.id, o.order_id, o.destination_zip, o.is_vip, o.priority_level, o.order_created_at,
  o.partner_id, o.carrier, o.ship_method, o.lines::text`;

type Row = [
  number,
  string,
  string,
  boolean,
  number | null,
  Date | null,
  string | null,
  string | null,
  string | null,
  string,
];

/** Reads the orders of an id range, `count` ids from `firstId`, in the order of their ids. */
export async function loadOrderRange(db: Queryable, firstId: number, count: number): Promise<StoredOrder[]> {
  const { rows } = await db.query<Row>({
    name: 'load-order-range',
    text: `SELECT ${COLUMNS} FROM orders o WHERE o.id >= $1 AND o.id < $2 ORDER BY o.id`,
    values: [firstId, firstId + count],
    rowMode: 'array',
  });
  return rows.map(toStoredOrder);
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

/** Reads the orders of a turn, in the order of the turn. */
export async function loadOrdersOfTurn(db: Queryable, runId: number, turn: number): Promise<StoredOrder[]> {
  const { rows } = await db.query<Row>({
    name: 'load-orders-of-turn',
    text: `SELECT ${COLUMNS}
           FROM run_turns t
           CROSS JOIN LATERAL unnest(t.order_ids) WITH ORDINALITY AS u(id, place)
           JOIN orders o ON o.id = u.id
           WHERE t.run_id = $1 AND t.turn = $2
           ORDER BY u.place`,
    values: [runId, turn],
    rowMode: 'array',
  });
  return rows.map(toStoredOrder);
}

function toStoredOrder(row: Row): StoredOrder {
  const [id, order_id, destination_zip, is_vip, priority_level, created, partner_id, carrier, method, lines] =
    row;
  return {
    id,
    order: {
      order_id,
      destination_zip,
      lines: parseLines(lines),
      is_vip,
      priority_level,
      order_created_at: created?.toISOString() ?? null,
      partner_id,
      carrier,
      ship_method: method,
      raw_order_data: null,
    },
  };
}
