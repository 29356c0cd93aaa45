import sql, { empty, raw } from 'sql-template-tag';
import type { z } from 'zod';
import { byPriority } from '../../account/account-lists.ts';
import { loadConfiguration, warehousesByDbId } from '../../account/configurations.ts';
import type { lastSync as schema, skuPage, skusQuery } from '../../contracts/account/inventory.ts';
import { soughtIdentifier } from '../../contracts/common.ts';
import { decodeCursor, pageOf } from '../../contracts/cursor.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { unprepared } from '../../db/sql.ts';
import type { Warehouse } from '../../engine/types.ts';
import type { Principal } from '../../identity/principal.ts';
import { OVERDUE_UNITS } from '../../ledger/stock/reserving-orders.ts';

type SkuStock = z.output<typeof skuPage>['skus'][number];

/** Reads one page of a ledger's SKUs with their stock, by SKU, ascending or descending. Throws AppError validation_failed for a bad cursor. */
export async function listSkus(
  db: Database,
  principal: StockOwner,
  { q, cursor, limit, sort }: z.output<typeof skusQuery>,
): Promise<z.output<typeof skuPage>> {
  const after = cursor ? decodeCursor(soughtIdentifier, cursor) : null;
  const [found, last_sync] = await Promise.all([
    readSkus(db, principal, { prefix: q ?? null, after, limit: limit + 1, isDescending: sort === '-sku' }),
    readLastSync(db.pool, principal.ledger_id),
  ]);
  const { page: skus, next_cursor } = pageOf(found, limit, ({ sku }) => sku);
  return { last_sync, skus, next_cursor };
}

/** Reads the stock of one SKU; null if the ledger has none of it. */
export async function findSku(db: Database, principal: StockOwner, sku: string): Promise<SkuStock | null> {
  const [found] = await readSkus(db, principal, { sku, prefix: null, after: null, limit: 1 });
  return found ?? null;
}

/** Whose stock it is. */
type StockOwner = Pick<Principal, 'ledger_id' | 'configuration_id'>;

interface Reading {
  readonly sku?: string;
  readonly prefix: string | null;
  readonly after: string | null;
  readonly limit: number;
  readonly isDescending?: boolean;
}

interface SkuRow {
  readonly sku: string;
  readonly sku_description: string | null;
  readonly unit_value: number | null;
  readonly unit_weight?: number | null;
  readonly warehouses: readonly {
    readonly id: number;
    readonly quantity_available: number;
    readonly reserved_quantity: number;
    readonly synced_at: string | null;
    readonly changed_at: string | null;
  }[];
}

async function readSkus(
  db: Database,
  { ledger_id, configuration_id }: StockOwner,
  { sku, prefix, after, limit, isDescending = false }: Reading,
): Promise<SkuStock[]> {
  const stored = await loadConfiguration(db, configuration_id);
  const known = warehousesByDbId(stored);
  const weight = stored.rates === null ? empty : sql`, k.unit_weight`;
  const ofLedger = sql`FROM ledgers WHERE id = ${ledger_id}`;
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  // In any collation, a prefix sorts before all texts that begin with it.
  const pattern = prefix === null ? null : `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.pool.query<SkuRow>(
    unprepared(sql`
      WITH due AS MATERIALIZED (SELECT due.* FROM ledgers l CROSS JOIN LATERAL ${raw(OVERDUE_UNITS)} AS due WHERE l.id = ${ledger_id})
      SELECT s.sku, k.sku_description, k.unit_value${weight}, coalesce(w.warehouses, '[]') AS warehouses
      FROM (
        SELECT DISTINCT ledger_id, version, sku FROM stock
        WHERE ledger_id = ${ledger_id} AND version = (SELECT stock_version ${ofLedger})
          AND ${sku === undefined ? sql`true` : sql`sku = ${sku}`}
          AND ${pattern === null ? sql`true` : sql`sku >= ${prefix} AND sku LIKE ${pattern}`}
          AND ${after === null ? sql`true` : isDescending ? sql`sku < ${after}` : sql`sku > ${after}`}
        ORDER BY sku ${direction} LIMIT ${limit}
      ) AS s
      LEFT JOIN skus k ON k.ledger_id = s.ledger_id AND k.version = s.version AND k.sku = s.sku
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object(
                 'id', u.id, 'quantity_available', u.free + u.reserved,
                 'reserved_quantity', CASE WHEN r.reserved_epoch = (SELECT stock_epoch ${ofLedger}) THEN u.reserved - coalesce(due.units, 0) ELSE 0 END,
                 'synced_at', t.created_at, 'changed_at', g.created_at)) AS warehouses
        FROM stock r
        CROSS JOIN LATERAL unnest(r.warehouse_ids, r.free, r.reserved, r.ingest_run_ids) WITH ORDINALITY
          AS u (id, free, reserved, ingest_run_id, ordinal)
        LEFT JOIN due ON due.sku = r.sku AND due.warehouse_id = u.id
        LEFT JOIN ingest_runs g ON g.id = u.ingest_run_id
        LEFT JOIN ingest_runs t ON t.id = (r.counts -> (u.ordinal - 1)::int ->> 5)::bigint
        WHERE r.ledger_id = s.ledger_id AND r.version = s.version AND r.sku = s.sku
          AND u.id = ANY (${[...known.keys()]}::int[])
      ) AS w
      ORDER BY s.sku ${direction}`),
  );
  return rows.map((row) => toSkuStock(row, known));
}

const momentOf = (at: string | null) => (at === null ? null : new Date(at).toISOString());

function toSkuStock({ warehouses, ...row }: SkuRow, known: ReadonlyMap<number, Warehouse>): SkuStock {
  const stocked = warehouses
    .map(({ id, ...stock }) => ({ warehouse: known.get(id)!, stock }))
    .toSorted((left, right) => byPriority(left.warehouse, right.warehouse));
  const sum = (of: 'quantity_available' | 'reserved_quantity') =>
    warehouses.reduce((total, each) => total + each[of], 0);
  const quantity_available = sum('quantity_available');
  const reserved_quantity = sum('reserved_quantity');
  return {
    ...row,
    quantity_available,
    reserved_quantity,
    effective_quantity: Math.max(0, quantity_available - reserved_quantity),
    warehouses: stocked.map(({ warehouse, stock: { synced_at, changed_at, ...each } }) => ({
      warehouse_id: warehouse.warehouse_id,
      warehouse_name: warehouse.warehouse_name,
      enabled: warehouse.enabled,
      ...each,
      effective_quantity: Math.max(0, each.quantity_available - each.reserved_quantity),
      synced_at: momentOf(synced_at),
      changed_at: momentOf(changed_at),
    })),
  };
}

type LastSync = z.output<typeof schema>;

/** Reads a ledger's last sync of stock; null if there was none. Stock that was cleared (clear-stock.ts) was not received. */
export async function readLastSync(db: Queryable, ledgerId: number): Promise<LastSync | null> {
  const { rows } = await db.query<Omit<LastSync, 'synced_at'> & { readonly synced_at: Date }>(
    `SELECT id AS ingest_run_id, created_at AS synced_at, source_name, rows_received FROM ingest_runs
     WHERE ledger_id = $1 AND rows_received > 0 ORDER BY id DESC LIMIT 1`,
    [ledgerId],
  );
  const [last] = rows;
  return last === undefined ? null : { ...last, synced_at: last.synced_at.toISOString() };
}
