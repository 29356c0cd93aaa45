import { millisecondsOf } from '../../db/sql.ts';
import { COUNT_OF } from '../../ledger/status-counts.ts';
import { endedBefore } from '../../ledger/stock/pair-rows.ts';

/**
 * SQL of the units that decisions of the present stock epoch reserve, a row for each ledger, SKU and warehouse
 * (database id): `(ledger_id, sku, warehouse_id, units)`; without those that have shipped, and those of which a count
 * knew. `ledgers` is SQL of the ledgers, with `ledger_id`, `stock_epoch` and `stock_version`. Decisions name a
 * warehouse by its index in their run's configuration. The units are added up before the warehouses are looked up, because
 * that leaves few to look up in large configurations.
 */
export function activeUnits(ledgers: string): string {
  const decidedAt = `${millisecondsOf('d.decided_at')} AS decided_at`;
  return `
    SELECT ledger_id, sku, warehouse_id, sum(units)::bigint AS units
    FROM (
      SELECT u.ledger_id, u.stock_version, u.sku, p.warehouse_id, u.decided_at, u.units
      FROM (
        SELECT d.ledger_id, l.stock_version, r.configuration_id, o.lines -> (a.value ->> 0)::int ->> 0 AS sku,
               (a.value ->> 1)::int AS ordinal, ${decidedAt}, sum((a.value ->> 2)::bigint) AS units
        FROM ${ledgers} AS l
        JOIN decisions d ON d.ledger_id = l.ledger_id AND d.reservation_epoch = l.stock_epoch
        JOIN orders o ON o.id = d.id
        JOIN runs r ON r.id = d.run_id
        CROSS JOIN LATERAL json_array_elements(d.data -> 'allocations') AS a(value)
        GROUP BY 1, 2, 3, 4, 5, 6
      ) AS u
      JOIN (
        SELECT c.id AS configuration_id, w.ordinal - 1 AS ordinal, w.id AS warehouse_id
        FROM configurations c
        CROSS JOIN LATERAL unnest(c.warehouse_db_ids) WITH ORDINALITY AS w (id, ordinal)
      ) AS p USING (configuration_id, ordinal)
      UNION ALL
      SELECT d.ledger_id, l.stock_version, line.value ->> 0, (shipment.value ->> 0)::int, ${decidedAt},
             -(line.value ->> 1)::bigint
      FROM ${ledgers} AS l
      JOIN decisions d ON d.ledger_id = l.ledger_id AND d.reservation_epoch = l.stock_epoch AND d.shipped IS NOT NULL
      CROSS JOIN LATERAL json_array_elements(d.shipped) AS shipment(value)
      CROSS JOIN LATERAL json_array_elements(shipment.value -> 2) AS line(value)
    ) AS units
    WHERE units.decided_at >= ${endedBefore('units', 'units')}
    GROUP BY 1, 2, 3
    HAVING sum(units) <> 0`;
}

/** SQL of pairs: what they have, and what they should by their count and entries. */
export function countedPairs(ledgers: string): string {
  return `
    SELECT p.ledger_id, p.sku, p.warehouse_id, p.quantity - p.missing AS found, p.counted + coalesce(sum(e.quantity), 0) AS expected
    FROM (
      SELECT l.ledger_id, s.sku, u.warehouse_id, u.free + u.reserved AS quantity, (c.value ->> 0)::bigint AS counted,
             coalesce((c.value ->> 1)::float8, (
               SELECT ${millisecondsOf('g.created_at')} FROM ingest_runs g WHERE g.id = (c.value ->> 5)::bigint
             )) AS counted_at, (c.value ->> 3)::bigint AS missing, (c.value ->> 4)::int = 1 AS on_hand
      FROM ${ledgers} AS l
      JOIN stock s ON s.ledger_id = l.ledger_id AND s.version = l.stock_version
      CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) WITH ORDINALITY
        AS u (warehouse_id, free, reserved, ordinal)
      CROSS JOIN LATERAL (SELECT s.counts -> (u.ordinal - 1)::int) AS c (value)
    ) AS p
    LEFT JOIN stock_entries e ON e.ledger_id = p.ledger_id AND e.sku = p.sku AND e.warehouse_id = p.warehouse_id
      AND (p.counted_at IS NULL
        OR e.kind = 'change' AND ${millisecondsOf('e.happened_at')} > p.counted_at
        OR e.kind = 'shipment'
          AND ${millisecondsOf('CASE WHEN p.on_hand THEN e.left_at ELSE e.happened_at END')} >= p.counted_at)
    GROUP BY p.ledger_id, p.sku, p.warehouse_id, p.quantity, p.missing, p.counted`;
}

/**
 * SQL of the current stock, a row for each ledger, SKU and warehouse (database id): `(ledger_id, sku, warehouse_id,
 * ordinal, free, reserved, quantity, is_short)`. Units that a row has reserved in an earlier epoch are free now.
 */
export function currentStock(ledgers: string): string {
  return `
    SELECT l.ledger_id, s.sku, s.warehouse_group, u.warehouse_id, u.ordinal, u.free + u.reserved AS quantity, u.free,
           s.is_short, CASE WHEN s.reserved_epoch = l.stock_epoch THEN u.reserved ELSE 0 END AS reserved
    FROM ${ledgers} AS l
    JOIN stock s ON s.ledger_id = l.ledger_id AND s.version = l.stock_version
    CROSS JOIN LATERAL unnest(s.warehouse_ids, s.free, s.reserved) WITH ORDINALITY
      AS u (warehouse_id, free, reserved, ordinal)`;
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
