import type pg from 'pg';
import { z } from 'zod';
import { soughtIdentifier } from '../../../../shared/contracts/common.ts';
import { decodeCursor, encodeCursor } from '../../../../shared/contracts/cursor.ts';
import type { stockPage, stockQuery } from '../../../../shared/contracts/inventory.ts';
import { readStockRows } from '../../../../shared/routing/inventory/stock-rows.ts';

const position = z.tuple([soughtIdentifier, z.int32()]);

/** Reads one page of a ledger's stock, by SKU and warehouse. Throws AppError validation_failed for a bad cursor. */
export async function readStockPage(
  pool: pg.Pool,
  ledgerId: number,
  { cursor, limit, ...filter }: z.output<typeof stockQuery>,
): Promise<z.output<typeof stockPage>> {
  const after = cursor ? decodeCursor(position, cursor) : null;
  const rows = await readStockRows(pool, ledgerId, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    inventory: page.map(({ warehouse_db_id: _, warehouse_code: __, ...row }) => row),
    next_cursor: last && rows.length > page.length ? encodeCursor([last.sku, last.warehouse_db_id]) : null,
  };
}
