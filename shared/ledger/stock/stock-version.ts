import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { prepared } from '../../db/sql.ts';
import { allowLongStatements, longStatement } from '../../db/timeouts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PairKey } from './pair.ts';

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

/** SQL of the group of a warehouse. */
export function groupSql(warehouse: string): string {
  return `${warehouse} / ${WAREHOUSES_A_GROUP}`;
}

/** A row of stock: a SKU at the warehouses of a group. */
export interface StockRowKey {
  readonly sku: string;
  readonly warehouse_group: number;
}

/** A row as one text. */
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

/** A ledger as statements that read it name its row. */
export interface LedgerRow {
  readonly id: number;
  readonly version: Sql;
  readonly epoch: Sql;
}

/** A ledger whose row a statement looks up itself. */
export function ledgerRow(ledgerId: number): LedgerRow {
  const epoch = sql`(SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId})`;
  return { id: ledgerId, version: currentVersion(ledgerId), epoch };
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
