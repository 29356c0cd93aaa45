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
    if (page.length > 0) yield page.map(({ warehouse_db_id: _, ...row }) => row);
    if (page.length < PAGE) return;
    const last = page.at(-1)!;
    after = [last.sku, last.warehouse_db_id];
  }
}
