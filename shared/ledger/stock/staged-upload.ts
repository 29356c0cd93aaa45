import type pg from 'pg';
import type { FoundFaults } from '../../contracts/intake/found-faults.ts';
import type { InventoryRow } from '../../contracts/inventory.ts';
import { copyIn, copyRow } from '../../db/copy.ts';
import { allowLongStatements, longStatement } from '../../db/timeouts.ts';
import type { AppError } from '../../foundation/errors/app-error.ts';
import { MAX_FAULTS_SHOWN } from '../../foundation/errors/faults.ts';
import { duplicateRow, type PlaceOf, repeatedRow, type SentRow, type Snapshot } from './snapshot-rows.ts';

/**
 * The columns of the temporary table in which the rows of an upload are stored, so that they can be grouped by SKU in
 * whatever order they come.
 */
const COLUMNS = 'position, sku, warehouse_id, quantity, unit_value, unit_weight, sku_description';

/** About the most rows in memory at once, and the most SKUs. A SKU may have a row at each of hundreds of warehouses. */
const ROWS_A_PART = 20_000;
const SKUS_A_PART = 2000;

/** A row as COPY text. `warehouse` is a database id. Each row has a larger position than the row before. */
export function stagedRow(position: number, warehouse: number, row: InventoryRow): string {
  const { sku, quantity, unit_value, unit_weight, sku_description } = row;
  return copyRow(position, sku, warehouse, quantity, unit_value, unit_weight, sku_description);
}

/**
 * Stores a snapshot, written by `stagedRow`, in the temporary table, for `readStaged` in the same transaction. Repeated
 * rows are added to `faults` if faulty rows are left out. Returns the number of rows.
 * Throws AppError duplicate_inventory_row, and what `faults.refuse` throws.
 */
export async function stageUpload(
  tx: pg.PoolClient,
  ledgerId: number,
  text: Iterable<string> | AsyncIterable<string>,
  placeOf: PlaceOf,
  faults: FoundFaults,
): Promise<number> {
  await allowLongStatements(tx); // statements that count and sort rows take longer for more rows
  await tx.query(`CREATE TEMP TABLE IF NOT EXISTS inventory_upload (
      position int, sku text, warehouse_id int, quantity int, unit_value numeric(19,4),
      unit_weight numeric(19,4), sku_description text
    ) ON COMMIT DELETE ROWS`);
  const staged = await copyIn(tx, `COPY inventory_upload (${COLUMNS}) FROM STDIN`, text);
  // Only counted first: to find which row is repeated costs more than to find that one is.
  const distinct = await tx.query<{ count: number }>(
    longStatement({
      name: 'count-distinct-inventory',
      text: 'SELECT count(*) FROM (SELECT FROM inventory_upload GROUP BY warehouse_id, sku) AS places',
    }),
  );
  if (distinct.rows[0]!.count === staged) return staged;
  if (!faults.areLeftOut) throw await firstDuplicate(tx, ledgerId, placeOf);
  const kept = staged - (await leaveOutRepeats(tx, ledgerId, placeOf, faults));
  faults.refuse(kept);
  return kept;
}

/** Deletes the staged rows of each SKU and warehouse that comes more than once. Returns their number. */
async function leaveOutRepeats(
  tx: pg.PoolClient,
  ledgerId: number,
  placeOf: PlaceOf,
  faults: FoundFaults,
): Promise<number> {
  const { rows } = await tx.query<{ sku: string; warehouse_id: string; position: number; count: number }>(
    longStatement({
      text: `WITH repeated AS (
       DELETE FROM inventory_upload u
       USING (SELECT sku, warehouse_id FROM inventory_upload GROUP BY sku, warehouse_id HAVING count(*) > 1) r
       WHERE u.sku = r.sku AND u.warehouse_id = r.warehouse_id
       RETURNING u.position, u.sku, u.warehouse_id
     )
     SELECT r.sku, w.warehouse_id, r.position, count(*) OVER () AS count
     FROM repeated r
     JOIN ledgers l ON l.id = $1
     JOIN warehouses w ON w.id = r.warehouse_id AND w.client_id = l.client_id
     ORDER BY r.position LIMIT ${MAX_FAULTS_SHOWN}`,
      values: [ledgerId],
    }),
  );
  const { count } = rows[0]!;
  const first = rows.map(({ sku, warehouse_id, position }) =>
    repeatedRow(sku, warehouse_id, placeOf(position)),
  );
  faults.leaveOut(count, first);
  return count;
}

async function firstDuplicate(tx: pg.PoolClient, ledgerId: number, placeOf: PlaceOf): Promise<AppError> {
  const { rows } = await tx.query<{ sku: string; warehouse_id: string; position: number }>(
    longStatement({
      text: `SELECT r.sku, w.warehouse_id, r.position
     FROM (SELECT sku, warehouse_id, (array_agg(position ORDER BY position))[2] AS position
           FROM inventory_upload GROUP BY sku, warehouse_id HAVING count(*) > 1) r
     JOIN ledgers l ON l.id = $1
     JOIN warehouses w ON w.id = r.warehouse_id AND w.client_id = l.client_id
     ORDER BY r.position LIMIT 1`,
      values: [ledgerId],
    }),
  );
  const { sku, warehouse_id, position } = rows[0]!;
  return duplicateRow(sku, warehouse_id, placeOf(position));
}

type StagedSku = [
  sku: string,
  rows: [
    position: number,
    warehouse: number,
    quantity: number,
    unitValue: number | null,
    unitWeight: number | null,
    description: string | null,
  ][],
];

/** An upload whose rows were read and checked. */
export interface SpooledRows extends Pick<Snapshot, 'source_name' | 'counted_at' | 'log_days' | 'warnings'> {
  /** The rows as `stagedRow` writes them. */
  readonly text: Iterable<string> | AsyncIterable<string>;
  readonly placeOf: PlaceOf;
  /** Those of rows that were left out, and what becomes of rows that are found to repeat others. */
  readonly faults: FoundFaults;
}

/** Reads what is staged of some SKUs. */
export async function readStagedSkus(tx: pg.PoolClient, skus: readonly string[]): Promise<SentRow[]> {
  const { rows } = await tx.query<StagedSku>(
    longStatement({
      text: `SELECT sku, json_agg(json_build_array(position, warehouse_id, quantity, unit_value, unit_weight, sku_description)
                                  ORDER BY position)
             FROM inventory_upload WHERE sku = ANY($1) GROUP BY sku`,
      values: [skus],
      rowMode: 'array' as const,
    }),
  );
  return rows.flatMap(toSentRows);
}

/** Reads a staged snapshot SKU by SKU, in parts. */
export async function* readStaged(tx: pg.PoolClient): AsyncGenerator<readonly SentRow[]> {
  await tx.query(`
    DECLARE staged_skus NO SCROLL CURSOR FOR
    SELECT sku, json_agg(json_build_array(position, warehouse_id, quantity, unit_value, unit_weight, sku_description)
                         ORDER BY position)
    FROM inventory_upload GROUP BY sku`);
  for (let skus = Math.ceil(SKUS_A_PART / 20); ; ) {
    const { rows } = await tx.query<StagedSku>(
      longStatement({ text: `FETCH ${skus} FROM staged_skus`, rowMode: 'array' as const }),
    );
    if (rows.length === 0) return;
    yield rows.flatMap(toSentRows);
    const sent = rows.reduce((sum, [, ofSku]) => sum + ofSku.length, 0);
    skus = Math.max(1, Math.min(SKUS_A_PART, Math.floor((skus * ROWS_A_PART) / sent)));
  }
}

function toSentRows([sku, rows]: StagedSku): SentRow[] {
  return rows.map(([position, warehouse, quantity, unit_value, unit_weight, sku_description]) => ({
    ...{ sku, position, warehouse, quantity, unit_value, unit_weight, sku_description },
  }));
}
