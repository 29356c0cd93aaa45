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
  await copyIn(tx, `COPY inventory_upload (${SNAPSHOT_COLUMNS}) FROM STDIN`, text);
  const { rows } = await tx.query<{ sku: string; warehouse_id: string; position: number }>(
    `SELECT r.sku, w.warehouse_id, r.position
     FROM (SELECT sku, warehouse_id, (array_agg(position ORDER BY position))[2] AS position
           FROM inventory_upload GROUP BY sku, warehouse_id HAVING count(*) > 1) r
     JOIN ledgers l ON l.id = $1
     JOIN warehouses w ON w.id = r.warehouse_id AND w.client_id = l.client_id
     ORDER BY r.position LIMIT 1`,
    [ledgerId],
  );
  if (rows[0] === undefined) return;
  const { sku, warehouse_id, position } = rows[0];
  throw new AppError(
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
  const { rows } = await tx.query<{ id: string; received: number; inserted: number; updated: number }>({
    name: 'upsert-inventory',
    text: `
      WITH sent_facts AS (
        SELECT sku,
               (array_agg(unit_value ORDER BY position DESC) FILTER (WHERE unit_value IS NOT NULL))[1] AS unit_value,
               (array_agg(sku_description ORDER BY position DESC)
                  FILTER (WHERE sku_description IS NOT NULL))[1] AS sku_description
        FROM inventory_upload
        WHERE unit_value IS NOT NULL OR sku_description IS NOT NULL
        GROUP BY sku
      ), changed_facts AS (
        SELECT f.* FROM sent_facts f
        LEFT JOIN skus s ON s.ledger_id = $1 AND s.sku = f.sku
        WHERE COALESCE(f.unit_value, s.unit_value) IS DISTINCT FROM s.unit_value
           OR COALESCE(f.sku_description, s.sku_description) IS DISTINCT FROM s.sku_description
      ), state AS MATERIALIZED (
        SELECT u.sku, u.warehouse_id, u.quantity,
               i.sku IS NULL AS is_new,
               i.quantity IS DISTINCT FROM u.quantity AS quantity_changed,
               f.sku IS NOT NULL AND (u.unit_value IS NOT NULL OR u.sku_description IS NOT NULL) AS facts_changed
        FROM inventory_upload u
        LEFT JOIN inventory i ON i.ledger_id = $1 AND i.sku = u.sku AND i.warehouse_id = u.warehouse_id
        LEFT JOIN changed_facts f ON f.sku = u.sku
      ), ingest AS (
        INSERT INTO ingest_runs (ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged)
        SELECT $1, $2, count(*), count(*) FILTER (WHERE is_new),
               count(*) FILTER (WHERE NOT is_new AND (quantity_changed OR facts_changed)),
               count(*) FILTER (WHERE NOT is_new AND NOT quantity_changed AND NOT facts_changed)
        FROM state
        RETURNING id, rows_received, rows_inserted, rows_updated
      ), saved_facts AS (
        INSERT INTO skus AS s (ledger_id, sku, unit_value, sku_description)
        SELECT $1, sku, unit_value, sku_description FROM changed_facts
        ON CONFLICT (ledger_id, sku) DO UPDATE
          SET unit_value = COALESCE(excluded.unit_value, s.unit_value),
              sku_description = COALESCE(excluded.sku_description, s.sku_description)
      ), saved_stock AS (
        INSERT INTO inventory (ledger_id, sku, warehouse_id, quantity, reserved, reserved_epoch, ingest_run_id)
        SELECT $1, sku, warehouse_id, quantity, 0, $3, (SELECT id FROM ingest)
        FROM state WHERE is_new OR quantity_changed
        ON CONFLICT (ledger_id, sku, warehouse_id) DO UPDATE
          SET quantity = excluded.quantity, reserved = 0, reserved_epoch = excluded.reserved_epoch,
              ingest_run_id = excluded.ingest_run_id
      )
      SELECT id, rows_received AS received, rows_inserted AS inserted, rows_updated AS updated FROM ingest`,
    values: [ledgerId, sourceName, epoch.rows[0]!.stock_epoch],
  });
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
