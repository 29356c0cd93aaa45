import type pg from 'pg';
import type { UnitValues } from '../engine/types.ts';
import type { ReservedChange, SkuStock } from './stock-pool.ts';

/**
 * Which stock is read and written. A ledger's inventory holds the latest snapshot and, at its stock epoch, the
 * active reservations; a managed run of Variant B works on the snapshot that it pinned.
 */
export type StockSource =
  | { readonly kind: 'ledger'; readonly ledger_id: number }
  | { readonly kind: 'run'; readonly run_id: number };

/**
 * Loads snapshot and reserved units of the given SKUs; warehouses are database ids in the order of the caller's
 * indexes. Every SKU asked for is in the answer, with zeros where nothing is known.
 */
export async function loadStock(
  tx: pg.PoolClient,
  source: StockSource,
  warehouseDbIds: readonly number[],
  skus: Iterable<string>,
): Promise<Map<string, SkuStock>> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  const stock = new Map<string, SkuStock>();
  for (const sku of skus) {
    stock.set(sku, {
      quantity: new Int32Array(warehouseDbIds.length),
      reserved: new Int32Array(warehouseDbIds.length),
    });
  }
  if (stock.size === 0) return stock;
  const { rows } = await tx.query<[string | null]>({
    ...(source.kind === 'ledger'
      ? {
          name: 'load-ledger-stock',
          // The epoch is looked up here, not given, so that this can be sent behind what locks the ledger.
          text: inOneText(`
            SELECT sku, warehouse_id, quantity,
                   CASE WHEN reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = $1)
                        THEN reserved ELSE 0 END AS reserved
            FROM inventory WHERE ledger_id = $1 AND sku = ANY($2)`),
          values: [source.ledger_id, [...stock.keys()]],
        }
      : {
          name: 'load-run-stock',
          text: inOneText(`
            SELECT sku, warehouse_id, quantity, reserved
            FROM run_stock WHERE run_id = $1 AND sku = ANY($2)`),
          values: [source.run_id, [...stock.keys()]],
        }),
    rowMode: 'array',
  });
  for (const [sku, ...units] of JSON.parse(rows[0]![0] ?? '[]') as [string, ...number[]][]) {
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

/**
 * Rows of stock as one JSON text, `[[sku, warehouse, quantity, reserved, warehouse, …], …]`: there are many, and rows
 * of columns cost either side more than the text (`npm run bench -- --suite managed-run` guards it).
 */
function inOneText(rows: string): string {
  return `
    SELECT '[' || string_agg(units, ',') || ']'
    FROM (
      SELECT '[' || to_json(sku)::text || ',' ||
             string_agg(warehouse_id || ',' || quantity || ',' || reserved, ',') || ']' AS units
      FROM (${rows}) AS rows
      GROUP BY sku
    ) AS skus`;
}

/** Writes the reserved counts that a run changed. */
export async function saveReserved(
  tx: pg.PoolClient,
  source: StockSource,
  warehouseDbIds: readonly number[],
  changes: readonly ReservedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const columns = [
    changes.map((change) => change.sku),
    changes.map((change) => warehouseDbIds[change.warehouse]),
    changes.map((change) => change.reserved),
  ];
  await tx.query(
    source.kind === 'ledger'
      ? {
          name: 'save-ledger-reserved',
          text: `UPDATE inventory i
                 SET reserved = c.reserved, reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = $1)
                 FROM unnest($2::text[], $3::int[], $4::int[]) AS c(sku, warehouse_id, reserved)
                 WHERE i.ledger_id = $1 AND i.sku = c.sku AND i.warehouse_id = c.warehouse_id`,
          values: [source.ledger_id, ...columns],
        }
      : {
          name: 'save-run-reserved',
          text: `UPDATE run_stock s SET reserved = c.reserved
                 FROM unnest($2::text[], $3::int[], $4::int[]) AS c(sku, warehouse_id, reserved)
                 WHERE s.run_id = $1 AND s.sku = c.sku AND s.warehouse_id = c.warehouse_id`,
          values: [source.run_id, ...columns],
        },
  );
}

/** Pins the ledger's present snapshot for a run. */
export async function pinStock(tx: pg.PoolClient, ledgerId: number, runId: number): Promise<void> {
  await tx.query(
    `INSERT INTO run_stock (run_id, sku, warehouse_id, quantity)
     SELECT $2, sku, warehouse_id, quantity FROM inventory WHERE ledger_id = $1`,
    [ledgerId, runId],
  );
}

/** The latest synced unit values of the given SKUs; a SKU without one is left out. */
export async function loadUnitValues(
  tx: pg.PoolClient,
  ledgerId: number,
  skus: readonly string[],
): Promise<UnitValues> {
  if (skus.length === 0) return new Map();
  const { rows } = await tx.query<[string, number]>({
    name: 'load-unit-values',
    text: `SELECT sku, unit_value FROM skus
           WHERE ledger_id = $1 AND sku = ANY($2) AND unit_value IS NOT NULL`,
    values: [ledgerId, skus],
    rowMode: 'array',
  });
  return new Map(rows);
}
