import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { type LockedLedger, MILLISECONDS_NOW } from '../../account/ledger-lock.ts';
import { arrayColumn, column } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import { toMoment } from './pair-rows.ts';
import type { SentSku } from './sent-skus.ts';
import { currentVersion } from './stock-version.ts';

/** How many rows of a snapshot were received, and what they changed. */
export interface RowCounts {
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
}

/**
 * A SKU's current snapshot. The lists have an element for each warehouse: its database id, its units, the sync that
 * sent them.
 */
export interface StoredSku {
  readonly warehouses: readonly number[];
  readonly quantities: readonly number[];
  readonly ingest_run_ids: readonly (number | null)[];
}

/** A SKU's next snapshot. */
export interface MergedSku extends StoredSku {
  readonly sku: string;
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
 * SQL that takes a ledger's lock and starts its next stock epoch, which releases every active reservation, unless
 * `endsReservations` is false. With `switchVersion` it also makes the next version of the stock the current one.
 */
export function startEpoch(
  ledgerId: number,
  { switchVersion = false, endsReservations = true }: EpochStart = {},
): Sql {
  return sql`
    UPDATE ledgers SET stock_epoch = stock_epoch + ${endsReservations ? 1 : 0}, stock_version = stock_version + ${switchVersion ? 1 : 0}
    WHERE id = ${ledgerId} RETURNING is_tracked, ${MILLISECONDS_NOW} AS as_of`;
}

/** A ledger whose next stock epoch has started. */
export type StartedEpoch = Pick<LockedLedger, 'is_tracked' | 'as_of'>;

interface EpochStart {
  readonly switchVersion?: boolean;
  readonly endsReservations?: boolean;
}

/**
 * Saves the values, weights and descriptions of a snapshot into a version of the stock. What a SKU has none of stays as
 * it is in the current version. Returns the SKUs that changed. OFFSET 0 makes the planner look each SKU up by its key.
 */
export async function saveFacts(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly SentSku[],
  version: Sql,
): Promise<ReadonlySet<string>> {
  const sent = skus.filter(
    ({ unit_value, unit_weight, sku_description }) =>
      unit_value !== null || unit_weight !== null || sku_description !== null,
  );
  if (sent.length === 0) return new Set();
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      INSERT INTO skus (ledger_id, version, sku, unit_value, unit_weight, sku_description)
      SELECT ${ledgerId}, ${version}, sent.sku, coalesce(sent.unit_value, before.unit_value),
             coalesce(sent.unit_weight, before.unit_weight), coalesce(sent.sku_description, before.sku_description)
      FROM (
        SELECT sku, unit_value::numeric(19,4), unit_weight::numeric(19,4), sku_description
        FROM ROWS FROM (
          ${column(sent, 'text', ({ sku }) => sku)},
          ${column(sent, 'text', ({ unit_value }) => unit_value?.toString() ?? null)},
          ${column(sent, 'text', ({ unit_weight }) => unit_weight?.toString() ?? null)},
          ${column(sent, 'text', ({ sku_description }) => sku_description)}
        ) AS sent (sku, unit_value, unit_weight, sku_description)
      ) AS sent
      LEFT JOIN LATERAL (
        SELECT unit_value, unit_weight, sku_description FROM skus
        WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND sku = sent.sku OFFSET 0
      ) AS before ON true
      WHERE coalesce(sent.unit_value, before.unit_value) IS DISTINCT FROM before.unit_value
         OR coalesce(sent.unit_weight, before.unit_weight) IS DISTINCT FROM before.unit_weight
         OR coalesce(sent.sku_description, before.sku_description) IS DISTINCT FROM before.sku_description
      ON CONFLICT (ledger_id, version, sku) DO UPDATE
        SET unit_value = excluded.unit_value, unit_weight = excluded.unit_weight,
            sku_description = excluded.sku_description
      RETURNING sku`),
  );
  return new Set(rows.map(({ sku }) => sku));
}

type StoredSkuJson = [
  sku: string,
  warehouseIds: number[],
  quantities: number[],
  reserved: number[],
  runs: number[],
];

/** Reads the current snapshot of some SKUs. A SKU without one is left out. */
export async function readStoredSkus(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, StoredSku>> {
  const { rows } = await tx.query<{ stored: string | null }>({
    name: 'read-stored-skus',
    text: `SELECT json_agg(json_build_array(sku, warehouse_ids, free, reserved, ingest_run_ids))::text AS stored
           FROM stock
           WHERE ledger_id = $1 AND version = (SELECT stock_version FROM ledgers WHERE id = $1) AND sku = ANY($2)`,
    values: [ledgerId, skus],
  });
  const stored = new Map<string, StoredSku>();
  for (const [sku, warehouses, free, reserved, ingest_run_ids] of JSON.parse(
    rows[0]!.stored ?? '[]',
  ) as StoredSkuJson[]) {
    stored.set(sku, {
      warehouses,
      quantities: free.map((units, place) => units + reserved[place]!),
      ingest_run_ids,
    });
  }
  return stored;
}

/** SQL that writes the stock of some SKUs into a version. All units are free. */
export function upsertStock(ledgerId: number, skus: readonly MergedSku[], version: Sql): Sql[] {
  if (skus.length === 0) return [];
  return [
    sql`
      INSERT INTO stock (ledger_id, version, sku, warehouse_ids, free, reserved, ingest_run_ids)
      SELECT ${ledgerId}, ${version}, sku, warehouse_ids::int[], quantities::int[],
             array_fill(0, ARRAY[cardinality(quantities::int[])]), ingest_run_ids::bigint[]
      FROM ROWS FROM (
        ${column(skus, 'text', ({ sku }) => sku)},
        ${arrayColumn(skus, ({ warehouses }) => warehouses)},
        ${arrayColumn(skus, ({ quantities }) => quantities)},
        ${arrayColumn(skus, ({ ingest_run_ids }) => ingest_run_ids)}
      ) AS merged (sku, warehouse_ids, quantities, ingest_run_ids)
      ON CONFLICT (ledger_id, version, sku) DO UPDATE
        SET warehouse_ids = excluded.warehouse_ids, free = excluded.free, reserved = excluded.reserved,
            reserved_epoch = excluded.reserved_epoch, ingest_run_ids = excluded.ingest_run_ids`,
  ];
}

/** SQL that records a sync. It is of the moment at which it took the ledger's lock, in milliseconds since 1970. */
export function insertIngestRun(
  ledgerId: number,
  ingestRunId: number,
  sourceName: string | null,
  { received, inserted, updated }: RowCounts,
  takenAt: number,
): Sql {
  const unchanged = received - inserted - updated;
  return sql`
    INSERT INTO ingest_runs (id, ledger_id, source_name, rows_received, rows_inserted, rows_updated, rows_unchanged,
                             created_at)
    VALUES (${ingestRunId}, ${ledgerId}, ${sourceName}, ${received}, ${inserted}, ${updated}, ${unchanged},
            ${toMoment(takenAt)})`;
}
