import type pg from 'pg';
import { arrayColumn, textColumn } from '../db/columns.ts';
import { prepared, sql } from '../db/sql.ts';
import type { HeldSku, MergedSku } from './merge-sku.ts';
import type { SentSku } from './sent-skus.ts';

/** A sync under way. */
export interface IngestRun {
  readonly ingest_run_id: number;
  readonly stock_epoch: number;
}

/** What became of the rows of a snapshot. */
export interface RowCounts {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
}

/** Takes a ledger's lock and starts its next stock epoch, which releases every active reservation. */
export async function openIngest(tx: pg.PoolClient, ledgerId: number): Promise<IngestRun> {
  const { rows } = await tx.query<IngestRun>({
    name: 'open-ingest',
    text: `WITH ledger AS (UPDATE ledgers SET stock_epoch = stock_epoch + 1 WHERE id = $1 RETURNING stock_epoch)
           SELECT stock_epoch, nextval('ingest_runs_id_seq') AS ingest_run_id FROM ledger`,
    values: [ledgerId],
  });
  return rows[0]!;
}

/**
 * Saves the values and descriptions that a snapshot carries. What it does not carry of a SKU stays. Returns the SKUs
 * of which something is another now; OFFSET 0 has each looked up by its key.
 */
export async function saveFacts(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly SentSku[],
): Promise<ReadonlySet<string>> {
  const told = skus.filter(
    ({ unit_value, sku_description }) => unit_value !== null || sku_description !== null,
  );
  if (told.length === 0) return new Set();
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      INSERT INTO skus AS known (ledger_id, sku, unit_value, sku_description)
      SELECT ${ledgerId}, told.sku, told.unit_value, told.sku_description
      FROM (
        SELECT sku, unit_value::numeric(19,4), sku_description
        FROM ROWS FROM (
          ${textColumn(told, ({ sku }) => sku)},
          ${textColumn(told, ({ unit_value }) => unit_value?.toString() ?? null)},
          ${textColumn(told, ({ sku_description }) => sku_description)}
        ) AS sent (sku, unit_value, sku_description)
      ) AS told
      LEFT JOIN LATERAL (
        SELECT unit_value, sku_description FROM skus WHERE ledger_id = ${ledgerId} AND sku = told.sku OFFSET 0
      ) AS before ON true
      WHERE coalesce(told.unit_value, before.unit_value) IS DISTINCT FROM before.unit_value
         OR coalesce(told.sku_description, before.sku_description) IS DISTINCT FROM before.sku_description
      ON CONFLICT (ledger_id, sku) DO UPDATE
        SET unit_value = coalesce(excluded.unit_value, known.unit_value),
            sku_description = coalesce(excluded.sku_description, known.sku_description)
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
           FROM stock WHERE ledger_id = $1 AND sku = ANY($2)`,
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

/** Writes the stock of some SKUs, all of it free. */
export async function saveSkus(
  tx: pg.PoolClient,
  ledgerId: number,
  { stock_epoch }: IngestRun,
  skus: readonly MergedSku[],
): Promise<void> {
  if (skus.length === 0) return;
  await tx.query(
    prepared(sql`
      INSERT INTO stock (ledger_id, sku, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids)
      SELECT ${ledgerId}, sku, warehouse_ids::int[], quantities::int[],
             array_fill(0, ARRAY[cardinality(quantities::int[])]), ${stock_epoch}, ingest_run_ids::bigint[]
      FROM ROWS FROM (
        ${textColumn(skus, ({ sku }) => sku)},
        ${arrayColumn(skus, ({ warehouses }) => warehouses)},
        ${arrayColumn(skus, ({ quantities }) => quantities)},
        ${arrayColumn(skus, ({ ingest_run_ids }) => ingest_run_ids)}
      ) AS merged (sku, warehouse_ids, quantities, ingest_run_ids)
      ON CONFLICT (ledger_id, sku) DO UPDATE
        SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
            reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids`),
  );
}

/** Writes down what a sync did. */
export async function saveIngestRun(
  tx: pg.PoolClient,
  ledgerId: number,
  { ingest_run_id }: IngestRun,
  sourceName: string | null,
  { received, inserted, updated }: RowCounts,
): Promise<void> {
  await tx.query({
    name: 'save-ingest-run',
    text: `INSERT INTO ingest_runs (id, ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [ingest_run_id, ledgerId, sourceName, received, inserted, updated, received - inserted - updated],
  });
}
