import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { column } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import type { Counting } from './counting.ts';
import { toMoment } from './pair-rows.ts';
import type { SkuFacts } from './snapshot-rows.ts';
import { currentVersion } from './stock-store.ts';

/** How many rows of a snapshot were received, and what they changed. */
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
 * SQL that ends a sync of a ledger whose lock the transaction has: no later decision is before it, and its next stock epoch
 * starts, which releases every active reservation, if it ends all. `switchesVersion`: the next version of the stock is the
 * current one from now on.
 */
export function endSync(ledgerId: number, { dated, endsAll }: Counting, switchesVersion: boolean): Sql {
  return sql`
    UPDATE ledgers SET latest_count = greatest(latest_count, ${toMoment(dated)}),
                       stock_epoch = stock_epoch + ${endsAll ? 1 : 0}::int,
                       stock_version = stock_version + ${switchesVersion ? 1 : 0}::int
    WHERE id = ${ledgerId}`;
}

/**
 * Saves the values, weights and descriptions of a snapshot into a version of the stock. What a SKU has none of stays as
 * it is in the current version. Returns the SKUs that changed. OFFSET 0 makes the planner look each SKU up by its key.
 */
export async function saveFacts(
  tx: pg.PoolClient,
  ledgerId: number,
  facts: ReadonlyMap<string, SkuFacts>,
  version: Sql,
): Promise<ReadonlySet<string>> {
  if (facts.size === 0) return new Set();
  const sent = [...facts];
  const { rows } = await tx.query<{ sku: string }>(
    prepared(sql`
      INSERT INTO skus (ledger_id, version, sku, unit_value, unit_weight, sku_description)
      SELECT ${ledgerId}, ${version}, sent.sku, coalesce(sent.unit_value, before.unit_value),
             coalesce(sent.unit_weight, before.unit_weight), coalesce(sent.sku_description, before.sku_description)
      FROM (
        SELECT sku, unit_value::numeric(19,4), unit_weight::numeric(19,4), sku_description
        FROM ROWS FROM (
          ${column(sent, 'text', ([sku]) => sku)},
          ${column(sent, 'text', ([, { unit_value }]) => unit_value?.toString() ?? null)},
          ${column(sent, 'text', ([, { unit_weight }]) => unit_weight?.toString() ?? null)},
          ${column(sent, 'text', ([, { sku_description }]) => sku_description)}
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
