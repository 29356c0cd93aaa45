import type pg from 'pg';
import { arrayColumn, textColumn } from '../db/columns.ts';
import { prepared, type Sql, sql } from '../db/sql.ts';
import type { HeldSku, MergedSku } from './merge-sku.ts';
import type { SentSku } from './sent-skus.ts';
import { currentVersion } from './stock-version.ts';

/** What became of the rows of a snapshot. */
export interface RowCounts {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
}

/** Takes the id of a sync. */
export async function takeIngestRunId(tx: pg.PoolClient): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'take-ingest-run-id',
    text: `SELECT nextval('ingest_runs_id_seq') AS id`,
  });
  return rows[0]!.id;
}

/**
 * Takes a ledger's lock and starts its next stock epoch, which releases every active reservation. `switchVersion` also
 * makes the next version of the stock the current one.
 */
export async function startEpoch(
  tx: pg.PoolClient,
  ledgerId: number,
  { switchVersion = false }: { readonly switchVersion?: boolean } = {},
): Promise<void> {
  await tx.query({
    name: 'start-epoch',
    text: 'UPDATE ledgers SET stock_epoch = stock_epoch + 1, stock_version = stock_version + $2 WHERE id = $1',
    values: [ledgerId, switchVersion ? 1 : 0],
  });
}

/**
 * Saves the values and descriptions that a snapshot carries, into a version of the stock. What it does not carry of a
 * SKU stays as it is in the current version. Returns the SKUs of which something is another now; OFFSET 0 has each
 * looked up by its key.
 */
export async function saveFacts(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly SentSku[],
  version: Sql,
): Promise<ReadonlySet<string>> {
  const told = skus.filter(
    ({ unit_value, sku_description }) => unit_value !== null || sku_description !== null,
  );
  if (told.length === 0) return new Set();
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      INSERT INTO skus (ledger_id, version, sku, unit_value, sku_description)
      SELECT ${ledgerId}, ${version}, told.sku, coalesce(told.unit_value, before.unit_value),
             coalesce(told.sku_description, before.sku_description)
      FROM (
        SELECT sku, unit_value::numeric(19,4), sku_description
        FROM ROWS FROM (
          ${textColumn(told, ({ sku }) => sku)},
          ${textColumn(told, ({ unit_value }) => unit_value?.toString() ?? null)},
          ${textColumn(told, ({ sku_description }) => sku_description)}
        ) AS sent (sku, unit_value, sku_description)
      ) AS told
      LEFT JOIN LATERAL (
        SELECT unit_value, sku_description FROM skus
        WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND sku = told.sku OFFSET 0
      ) AS before ON true
      WHERE coalesce(told.unit_value, before.unit_value) IS DISTINCT FROM before.unit_value
         OR coalesce(told.sku_description, before.sku_description) IS DISTINCT FROM before.sku_description
      ON CONFLICT (ledger_id, version, sku) DO UPDATE
        SET unit_value = excluded.unit_value, sku_description = excluded.sku_description
      RETURNING sku`),
  );
  return new Set(rows.map(({ sku }) => sku));
}

type HeldJson = [
  sku: string,
  warehouseIds: number[],
  quantities: number[],
  reserved: number[],
  runs: number[],
];

/** Reads the last snapshot of some SKUs. One without is left out. */
export async function readHeldSkus(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, HeldSku>> {
  const { rows } = await tx.query<{ held: string | null }>({
    name: 'read-held-skus',
    text: `SELECT json_agg(json_build_array(sku, warehouse_ids, free, reserved, ingest_run_ids))::text AS held
           FROM stock
           WHERE ledger_id = $1 AND version = (SELECT stock_version FROM ledgers WHERE id = $1) AND sku = ANY($2)`,
    values: [ledgerId, skus],
  });
  const held = new Map<string, HeldSku>();
  for (const [sku, warehouses, free, reserved, ingest_run_ids] of JSON.parse(
    rows[0]!.held ?? '[]',
  ) as HeldJson[]) {
    held.set(sku, {
      warehouses,
      quantities: free.map((units, place) => units + reserved[place]!),
      ingest_run_ids,
    });
  }
  return held;
}

/** Writes the stock of some SKUs into a version, all of it free. */
export async function saveSkus(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly MergedSku[],
  version: Sql,
): Promise<void> {
  if (skus.length === 0) return;
  await tx.query(
    prepared(sql`
      INSERT INTO stock (ledger_id, version, sku, warehouse_ids, free, reserved, ingest_run_ids)
      SELECT ${ledgerId}, ${version}, sku, warehouse_ids::int[], quantities::int[],
             array_fill(0, ARRAY[cardinality(quantities::int[])]), ingest_run_ids::bigint[]
      FROM ROWS FROM (
        ${textColumn(skus, ({ sku }) => sku)},
        ${arrayColumn(skus, ({ warehouses }) => warehouses)},
        ${arrayColumn(skus, ({ quantities }) => quantities)},
        ${arrayColumn(skus, ({ ingest_run_ids }) => ingest_run_ids)}
      ) AS merged (sku, warehouse_ids, quantities, ingest_run_ids)
      ON CONFLICT (ledger_id, version, sku) DO UPDATE
        SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
            reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids`),
  );
}

/** Writes down what a sync did. */
export async function saveIngestRun(
  tx: pg.PoolClient,
  ledgerId: number,
  ingestRunId: number,
  sourceName: string | null,
  { received, inserted, updated }: RowCounts,
): Promise<void> {
  await tx.query({
    name: 'save-ingest-run',
    // Not now(), which is when the transaction began: an upload's takes long.
    text: `INSERT INTO ingest_runs (id, ledger_id, source_name, rows_received, rows_inserted, rows_updated,
                                    rows_unchanged, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
    values: [ingestRunId, ledgerId, sourceName, received, inserted, updated, received - inserted - updated],
  });
}
