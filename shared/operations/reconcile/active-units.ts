import { COUNT_OF } from '../../ledger/status-counts.ts';

/**
 * SQL of the units that decisions of the present stock epoch reserve, a row for each ledger, SKU and warehouse
 * (database id), unless they have ended there: `(ledger_id, sku, warehouse_id, units)`. `ledgers` is SQL of the ledgers, with `ledger_id` and
 * `stock_epoch`. Decisions name a warehouse by its place in their run's configuration. The units are added up before
 * the places are looked up, because that leaves few places to look up in large configurations.
 */
export function activeUnits(ledgers: string): string {
  return `
    SELECT u.ledger_id, u.sku, p.warehouse_id, sum(u.units)::bigint AS units
    FROM (
      SELECT d.ledger_id, r.configuration_id, o.lines -> (a.value ->> 0)::int ->> 0 AS sku,
             (a.value ->> 1)::int AS place, reservation_ended_at(l.ledger_id, l.stock_epoch, d.decided_at) AS ended,
             sum((a.value ->> 2)::bigint) AS units
      FROM ${ledgers} AS l
      JOIN decisions d ON d.ledger_id = l.ledger_id AND d.reservation_epoch = l.stock_epoch
      JOIN orders o ON o.id = d.id
      JOIN runs r ON r.id = d.run_id
      CROSS JOIN LATERAL json_array_elements(d.data -> 'allocations') AS a(value)
      GROUP BY 1, 2, 3, 4, 5
    ) AS u
    JOIN (
      SELECT c.id AS configuration_id, w.place - 1 AS place, w.id AS warehouse_id
      FROM configurations c
      CROSS JOIN LATERAL unnest(c.warehouse_db_ids) WITH ORDINALITY AS w (id, place)
    ) AS p USING (configuration_id, place)
    WHERE p.warehouse_id = ANY (u.ended) IS NOT TRUE
    GROUP BY 1, 2, 3`;
}

/**
 * SQL of the current stock, a row for each ledger, SKU and warehouse (database id): `(ledger_id, sku, warehouse_id,
 * place, free, reserved, quantity)`. Units that a row has reserved in an earlier epoch are free now.
 */
export function currentStock(ledgers: string): string {
  return `
    SELECT l.ledger_id, s.sku, u.warehouse_id, u.place, u.free + u.reserved AS quantity, u.free,
           CASE WHEN s.reserved_epoch = l.stock_epoch THEN u.reserved ELSE 0 END AS reserved
    FROM ${ledgers} AS l
    JOIN stock s ON s.ledger_id = l.ledger_id AND s.version = l.stock_version
    CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) WITH ORDINALITY
      AS u (warehouse_id, free, reserved, place)`;
}

/** The counts of a run, as columns of `runs`. */
export const RUN_COUNTS: readonly string[] = ['orders_routed', ...Object.values(COUNT_OF)];

/** SQL of the columns RUN_COUNTS, counted from decisions `d`. */
export const COUNTED = `count(d.id)::int AS orders_routed, ${eachStatus(
  (count, status) => `(count(*) FILTER (WHERE d.status = '${status}'))::int AS ${count}`,
)}`;

/** A list in SQL with an element for each count by status. */
export function eachStatus(sqlOf: (count: string, status: string) => string): string {
  return Object.entries(COUNT_OF)
    .map(([status, count]) => sqlOf(count, status))
    .join(', ');
}
