import type pg from 'pg';
import { copyIn } from '../db/copy.ts';
import { AppError } from '../errors/app-error.ts';
import { type PlaceOf, SNAPSHOT_COLUMNS } from './snapshot-rows.ts';

export interface UpsertCounts {
  readonly ingest_run_id: number;
  readonly rows_received: number;
  readonly rows_upserted: number;
  readonly rows_inserted: number;
  readonly rows_updated: number;
  readonly rows_unchanged: number;
}

/**
 * Each look-up goes by the SKUs that were sent, never over all that the ledger ever had: OFFSET 0 keeps the planner
 * from joining whole tables instead. The latest row of a SKU that carries a fact is found by its position, as
 * sorting all rows costs more than reading them once again. A row that changes is found by its ctid: nobody else
 * writes to the ledger's stock while it is locked.
 */
const UPSERT = `
  WITH sent_skus AS MATERIALIZED (
    SELECT sku, max(position) FILTER (WHERE unit_value IS NOT NULL) AS value_at,
           max(position) FILTER (WHERE sku_description IS NOT NULL) AS description_at
    FROM inventory_upload
    GROUP BY sku
  ), changed_facts AS MATERIALIZED (
    SELECT k.sku, v.unit_value, d.sku_description
    FROM sent_skus k
    LEFT JOIN inventory_upload v ON v.position = k.value_at
    LEFT JOIN inventory_upload d ON d.position = k.description_at
    LEFT JOIN LATERAL (
      SELECT unit_value, sku_description FROM skus WHERE ledger_id = $1 AND sku = k.sku OFFSET 0
    ) s ON true
    WHERE COALESCE(v.unit_value, s.unit_value) IS DISTINCT FROM s.unit_value
       OR COALESCE(d.sku_description, s.sku_description) IS DISTINCT FROM s.sku_description
  ), held AS MATERIALIZED (
    SELECT k.sku, i.warehouse_id, i.quantity, i.place, f.sku IS NOT NULL AS facts_changed
    FROM sent_skus k
    LEFT JOIN changed_facts f ON f.sku = k.sku
    CROSS JOIN LATERAL (
      SELECT warehouse_id, quantity, ctid AS place FROM inventory WHERE ledger_id = $1 AND sku = k.sku OFFSET 0
    ) i
  ), state AS MATERIALIZED (
    SELECT u.sku, u.warehouse_id, u.quantity, h.place, h.quantity <> u.quantity AS quantity_changed,
           h.facts_changed AND (u.unit_value IS NOT NULL OR u.sku_description IS NOT NULL) AS facts_changed
    FROM inventory_upload u
    LEFT JOIN held h ON h.sku = u.sku AND h.warehouse_id = u.warehouse_id
  ), ingest AS (
    INSERT INTO ingest_runs (ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged)
    SELECT $1, $2, count(*), count(*) FILTER (WHERE place IS NULL),
           count(*) FILTER (WHERE quantity_changed OR facts_changed),
           count(*) FILTER (WHERE NOT (quantity_changed OR facts_changed))
    FROM state
    RETURNING id, rows_received, rows_inserted, rows_updated
  ), saved_facts AS (
    INSERT INTO skus AS s (ledger_id, sku, unit_value, sku_description)
    SELECT $1, sku, unit_value, sku_description FROM changed_facts
    ON CONFLICT (ledger_id, sku) DO UPDATE
      SET unit_value = COALESCE(excluded.unit_value, s.unit_value),
          sku_description = COALESCE(excluded.sku_description, s.sku_description)
  ), changed_stock AS (
    UPDATE inventory i
    SET quantity = s.quantity, reserved = 0, reserved_epoch = $3, ingest_run_id = (SELECT id FROM ingest)
    FROM state s
    WHERE s.quantity_changed AND i.ctid = s.place
      AND i.ctid = ANY (ARRAY(SELECT place FROM state WHERE quantity_changed))
  ), new_stock AS (
    INSERT INTO inventory (ledger_id, sku, warehouse_id, quantity, reserved, reserved_epoch, ingest_run_id)
    SELECT $1, sku, warehouse_id, quantity, 0, $3, (SELECT id FROM ingest) FROM state WHERE place IS NULL
  )
  SELECT id, rows_received AS received, rows_inserted AS inserted, rows_updated AS updated FROM ingest`;

/**
 * Puts a snapshot (COPY text of SNAPSHOT_COLUMNS) where `upsertSnapshot` takes it from, in the same transaction
 * and before the ledger is locked. Throws AppError duplicate_inventory_row.
 */
export async function stageSnapshot(
  tx: pg.PoolClient,
  ledgerId: number,
  text: Iterable<string> | AsyncIterable<string>,
  placeOf: PlaceOf,
): Promise<void> {
  await tx.query(`CREATE TEMP TABLE IF NOT EXISTS inventory_upload (
      position int, sku text, warehouse_id int, quantity int, unit_value numeric(19,4), sku_description text
    ) ON COMMIT DELETE ROWS`);
  const staged = await copyIn(tx, `COPY inventory_upload (${SNAPSHOT_COLUMNS}) FROM STDIN`, text);
  // Which one stands twice is dearer to find than that one does.
  const distinct = await tx.query<{ count: number }>({
    name: 'count-distinct-inventory',
    text: 'SELECT count(*) FROM (SELECT FROM inventory_upload GROUP BY warehouse_id, sku) AS places',
  });
  if (distinct.rows[0]!.count !== staged) throw await duplicateRow(tx, ledgerId, placeOf);
}

async function duplicateRow(tx: pg.PoolClient, ledgerId: number, placeOf: PlaceOf): Promise<AppError> {
  const { rows } = await tx.query<{ sku: string; warehouse_id: string; position: number }>(
    `SELECT r.sku, w.warehouse_id, r.position
     FROM (SELECT sku, warehouse_id, (array_agg(position ORDER BY position))[2] AS position
           FROM inventory_upload GROUP BY sku, warehouse_id HAVING count(*) > 1) r
     JOIN ledgers l ON l.id = $1
     JOIN warehouses w ON w.id = r.warehouse_id AND w.client_id = l.client_id
     ORDER BY r.position LIMIT 1`,
    [ledgerId],
  );
  const { sku, warehouse_id, position } = rows[0]!;
  return new AppError(
    'duplicate_inventory_row',
    `Duplicate inventory row: SKU ${sku} at ${warehouse_id} stands more than once (again at ${placeOf(position)}). ` +
      'A SKU may appear only once per warehouse in one request.',
  );
}

/**
 * Takes the staged snapshot into the ledger's inventory and starts a new stock epoch, which releases every
 * active reservation. The caller's transaction decides whether it holds. The latest row of a SKU that carries a
 * value or a description sets it for the SKU.
 */
export async function upsertSnapshot(
  tx: pg.PoolClient,
  ledgerId: number,
  sourceName: string | null,
): Promise<UpsertCounts> {
  const epoch = await tx.query<{ stock_epoch: number }>(
    'UPDATE ledgers SET stock_epoch = stock_epoch + 1 WHERE id = $1 RETURNING stock_epoch',
    [ledgerId],
  );
  // Unnamed, so that it is planned each time: the table of staged rows has no statistics but its present size.
  const { rows } = await tx.query<{ id: string; received: number; inserted: number; updated: number }>(
    UPSERT,
    [ledgerId, sourceName, epoch.rows[0]!.stock_epoch],
  );
  const { id, received, inserted, updated } = rows[0]!;
  return {
    ingest_run_id: Number(id),
    rows_received: received,
    rows_upserted: received,
    rows_inserted: inserted,
    rows_updated: updated,
    rows_unchanged: received - inserted - updated,
  };
}
