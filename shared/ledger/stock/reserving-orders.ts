import sql, { raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { OpenOrders } from '../../contracts/account/reservation-warnings.ts';
import { type pageQuery, soughtIdentifier } from '../../contracts/common.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { shortPage } from '../../contracts/inventory.ts';
import type { Queryable } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import { isOpenSql, overdueOrders, TO_LEAVE } from '../decisions/order-need.ts';
import { IS_RESERVED, RESERVED_BY } from './pair-rows.ts';

/** SQL of whether the decision `d` on an order `o` of a ledger `l` holds units now. */
export const HOLDS_UNITS = `EXISTS (
  SELECT FROM json_array_elements(o.lines) AS line CROSS JOIN unnest(d.warehouses) AS w (id)
  JOIN reserved_units u ON u.ledger_id = l.id AND u.sku = line ->> 0 AND u.warehouse_id = w.id AND ${RESERVED_BY}
  WHERE ${IS_RESERVED}
)`;

/** SQL of the units that are stored as reserved of pairs of a ledger `l` and that overdue orders had: few. */
export const OVERDUE_UNITS = `(
  SELECT u.sku, u.warehouse_id, sum(u.quantity)::int AS units
  FROM ${overdueOrders('l.id')} AS x
  JOIN orders o ON o.ledger_id = l.id AND o.order_id = x.order_id
  JOIN decisions d ON d.id = o.id AND d.state = 'current'
  CROSS JOIN LATERAL (SELECT DISTINCT line ->> 0 AS sku FROM json_array_elements(o.lines) AS line) AS k
  CROSS JOIN LATERAL (
    SELECT * FROM reserved_units u
    WHERE ledger_id = l.id AND sku = k.sku AND warehouse_id = ANY (d.warehouses) AND ${RESERVED_BY} OFFSET 0
  ) AS u
  WHERE ${IS_RESERVED}
  GROUP BY u.sku, u.warehouse_id
)`;

/**
 * Counts the orders of a client that have units reserved, and those of so many days that should: in one of its ledgers, or in
 * all (null).
 */
export async function countReserving(
  db: Queryable,
  days: number,
  clientId: number,
  ledgerId: number | null = null,
): Promise<OpenOrders> {
  const { rows } = await db.query<Omit<OpenOrders, 'days'>>({
    name: 'count-reserving',
    text: `WITH l AS (SELECT * FROM ledgers WHERE client_id = $1 AND ($2::int IS NULL OR id = $2)),
           reserving AS MATERIALIZED (
             SELECT DISTINCT d.id FROM l
             JOIN reserved_units u ON u.ledger_id = l.id
             JOIN decisions d ON d.id = u.decision_id AND d.ledger_id = l.id AND ${IS_RESERVED}
             JOIN orders o ON o.id = d.id AND ${isOpenSql()}
           )
           SELECT (SELECT count(*)::int FROM reserving) AS orders, (
             SELECT count(*)::int FROM (
               SELECT d.* FROM l
               JOIN runs r ON r.ledger_id = l.id AND r.created_at >= now() - make_interval(days => $3)
               JOIN run_chunks c ON c.run_id = r.id
               CROSS JOIN LATERAL (
                 SELECT * FROM decisions WHERE id >= c.first_id AND id < c.first_id + c.orders AND ledger_id = l.id AND state = 'current' OFFSET 0
               ) AS d
               LEFT JOIN reserving ON reserving.id = d.id
               WHERE reserving.id IS NULL OFFSET 0
             ) AS d
             JOIN orders o ON o.id = d.id
             WHERE ${isOpenSql()} AND ${TO_LEAVE} > 0
           ) AS holding_nothing`,
    values: [clientId, ledgerId, days],
  });
  return { ...rows[0]!, days };
}

// The pairs of which more is reserved than there is, and the latest decisions that reserve what is missing.

export interface ShortPairRow {
  readonly sku: string;
  readonly warehouse_db_id: number;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly reserved_quantity: number;
  readonly short_quantity: number;
  readonly orders: readonly {
    readonly order_id: string;
    readonly routing_decision_id: number;
    readonly units: number;
    readonly decided_at: string;
  }[];
}

/** SQL of those pairs of a ledger, of its stock `s` and their units `u`, that meet a condition. */
const pairsThat = (ledgerId: number, meet: Sql): Sql => sql`
  SELECT s.sku, u.warehouse_id, u.free + u.reserved AS quantity, u.reserved - coalesce(due.units, 0) AS reserved,
         l.id AS ledger_id, l.stock_epoch, (s.counts -> (u.ordinal - 1)::int ->> 2)::float8 AS ended_before
  FROM ledgers l
  JOIN stock s ON s.ledger_id = l.id AND s.version = l.stock_version AND s.reserved_epoch = l.stock_epoch
  CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) WITH ORDINALITY AS u (warehouse_id, free, reserved, ordinal)
  LEFT JOIN LATERAL ${raw(OVERDUE_UNITS)} AS due ON due.sku = s.sku AND due.warehouse_id = u.warehouse_id
  WHERE l.id = ${ledgerId} AND ${meet}`;

const shortPairs = (ledgerId: number): Sql =>
  pairsThat(ledgerId, sql`s.is_short AND u.free + coalesce(due.units, 0) < 0`);

/** SQL of the decisions that have reserved units of pairs, beside each pair: `(decision_id, decided_at, units)`. */
const reservingOrders = (pairs: Sql): Sql => sql`
  SELECT p.*, d.id AS decision_id, d.decided_at, r.quantity AS units
  FROM (${pairs}) AS p
  JOIN reserved_units r ON r.ledger_id = p.ledger_id AND r.sku = p.sku AND r.warehouse_id = p.warehouse_id
    AND r.quantity > 0 AND r.decided_at >= to_timestamp(coalesce(p.ended_before, 0) / 1000)
  JOIN decisions d ON d.id = r.decision_id AND d.reservation_epoch = p.stock_epoch
  JOIN orders o ON o.id = d.id AND ${raw(isOpenSql())}`;

/** SQL of the decisions that have reserved units of a SKU, with their units at all warehouses: `(decision_id, decided_at, units)`. */
export const reservingOfSku = (ledgerId: number, sku: string): Sql => sql`
  SELECT decision_id, decided_at, sum(units)::int AS units
  FROM (${reservingOrders(pairsThat(ledgerId, sql`s.sku = ${sku}`))}) AS reserving
  GROUP BY decision_id, decided_at`;

/**
 * SQL of the orders that lack units at pairs of `shortPairs`: from the latest decision back until their units are as many as
 * are missing.
 */
const lackingOrders = (pairs: Sql): Sql => sql`
  SELECT sku, warehouse_id, decision_id, decided_at, units
  FROM (
    SELECT sku, warehouse_id, decision_id, decided_at, units, reserved - quantity AS short,
           sum(units) OVER (PARTITION BY sku, warehouse_id ORDER BY decided_at DESC, decision_id DESC) AS so_far
    FROM (${reservingOrders(pairs)}) AS reserving
  ) AS counted
  WHERE so_far - units < short`;

/** SQL of the decisions that lack units anywhere in a ledger, each once: `(decision_id)`. */
export const lackingDecisions = (ledgerId: number): Sql =>
  sql`SELECT DISTINCT decision_id FROM (${lackingOrders(shortPairs(ledgerId))}) AS lacking`;

const position = z.tuple([soughtIdentifier, z.int32()]);

/** Reads a page of the short pairs of a ledger. Throws AppError validation_failed for a bad cursor. */
export async function listShortPairs(
  db: Queryable,
  ledgerId: number,
  { cursor, limit }: z.output<typeof pageQuery>,
): Promise<z.output<typeof shortPage>> {
  const after = cursor ? decodeCursor(position, cursor) : null;
  const found = await readShortPairs(db, ledgerId, { after, limit: limit + 1 });
  const { page, next_cursor } = pageOf(found, limit, (last) => [last.sku, last.warehouse_db_id]);
  return {
    pairs: page.map(({ warehouse_db_id: _, ...pair }) => ({ ...pair, orders: [...pair.orders] })),
    next_cursor,
  };
}

/** Where a page begins, and how many pairs it may have. */
interface ShortPage {
  readonly after: readonly [sku: string, warehouseDbId: number] | null;
  readonly limit: number;
}

/** Reads short pairs of a ledger with the orders that lack units, by SKU and warehouse. */
export async function readShortPairs(
  db: Queryable,
  ledgerId: number,
  { after, limit }: ShortPage,
): Promise<ShortPairRow[]> {
  const later = after === null ? sql`true` : sql`(sku, warehouse_id) > (${after[0]}, ${after[1]}::int)`;
  const page = sql`
    SELECT * FROM (${shortPairs(ledgerId)}) AS short WHERE ${later} ORDER BY sku, warehouse_id LIMIT ${limit}`;
  const { rows } = await db.query<ShortPairRow>(
    prepared(sql`
      WITH listed AS MATERIALIZED (${page}), lacking AS MATERIALIZED (${lackingOrders(sql`SELECT * FROM listed`)})
      SELECT p.sku, p.warehouse_id AS warehouse_db_id, w.warehouse_id, p.quantity AS quantity_available,
             p.reserved AS reserved_quantity, p.reserved - p.quantity AS short_quantity, coalesce((
               SELECT json_agg(json_build_object(
                        'order_id', o.order_id, 'routing_decision_id', k.decision_id, 'units', k.units,
                        'decided_at', to_char(k.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                      ) ORDER BY k.decided_at DESC, k.decision_id DESC)
               FROM lacking k JOIN orders o ON o.id = k.decision_id AND o.ledger_id = ${ledgerId}
               WHERE k.sku = p.sku AND k.warehouse_id = p.warehouse_id
             ), '[]') AS orders
      FROM listed p JOIN warehouses w ON w.id = p.warehouse_id
      ORDER BY p.sku, p.warehouse_id`),
  );
  return rows;
}
