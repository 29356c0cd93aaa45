import type { z } from 'zod';
import { loadConfiguration, warehousesByDbId } from '../../account/configurations.ts';
import { pageOf } from '../../contracts/cursor.ts';
import type { stockPage } from '../../contracts/inventory.ts';
import type { Database } from '../../db/database.ts';
import type { Warehouse } from '../../engine/types.ts';
import type { Utf8Writer } from '../../foundation/utf8-writer.ts';
import type { Principal } from '../../identity/principal.ts';
import { OVERDUE_UNITS } from './reserving-orders.ts';

/** Stock of one SKU at one warehouse, with the sync that last changed it. */
type StockRow = z.output<typeof stockPage>['inventory'][number] & {
  readonly warehouse_code: string;
  readonly warehouse_db_id: number;
};

/** Which of a ledger's stock is wanted. */
export interface StockFilter {
  readonly sku?: string | undefined;
  readonly warehouse_id?: string | undefined;
  /** Reported by a sync at this time or later. */
  readonly from?: Date | undefined;
  /** Not reported since this time. */
  readonly to?: Date | undefined;
}

type StockOwner = Pick<Principal, 'ledger_id' | 'configuration_id'>;

/** The last row that was read: its SKU and the database id of its warehouse. */
export type StockPosition = readonly [sku: string, warehouseDbId: number];

/**
 * The SKU at which a page ends, or the last one. Without it, a planner that has no statistics yet reads and sorts all stock
 * for each page.
 */
const LAST_SKU = `(
  SELECT max(sku) FROM (
    SELECT sku, sum(sum(pairs)) OVER (ORDER BY sku) - sum(pairs) AS before
    FROM (
      SELECT s.sku, (SELECT count(*) FROM unnest(s.warehouse_ids) AS u (id)
                     WHERE id = ANY ($3::int[]) AND ($6::text IS NULL OR (s.sku, id) > ($6, $7::int))) AS pairs
      FROM stock s
      WHERE s.ledger_id = $1 AND s.version = (SELECT stock_version FROM ledgers WHERE id = $1)
        AND ($6::text IS NULL OR s.sku >= $6) AND s.warehouse_ids && $3::int[]
      ORDER BY s.sku LIMIT $8::int + cardinality($3::int[])) AS next
    GROUP BY sku) AS counted
  WHERE before < $8::int)`;

const query = (weight: '' | 's.unit_weight, ', isWhole: boolean) => `
  WITH due AS MATERIALIZED (SELECT due.* FROM ledgers l CROSS JOIN LATERAL ${OVERDUE_UNITS} AS due WHERE l.id = $1)
  SELECT i.sku, s.sku_description, i.quantity AS quantity_available,
         r.units AS reserved_quantity, greatest(0, i.quantity - r.units) AS effective_quantity,
         s.unit_value, ${weight}i.ingest_run_id, g.source_name, t.created_at AS synced_at, g.created_at AS changed_at,
         i.warehouse_id AS warehouse_db_id
  FROM inventory i
  JOIN ledgers l ON l.id = i.ledger_id
  LEFT JOIN due ON due.sku = i.sku AND due.warehouse_id = i.warehouse_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.reserved_epoch = l.stock_epoch THEN i.reserved - coalesce(due.units, 0) ELSE 0 END AS units
  ) AS r
  LEFT JOIN ingest_runs g ON g.id = i.ingest_run_id
  LEFT JOIN ingest_runs t ON t.id = i.counted_by
  LEFT JOIN skus s ON s.ledger_id = i.ledger_id AND s.version = i.version AND s.sku = i.sku
  -- The view has only the current version. The condition on it lets the index of the primary key give the order.
  WHERE i.ledger_id = $1 AND i.version = (SELECT stock_version FROM ledgers WHERE id = $1) AND ($2::text IS NULL OR i.sku = $2) AND i.warehouse_id = ANY ($3::int[])
    AND ($4::timestamptz IS NULL OR t.created_at >= $4) AND ($5::timestamptz IS NULL OR t.created_at < $5)
    AND ($6::text IS NULL OR i.sku >= $6 AND (i.sku, i.warehouse_id) > ($6, $7::int))${isWhole ? ` AND i.sku <= ${LAST_SKU}` : ''}
  ORDER BY i.sku, i.warehouse_id
  LIMIT $8`;

/** Reads up to `limit` rows of a ledger's stock in the order of SKU and warehouse, beginning after `after`. */
export async function readStockRows(
  db: Database,
  { ledger_id, configuration_id }: StockOwner,
  filter: StockFilter,
  { after, limit }: { readonly after: StockPosition | null; readonly limit: number },
): Promise<StockRow[]> {
  const { sku: wantedSku, warehouse_id, from, to } = filter;
  const [afterSku, afterWarehouse] = after ?? [null, null];
  const stored = await loadConfiguration(db, configuration_id);
  const warehouses = warehousesByDbId(stored);
  const wanted = [...warehouses].flatMap(([id, warehouse]) =>
    warehouse_id === undefined || warehouse.warehouse_id === warehouse_id ? id : [],
  );
  const isWhole = [wantedSku, warehouse_id, from, to].every((each) => each === undefined);
  const text = query(stored.rates === null ? '' : 's.unit_weight, ', isWhole);
  const { rows } = await db.pool.query<
    Omit<StockRow, 'synced_at' | 'changed_at' | keyof WarehouseNames> & {
      synced_at: Date | null;
      changed_at: Date | null;
    }
  >(text, [ledger_id, wantedSku ?? null, wanted, from ?? null, to ?? null, afterSku, afterWarehouse, limit]);
  return rows.map(({ warehouse_db_id, sku, sku_description, ...row }) => ({
    sku,
    sku_description,
    ...namesOf(warehouses.get(warehouse_db_id)!),
    ...row,
    synced_at: row.synced_at?.toISOString() ?? null,
    changed_at: row.changed_at?.toISOString() ?? null,
    warehouse_db_id,
  }));
}

/** One page of a ledger's stock. Plain data. */
export interface StockPageAsk extends StockOwner {
  readonly filter: StockFilter;
  readonly after: StockPosition | null;
  readonly limit: number;
}

/** To read and write a row takes as long as to write so many bytes of results. */
export const STOCK_ROW_BYTES = 1600;

/** Writes the page as a whole, as JSON. */
export async function writeStockPage(
  { db }: { readonly db: Database },
  { filter, after, limit, ...owner }: StockPageAsk,
  out: Utf8Writer,
): Promise<null> {
  const rows = await readStockRows(db, owner, filter, { after, limit: limit + 1 });
  const { page, next_cursor } = pageOf(rows, limit, (last) => [last.sku, last.warehouse_db_id]);
  const inventory = page.map(({ warehouse_db_id: _, warehouse_code: __, ...row }) => row);
  out.write(JSON.stringify({ inventory, next_cursor }));
  return null;
}

type WarehouseNames = Pick<Warehouse, 'warehouse_id' | 'warehouse_code' | 'warehouse_name'>;

function namesOf({ warehouse_id, warehouse_code, warehouse_name }: Warehouse): WarehouseNames {
  return { warehouse_id, warehouse_code, warehouse_name };
}

/** Rows in memory at a time. */
const PAGE = 1000;

/**
 * Reads a ledger's stock by SKU and warehouse from those after a position on, a page at a time, as fast as the caller takes
 * it. With each page comes the position of its last row; null: it is the last page.
 */
export async function* readAllStock(
  db: Database,
  owner: StockOwner,
  filter: StockFilter,
  after: StockPosition | null,
): AsyncGenerator<{
  readonly rows: Omit<StockRow, 'warehouse_db_id'>[];
  readonly last: StockPosition | null;
}> {
  for (let last = after; ; ) {
    const page: StockRow[] = await readStockRows(db, owner, filter, { after: last, limit: PAGE });
    const end = page.length < PAGE ? undefined : page.at(-1)!;
    last = end === undefined ? null : [end.sku, end.warehouse_db_id];
    yield { rows: page.map(({ warehouse_db_id: _, ...row }) => row), last };
    if (last === null) return;
  }
}
