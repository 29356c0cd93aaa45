import type pg from 'pg';
import { oneOf, type Sql, sql } from '../db/sql.ts';
import type { UnitValues } from '../engine/types.ts';
import type { ReservedChange, SkuStock } from './stock-pool.ts';

/**
 * Which stock is read and written. A ledger's inventory holds the latest snapshot and, at its stock epoch, the
 * active reservations; a managed run of Variant B works on the snapshot that it pinned.
 */
export type StockSource =
  | { readonly kind: 'ledger'; readonly ledger_id: number }
  | { readonly kind: 'run'; readonly run_id: number };

/** Up to here each count is changed on its own: see `oneOf`. */
const FEW_CHANGES = 8;

/** Reads snapshot and reserved units of the given SKUs, of which there is one at least, for `toStock`. */
export function selectStock(source: StockSource, skus: readonly string[]): Sql {
  // The epoch is looked up here, not given, so that this can be sent behind what locks the ledger.
  const rows =
    source.kind === 'ledger'
      ? sql`
          SELECT sku, warehouse_id, quantity,
                 CASE WHEN reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${source.ledger_id})
                      THEN reserved ELSE 0 END AS reserved
          FROM inventory WHERE ledger_id = ${source.ledger_id} AND sku ${oneOf(skus)}`
      : sql`
          SELECT sku, warehouse_id, quantity, reserved
          FROM run_stock WHERE run_id = ${source.run_id} AND sku ${oneOf(skus)}`;
  // As one JSON text, `[[sku, warehouse, quantity, reserved, warehouse, …], …]`: there are many, and rows of columns
  // cost either side more than the text (`npm run bench -- --suite managed-run` guards it).
  return sql`
    SELECT '[' || string_agg(units, ',') || ']'
    FROM (
      SELECT '[' || to_json(sku)::text || ',' ||
             string_agg(warehouse_id || ',' || quantity || ',' || reserved, ',') || ']' AS units
      FROM (${rows}) AS rows
      GROUP BY sku
    ) AS skus`;
}

/**
 * Stock as `selectStock` read it; warehouses are database ids in the order of the caller's indexes. Every SKU asked for
 * is in the answer, with zeros where nothing is known.
 */
export function toStock(
  read: string | null,
  warehouseDbIds: readonly number[],
  skus: readonly string[],
): Map<string, SkuStock> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  const stock = new Map<string, SkuStock>();
  for (const sku of skus) {
    stock.set(sku, {
      quantity: new Int32Array(warehouseDbIds.length),
      reserved: new Int32Array(warehouseDbIds.length),
    });
  }
  for (const [sku, ...units] of JSON.parse(read ?? '[]') as [string, ...number[]][]) {
    const { quantity, reserved } = stock.get(sku)!;
    for (let at = 0; at < units.length; at += 3) {
      const warehouse = indexOf.get(units[at]!);
      if (warehouse === undefined) continue; // set up after this configuration
      quantity[warehouse] = units[at + 1]!;
      reserved[warehouse] = units[at + 2]!;
    }
  }
  return stock;
}

/** What writes the reserved counts that a run changed. */
export function updateReserved(
  source: StockSource,
  warehouseDbIds: readonly number[],
  changes: readonly ReservedChange[],
): Sql[] {
  const set =
    source.kind === 'ledger'
      ? (reserved: Sql) => sql`
          UPDATE inventory AS stock
          SET reserved = ${reserved},
              reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${source.ledger_id})`
      : (reserved: Sql) => sql`UPDATE run_stock AS stock SET reserved = ${reserved}`;
  const owner =
    source.kind === 'ledger' ? sql`ledger_id = ${source.ledger_id}` : sql`run_id = ${source.run_id}`;
  if (changes.length <= FEW_CHANGES) {
    return changes.map(
      ({ sku, warehouse, reserved }) => sql`
        ${set(sql`${reserved}`)}
        WHERE ${owner} AND sku = ${sku} AND warehouse_id = ${warehouseDbIds[warehouse]}`,
    );
  }
  const skus = changes.map((change) => change.sku);
  const warehouses = changes.map((change) => warehouseDbIds[change.warehouse]);
  const counts = changes.map((change) => change.reserved);
  return [
    sql`
      ${set(sql`c.reserved`)}
      FROM unnest(${skus}::text[], ${warehouses}::int[], ${counts}::int[]) AS c(sku, warehouse_id, reserved)
      WHERE ${owner} AND stock.sku = c.sku AND stock.warehouse_id = c.warehouse_id`,
  ];
}

/** Pins the ledger's present snapshot for a run. */
export async function pinStock(tx: pg.PoolClient, ledgerId: number, runId: number): Promise<void> {
  await tx.query(
    `INSERT INTO run_stock (run_id, sku, warehouse_id, quantity)
     SELECT $2, sku, warehouse_id, quantity FROM inventory WHERE ledger_id = $1`,
    [ledgerId, runId],
  );
}

/** Reads the latest synced values of the given SKUs, of which there is one at least, for `toUnitValues`. */
export function selectUnitValues(ledgerId: number, skus: readonly string[]): Sql {
  return sql`
    SELECT json_agg(json_build_array(sku, unit_value))::text FROM skus
    WHERE ledger_id = ${ledgerId} AND sku ${oneOf(skus)} AND unit_value IS NOT NULL`;
}

/** Unit values as `selectUnitValues` read them; a SKU without one is left out. */
export function toUnitValues(read: string | null): UnitValues {
  return new Map(JSON.parse(read ?? '[]') as [string, number][]);
}
