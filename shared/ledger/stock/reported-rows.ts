import sql, { type Sql } from 'sql-template-tag';
import { column } from '../../db/columns.ts';
import type { Queryable } from '../../db/database.ts';

// When a sync last reported a row. A row that a sync changes says so itself. For rows that it reports and does not change, it
// writes only what it reported: of a warehouse all rows (`stock_warehouses`), or a set of SKUs (`stock_feeds`). A file that is
// sent again and again is one set, so that it costs one short write. Callers have the lock of the ledger's syncs.

/** What a sync reported of a warehouse, in rows. */
export interface ReportedRows {
  reported: number;
  inserted: number;
  /** Those whose quantity did not change. */
  unchanged: number;
}

/** By the database id of the warehouse. */
export type ReportedWarehouses = Map<number, ReportedRows>;

/** The rows that each warehouse of a ledger had before. */
export async function countStockRows(db: Queryable, ledgerId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ warehouse_id: number; rows: number }>({
    name: 'count-stock-rows',
    text: 'SELECT warehouse_id, rows FROM stock_warehouses WHERE ledger_id = $1',
    values: [ledgerId],
  });
  return new Map(rows.map(({ warehouse_id, rows: count }) => [warehouse_id, count]));
}

/** The most SKUs of a part. */
const PART_SKUS = 1000;

/** The most sets of a warehouse. If there are more, all but the latest half become one. */
const MAX_FEEDS = 100;

/**
 * SQL that writes what a sync reported. `rowsOf` is SQL that selects `sku` and `warehouse_id` of the rows that were reported at some
 * warehouses.
 */
export function saveReported(
  ledgerId: number,
  ingestRunId: number,
  reported: ReportedWarehouses,
  before: ReadonlyMap<number, number>,
  rowsOf: (warehouses: readonly number[]) => Sql,
): Sql[] {
  const counts = [...reported].map(([warehouse, rows]) => {
    const all = (before.get(warehouse) ?? 0) + rows.inserted;
    return { warehouse, ...rows, isAll: rows.reported === all };
  });
  const written = counts.filter(({ inserted, isAll }) => inserted > 0 || isAll);
  const whole = written.filter(({ isAll }) => isAll).map(({ warehouse }) => warehouse);
  const parts = counts.filter(({ unchanged, isAll }) => unchanged > 0 && !isAll);
  const statements: Sql[] = [];
  if (written.length > 0) {
    statements.push(sql`
      INSERT INTO stock_warehouses AS w (ledger_id, warehouse_id, rows, reported_by)
      SELECT ${ledgerId}, ${column(written, 'int', ({ warehouse }) => warehouse)},
             ${column(written, 'int', ({ inserted }) => inserted)},
             ${column(written, 'bigint', ({ isAll }) => (isAll ? ingestRunId : null))}
      ON CONFLICT (ledger_id, warehouse_id) DO UPDATE
        SET rows = w.rows + excluded.rows, reported_by = coalesce(excluded.reported_by, w.reported_by)`);
  }
  if (whole.length > 0)
    statements.push(
      sql`DELETE FROM stock_feeds WHERE ledger_id = ${ledgerId} AND warehouse_id = ANY(${whole}::int[])`,
    );
  if (parts.length > 0) {
    const warehouses = parts.map(({ warehouse }) => warehouse);
    statements.push(saveFeeds(ledgerId, ingestRunId, rowsOf(warehouses)), joinFeeds(ledgerId, warehouses));
  }
  return statements;
}

/** Saves sets of SKUs, one of each warehouse. Of a known set only the sync changes. */
function saveFeeds(ledgerId: number, ingestRunId: number, rows: Sql): Sql {
  return sql`
    WITH reported AS (${rows}),
    feeds AS (SELECT warehouse_id, md5(string_agg(sku, chr(10) ORDER BY sku)) AS feed FROM reported GROUP BY 1),
    again AS (
      UPDATE stock_feeds f SET reported_by = ARRAY[${ingestRunId}::bigint] FROM feeds
      WHERE f.ledger_id = ${ledgerId} AND f.warehouse_id = feeds.warehouse_id AND f.feed = feeds.feed
      RETURNING f.warehouse_id
    )
    INSERT INTO stock_feeds (ledger_id, warehouse_id, feed, first_sku, last_sku, skus, reported_by)
    SELECT ${ledgerId}, warehouse_id, feed, min(sku), max(sku), array_agg(sku ORDER BY sku), ARRAY[${ingestRunId}::bigint]
    FROM (
      SELECT warehouse_id, feed, sku,
             (row_number() OVER (PARTITION BY warehouse_id ORDER BY sku) - 1) / ${PART_SKUS}::int AS part
      FROM reported JOIN feeds USING (warehouse_id) WHERE warehouse_id NOT IN (SELECT warehouse_id FROM again)
    ) AS parts
    GROUP BY warehouse_id, feed, part`;
}

/** Of a warehouse with too many sets, makes one of the older ones, whose name is empty, in which each SKU has its sync. */
function joinFeeds(ledgerId: number, warehouses: readonly number[]): Sql {
  return sql`
    WITH older AS (
      SELECT warehouse_id, feed
      FROM (
        SELECT warehouse_id, feed, count(*) OVER (PARTITION BY warehouse_id) AS feeds,
               row_number() OVER (PARTITION BY warehouse_id ORDER BY max(reported_by[1]) DESC) AS place
        FROM stock_feeds WHERE ledger_id = ${ledgerId} AND warehouse_id = ANY(${warehouses}::int[]) AND feed <> ''
        GROUP BY 1, 2
      ) AS counted
      WHERE feeds > ${MAX_FEEDS}::int AND place > ${MAX_FEEDS}::int / 2
    ), gone AS (
      DELETE FROM stock_feeds f
      WHERE f.ledger_id = ${ledgerId} AND f.warehouse_id IN (SELECT warehouse_id FROM older)
        AND (f.feed = '' OR (f.warehouse_id, f.feed) IN (SELECT warehouse_id, feed FROM older))
      RETURNING f.warehouse_id, f.skus, f.reported_by
    ), joined AS (
      SELECT gone.warehouse_id, each.sku, max(coalesce(each.reported_by, gone.reported_by[1])) AS reported_by
      FROM gone CROSS JOIN LATERAL unnest(gone.skus, gone.reported_by) AS each (sku, reported_by) GROUP BY 1, 2
    )
    INSERT INTO stock_feeds (ledger_id, warehouse_id, feed, first_sku, last_sku, skus, reported_by)
    SELECT ${ledgerId}, warehouse_id, '', min(sku), max(sku), array_agg(sku ORDER BY sku), array_agg(reported_by ORDER BY sku)
    FROM (
      SELECT *, (row_number() OVER (PARTITION BY warehouse_id ORDER BY sku) - 1) / ${PART_SKUS}::int AS part FROM joined
    ) AS parts
    GROUP BY warehouse_id, part`;
}
