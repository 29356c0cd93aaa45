import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { arrayColumn, textColumn } from '../db/columns.ts';
import { oneOf, prepared } from '../db/sql.ts';
import type { UnitValues } from '../engine/types.ts';
import type { ChangedStock, StockByWarehouse } from './stock-pool.ts';
import { currentVersion, unreserved } from './stock-version.ts';

/**
 * Which stock is read and written. A ledger's stock is the latest snapshot and, at its stock epoch, the
 * active reservations; a managed run of Variant B works on the snapshot that it pinned.
 */
export type StockSource =
  | { readonly kind: 'ledger'; readonly ledger_id: number }
  | { readonly kind: 'run'; readonly run_id: number };

/** Up to here each SKU is changed by a part of its own: for one to three SKUs that takes half as long as columns do. */
const FEW_SKUS = 4;

/** A SKU's stock as it lies in its row: by place a warehouse (database id), its free units and its reserved ones. */
export interface StoredPlaces {
  readonly warehouse_ids: readonly number[];
  readonly free: readonly number[];
  readonly reserved: readonly number[];
}

/** A SKU's stock by warehouse, and as it lies in its row; null where it has none. */
export interface StoredStock extends StockByWarehouse {
  readonly places: StoredPlaces | null;
}

/** Reads free and reserved units of the given SKUs, of which there is one at least, for `toStock`. */
export function selectStock(source: StockSource, skus: readonly string[]): Sql {
  // The epoch is looked up here, not given, so that this can be sent behind what locks the ledger.
  const [from, isCurrent] =
    source.kind === 'ledger'
      ? [
          sql`stock WHERE ledger_id = ${source.ledger_id} AND version = ${currentVersion(source.ledger_id)}`,
          sql`reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${source.ledger_id})`,
        ]
      : [sql`run_stock WHERE run_id = ${source.run_id}`, sql`true`];
  // As one JSON text: there are many, and rows of columns cost either side more (`npm run bench -- --suite
  // managed-run` guards it).
  return sql`
    SELECT json_agg(json_build_array(sku, warehouse_ids, free, reserved, ${isCurrent}))::text
    FROM ${from} AND sku ${oneOf(skus)}`;
}

type StockJson = [
  sku: string,
  warehouseIds: number[],
  free: number[],
  reserved: number[],
  isCurrent: boolean,
];

/**
 * Stock as `selectStock` read it; warehouses are database ids in the order of the caller's indexes. Every SKU asked for
 * is in the answer, with zeros where nothing is known.
 */
export function toStock(
  read: string | null,
  warehouseDbIds: readonly number[],
  skus: readonly string[],
): Map<string, StoredStock> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  const nothing = warehouseDbIds.map(() => 0);
  const stock = new Map<string, StoredStock>();
  for (const [sku, warehouse_ids, free, reserved, isCurrent] of JSON.parse(read ?? '[]') as StockJson[]) {
    const counts = { quantity: [...nothing], reserved: [...nothing] };
    for (let place = 0; place < warehouse_ids.length; place++) {
      if (!isCurrent) {
        free[place]! += reserved[place]!;
        reserved[place] = 0;
      }
      const warehouse = indexOf.get(warehouse_ids[place]!);
      if (warehouse === undefined) continue; // set up after this configuration
      counts.quantity[warehouse] = free[place]! + reserved[place]!;
      counts.reserved[warehouse] = reserved[place]!;
    }
    stock.set(sku, { ...counts, places: { warehouse_ids, free, reserved } });
  }
  for (const sku of skus) {
    if (!stock.has(sku)) stock.set(sku, { quantity: [...nothing], reserved: [...nothing], places: null });
  }
  return stock;
}

/** What writes the stock that a run changed. */
export function updateStock(
  source: StockSource,
  warehouseDbIds: readonly number[],
  changes: readonly ChangedStock<StoredStock>[],
): Sql[] {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  const rows = changes.flatMap(({ sku, stock }) =>
    stock.places === null ? [] : [{ sku, ...changedPlaces(stock, stock.places, indexOf) }],
  );
  const [update, epoch, owner] =
    source.kind === 'ledger'
      ? [
          sql`UPDATE stock`,
          sql`, reserved_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${source.ledger_id})`,
          sql`ledger_id = ${source.ledger_id} AND version = ${currentVersion(source.ledger_id)}`,
        ]
      : [sql`UPDATE run_stock AS stock`, sql``, sql`run_id = ${source.run_id}`];
  if (rows.length <= FEW_SKUS) {
    return rows.map(
      ({ sku, free, reserved }) => sql`
        ${update} SET free = ${free}, reserved = ${reserved}${epoch} WHERE ${owner} AND sku = ${sku}`,
    );
  }
  return [
    sql`
      ${update} SET free = now.free::int[], reserved = now.reserved::int[]${epoch}
      FROM ROWS FROM (
        ${textColumn(rows, ({ sku }) => sku)},
        ${arrayColumn(rows, ({ free }) => free)},
        ${arrayColumn(rows, ({ reserved }) => reserved)}
      ) AS now (sku, free, reserved)
      WHERE ${owner} AND stock.sku = now.sku`,
  ];
}

/** The units of each place by the counts now. What the caller's warehouses do not have stays as it is. */
function changedPlaces(
  { quantity, reserved }: StockByWarehouse,
  { warehouse_ids, free, reserved: before }: StoredPlaces,
  indexOf: ReadonlyMap<number, number>,
): { readonly free: number[]; readonly reserved: number[] } {
  const now = { free: [...free], reserved: [...before] };
  for (let place = 0; place < warehouse_ids.length; place++) {
    const warehouse = indexOf.get(warehouse_ids[place]!);
    if (warehouse === undefined) continue;
    now.reserved[place] = reserved[warehouse]!;
    now.free[place] = quantity[warehouse]! - reserved[warehouse]!;
  }
  return now;
}

/** Pins the ledger's present snapshot for a run. */
export async function pinStock(tx: pg.PoolClient, ledgerId: number, runId: number): Promise<void> {
  await tx.query(
    prepared(sql`
      INSERT INTO run_stock (run_id, sku, warehouse_ids, free, reserved)
      SELECT ${runId}, sku, warehouse_ids, ${unreserved()}
      FROM stock WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)}`),
  );
}

/** Reads the latest synced values of the given SKUs, of which there is one at least, for `toUnitValues`. */
export function selectUnitValues(ledgerId: number, skus: readonly string[]): Sql {
  return sql`
    SELECT json_agg(json_build_array(sku, unit_value))::text FROM skus
    WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)} AND sku ${oneOf(skus)}
      AND unit_value IS NOT NULL`;
}

/** Unit values as `selectUnitValues` read them; a SKU without one is left out. */
export function toUnitValues(read: string | null): UnitValues {
  return new Map(JSON.parse(read ?? '[]') as [string, number][]);
}
