import type pg from 'pg';
import type { z } from 'zod';
import type { inventoryReportRow } from '../../contracts/reports.ts';
import {
  readStockRows,
  type StockFilter,
  type StockPosition,
  type StockRow,
} from '../../routing/inventory/stock-rows.ts';

type ReportedStockRow = z.output<typeof inventoryReportRow>;

/** Rows in memory at a time. */
const PAGE = 1000;

/** Reads a ledger's stock by SKU and warehouse, a page at a time, as fast as the caller takes it. */
export async function* readStockReport(
  pool: pg.Pool,
  ledgerId: number,
  filter: StockFilter,
): AsyncGenerator<ReportedStockRow[]> {
  let after: StockPosition | null = null;
  for (;;) {
    const page: StockRow[] = await readStockRows(pool, ledgerId, filter, { after, limit: PAGE });
    if (page.length > 0) yield page.map(toReportedRow);
    if (page.length < PAGE) return;
    const last = page.at(-1)!;
    after = [last.sku, last.warehouse_db_id];
  }
}

/** The row of the report for a row of stock. */
export function toReportedRow(stock: StockRow): ReportedStockRow {
  return {
    sku: stock.sku,
    sku_description: stock.sku_description,
    warehouse_id: stock.warehouse_id,
    warehouse_code: stock.warehouse_code,
    warehouse_name: stock.warehouse_name,
    quantity_available: stock.quantity_available,
    reserved_quantity: stock.reserved_quantity,
    effective_quantity: stock.quantity_available - stock.reserved_quantity,
    unit_value: stock.unit_value,
    ingest_run_id: stock.ingest_run_id,
    source_name: stock.source_name,
    synced_at: stock.synced_at.toISOString(),
  };
}
