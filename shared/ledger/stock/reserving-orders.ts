import type { OpenOrders } from '../../contracts/account/reservation-warnings.ts';
import type { Queryable } from '../../db/database.ts';
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
