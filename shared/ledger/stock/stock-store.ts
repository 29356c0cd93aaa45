import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { takeLedger } from '../../account/ledger-lock.ts';
import { arrayColumn, column } from '../../db/columns.ts';
import { prepared, tableOf } from '../../db/sql.ts';
import { allowLongStatements, longStatement } from '../../db/timeouts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { decodeCount, isEnded, type PairKey, type StoredCount } from './pair.ts';

/**
 * A ledger's stock and SKUs have a version. A large upload builds the next version in its own transaction, which no
 * other transaction sees, and `endSync` makes it the current one. So orders do not wait for the rows of an upload.
 */

const TABLES = ['stock', 'skus'] as const;

/**
 * Warehouses that have one row of stock a SKU, by their database ids: so one store of a chain reads and writes little, and an
 * order reads one row or a few.
 */
const WAREHOUSES_A_GROUP = 32;

/** The group of a warehouse, by its database id. */
export function groupOf(warehouse: number): number {
  return Math.floor(warehouse / WAREHOUSES_A_GROUP);
}

export function groupSql(warehouse: string): string {
  return `${warehouse} / ${WAREHOUSES_A_GROUP}`;
}

/** A row of stock: a SKU at the warehouses of a group. */
export interface StockRowKey {
  readonly sku: string;
  readonly warehouse_group: number;
}

export const keyOfRow = ({ sku, warehouse_group }: StockRowKey) => `${warehouse_group} ${sku}`;

/** The rows of stock that pairs are in, each once. */
export function stockRowsOf(pairs: readonly PairKey[]): StockRowKey[] {
  const rows = pairs.map(({ sku, warehouse }) => ({ sku, warehouse_group: groupOf(warehouse) }));
  return [...new Map(rows.map((row) => [keyOfRow(row), row])).values()];
}

/**
 * SQL of the current version, which orders and small syncs read and write. It is SQL so that a statement with it can be
 * sent together with the one that locks the ledger.
 */
export function currentVersion(ledgerId: number): Sql {
  return sql`(SELECT stock_version FROM ledgers WHERE id = ${ledgerId})`;
}

/** The same of the stock epoch. */
export function currentEpoch(ledgerId: number): Sql {
  return sql`(SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId})`;
}

/** SQL of the version that an upload builds. */
export function nextVersion(ledgerId: number): Sql {
  return sql`(SELECT stock_version + 1 FROM ledgers WHERE id = ${ledgerId})`;
}

/** SQL of the columns `free` and `reserved` of a row of `stock` if no unit were reserved. */
export function unreserved(): Sql {
  return sql`
    ARRAY(SELECT f + r FROM unnest(free, reserved) AS units (f, r)), array_fill(0, ARRAY[cardinality(free)])`;
}

/**
 * Completes the next version: copies all rows that it does not have yet from the current version. What happens meanwhile is
 * laid over it at the switch (`take-sync.ts`). The transaction allows long statements.
 */
export async function copyRemaining(tx: pg.PoolClient, ledgerId: number): Promise<void> {
  const lacking = (key: Sql) => sql`WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)}
    ON CONFLICT (ledger_id, version, ${key}) DO NOTHING`;
  const copies = [
    sql`
      INSERT INTO stock (ledger_id, version, sku, warehouse_group, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts, is_short)
      SELECT ledger_id, version + 1, sku, warehouse_group, warehouse_ids, free, reserved, reserved_epoch, ingest_run_ids, counts, is_short
      FROM stock ${lacking(sql`sku, warehouse_group`)}`,
    sql`
      INSERT INTO skus (ledger_id, version, sku, unit_value, unit_weight, sku_description)
      SELECT ledger_id, version + 1, sku, unit_value, unit_weight, sku_description FROM skus ${lacking(sql`sku`)}`,
  ];
  for (const copy of copies) await tx.query(longStatement(prepared(copy)));
}

/** Deletes the versions before the current one. */
export async function deleteOldVersions(pool: pg.Pool, ledgerId: number): Promise<void> {
  for (const table of TABLES) {
    await inTransaction(pool, async (tx) => {
      await allowLongStatements(tx);
      const old = sql`WHERE ledger_id = ${ledgerId} AND version < ${currentVersion(ledgerId)}`;
      await tx.query(longStatement(prepared(sql`DELETE FROM ${raw(table)} ${old}`)));
    });
  }
}

/**
 * The stock that is read and written: the ledger's current snapshot with its active reservations, or a snapshot that was
 * pinned: by a managed run of Variant B, or for a side of a what-if.
 */
export type StockSource =
  | { readonly kind: 'ledger'; readonly ledger_id: number }
  | { readonly kind: 'run'; readonly run_id: number }
  | { readonly kind: 'what_if'; readonly what_if_id: number; readonly side: 'baseline' | 'draft' };

/** Snapshot and reserved units of one SKU, indexed by warehouse. */
export interface StockByWarehouse {
  readonly quantity: number[];
  readonly reserved: number[];
}

/** Rows of stock: their table, the condition of the source, and whether their reserved units still count. */
interface StockRows {
  readonly table: Sql;
  readonly own: Sql;
  readonly isCurrent: Sql;
  /** The counts of its pairs; null where none are kept. */
  readonly counts: Sql;
}

/** Rows with unit values and weights: their table, and the condition of the source. */
type AmountRows = Pick<StockRows, 'table' | 'own'>;

/** A source's stock. */
export function rowsOf(source: StockSource): StockRows {
  if (source.kind === 'ledger') {
    const { ledger_id } = source;
    const isCurrent = sql`reserved_epoch = ${currentEpoch(ledger_id)}`;
    return { ...ofLedger('stock', ledger_id), isCurrent, counts: sql`counts` };
  }
  const pinned = { isCurrent: sql`true`, counts: sql`NULL` };
  if (source.kind === 'run') return { ...pinned, table: sql`run_stock`, own: sql`run_id = ${source.run_id}` };
  const own = sql`what_if_id = ${source.what_if_id} AND side = ${source.side}`;
  return { ...pinned, table: sql`what_if_stock`, own };
}

/** A ledger's rows of the current version. */
function ofLedger(table: (typeof TABLES)[number], ledgerId: number): AmountRows {
  return { table: raw(table), own: sql`ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)}` };
}

/** Up to this number, each SKU has a statement of its own. For one to three SKUs that takes half as long as columns. */
const FEW_SKUS = 4;

/**
 * A row of a SKU's stock, at the warehouses of a group. The lists have an element for each warehouse: its database id, its
 * free units, its reserved units, its last count.
 */
export interface StoredRow {
  readonly warehouse_group: number;
  readonly warehouse_ids: readonly number[];
  readonly free: readonly number[];
  readonly reserved: readonly number[];
  /** Null: none are kept. */
  readonly counts: readonly StoredCount[] | null;
}

/** A SKU's stock by the index of the warehouse, and as its rows have it. */
export interface StoredStock extends StockByWarehouse {
  readonly rows: StoredRow[];
}

/** SQL that reads free and reserved units of SKUs, for `toStock`. */
export function selectStock({ isCurrent, counts, ...rows }: StockRows, skus: readonly string[]): Sql {
  // One JSON text, because many rows of columns take longer for the server and for this process (suite `runs`).
  return sql`
    SELECT json_agg(json_build_array(sku, warehouse_group, warehouse_ids, free, reserved, ${isCurrent}, ${counts}))::text
    FROM ${rowsOfSkus(rows, skus)}`;
}

/**
 * SQL of the rows of SKUs. OFFSET 0 makes the planner look each one up by its key: without statistics it would read all
 * rows of the ledger for a list of several.
 */
export function rowsOfSkus({ table, own }: AmountRows, skus: readonly string[]): Sql {
  return sql`
    ${tableOf(skus)} AS asked (asked_sku)
    CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${own} AND sku = asked_sku OFFSET 0) AS of_sku`;
}

type StockJson = [
  sku: string,
  warehouseGroup: number,
  warehouseIds: number[],
  free: number[],
  reserved: number[],
  isCurrent: boolean,
  counts: StoredCount[] | null,
];

/**
 * The stock that `selectStock` has read. `warehouseDbIds` are database ids in the order of the caller's indexes. The
 * answer has every SKU of `skus`. A SKU or warehouse without stock has zeros.
 */
export function toStock(
  read: string | null,
  warehouseDbIds: readonly number[],
  skus: readonly string[],
): Map<string, StoredStock> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  const nothing = warehouseDbIds.map(() => 0);
  const stock = new Map<string, StoredStock>();
  for (const sku of skus) stock.set(sku, { quantity: [...nothing], reserved: [...nothing], rows: [] });
  for (const [sku, warehouse_group, warehouse_ids, free, reserved, isCurrent, counts] of JSON.parse(
    read ?? '[]',
  ) as StockJson[]) {
    const ofSku = stock.get(sku)!;
    for (let index = 0; index < warehouse_ids.length; index++) {
      if (!isCurrent) {
        free[index]! += reserved[index]!;
        reserved[index] = 0;
      }
      const warehouse = indexOf.get(warehouse_ids[index]!);
      if (warehouse === undefined) continue; // a warehouse that this configuration does not have
      ofSku.quantity[warehouse] = free[index]! + reserved[index]!;
      ofSku.reserved[warehouse] = reserved[index]!;
    }
    ofSku.rows.push({ warehouse_group, warehouse_ids, free, reserved, counts });
  }
  return stock;
}

/** Whether a count of a pair knew of a decision of some moment, so that its reservation there has ended. */
export function isEndedAt(stock: StoredStock | undefined, warehouseDbId: number, decidedAt: number): boolean {
  const row = stock?.rows.find(({ warehouse_ids }) => warehouse_ids.includes(warehouseDbId));
  const count = row?.counts?.[row.warehouse_ids.indexOf(warehouseDbId)];
  return count !== undefined && isEnded(decidedAt, decodeCount(count));
}

/** A row of stock with its new units. */
export type ChangedRow = StockRowKey & Pick<StoredRow, 'free' | 'reserved'>;

/** The rows of SKUs whose reserved units differ from those that were read. */
export function changedRows(
  warehouseDbIds: readonly number[],
  skus: readonly (readonly [sku: string, stock: StoredStock])[],
): ChangedRow[] {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  return skus.flatMap(([sku, stock]) =>
    stock.rows.flatMap((row) => {
      const now = changedPlaces(stock, row, indexOf);
      const isSame = now.reserved.every((units, index) => units === row.reserved[index]);
      return isSame ? [] : [{ sku, warehouse_group: row.warehouse_group, ...now }];
    }),
  );
}

export function updateStock(source: StockSource, rows: readonly ChangedRow[]): Sql[] {
  const { table, own: owner } = rowsOf(source);
  const update = source.kind === 'ledger' ? sql`UPDATE stock` : sql`UPDATE ${table} AS stock`;
  const epoch = source.kind === 'ledger' ? sql`, reserved_epoch = ${currentEpoch(source.ledger_id)}` : sql``;
  if (rows.length <= FEW_SKUS) {
    return rows.map(
      ({ sku, warehouse_group, free, reserved }) => sql`
        ${update} SET free = ${free}, reserved = ${reserved}${epoch}
        WHERE ${owner} AND sku = ${sku} AND warehouse_group = ${warehouse_group}`,
    );
  }
  // Each row is looked up by its key. As a plain join the server compares all rows with all others, or reads all stock.
  return [
    sql`
      ${update} SET free = now.free::int[], reserved = now.reserved::int[]${epoch}
      FROM (
        SELECT changed.free, changed.reserved, found.ctid AS row
        FROM ROWS FROM (
          ${column(rows, 'text', ({ sku }) => sku)},
          ${column(rows, 'int', ({ warehouse_group }) => warehouse_group)},
          ${arrayColumn(rows, ({ free }) => free)},
          ${arrayColumn(rows, ({ reserved }) => reserved)}
        ) AS changed (sku, warehouse_group, free, reserved)
        CROSS JOIN LATERAL (
          SELECT ctid FROM ${table} WHERE ${owner} AND sku = changed.sku AND warehouse_group = changed.warehouse_group OFFSET 0
        ) AS found
      ) AS now
      WHERE stock.ctid = now.row`,
  ];
}

/** The present units in the order of the row. Warehouses that the caller does not have stay as they are. */
function changedPlaces(
  { quantity, reserved }: StockByWarehouse,
  { warehouse_ids, free, reserved: before }: StoredRow,
  indexOf: ReadonlyMap<number, number>,
): { readonly free: number[]; readonly reserved: number[] } {
  const now = { free: [...free], reserved: [...before] };
  for (let index = 0; index < warehouse_ids.length; index++) {
    const warehouse = indexOf.get(warehouse_ids[index]!);
    if (warehouse === undefined) continue;
    now.reserved[index] = reserved[warehouse]!;
    now.free[index] = quantity[warehouse]! - reserved[warehouse]!;
  }
  return now;
}

/**
 * Copies the ledger's current snapshot for a run. It takes the ledger's lock, so that a run that a sync starts comes
 * after every run that has the stock from before that sync.
 */
export async function pinStock(tx: pg.PoolClient, ledgerId: number, runId: number): Promise<void> {
  await takeLedger(tx, ledgerId);
  await tx.query(
    prepared(sql`
      INSERT INTO run_stock (run_id, sku, warehouse_group, warehouse_ids, free, reserved)
      SELECT ${runId}, sku, warehouse_group, warehouse_ids, ${unreserved()}
      FROM stock WHERE ledger_id = ${ledgerId} AND version = ${currentVersion(ledgerId)}`),
  );
}

/** Rows with the amounts of a source: those that were pinned for a what-if, else the ledger's last synced ones. */
export function amountRowsOf(source: StockSource, ledgerId: number): AmountRows {
  return source.kind === 'what_if' ? rowsOf(source) : ofLedger('skus', ledgerId);
}

/** SQL that reads the unit values or weights of SKUs, for `toAmounts`. */
export function selectAmounts(
  name: 'unit_value' | 'unit_weight',
  rows: AmountRows,
  skus: readonly string[],
): Sql {
  const column = raw(name);
  return sql`
    SELECT json_agg(json_build_array(sku, ${column}))::text FROM ${rowsOfSkus(rows, skus)} WHERE ${column} IS NOT NULL`;
}

/** What `selectAmounts` has read, by SKU. A SKU without one is left out. */
export function toAmounts(read: string | null): ReadonlyMap<string, number> {
  return new Map(JSON.parse(read ?? '[]') as [string, number][]);
}
