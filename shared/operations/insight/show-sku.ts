import type { z } from 'zod';
import type { skuView } from '../../contracts/account/inventory.ts';
import type { Database } from '../../db/database.ts';
import { totalQuantity } from '../../engine/rules/derive.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import { readFoundOrders } from '../../runs/search/found-orders.ts';
import { START } from '../../runs/search/run-ranges.ts';
import { scanDecisions } from '../../runs/search/scan-decisions.ts';
import { findSku, readLastSync } from './list-skus.ts';

type SkuView = z.output<typeof skuView>;

/** The most orders that are shown. */
const MAX_ORDERS = 100;

/** Reads one SKU's stock and the orders that have reserved units of it. Throws AppError not_found. */
export async function showSku(
  db: Database,
  principal: Pick<Principal, 'ledger_id' | 'configuration_id'>,
  sku: string,
): Promise<SkuView> {
  const { ledger_id } = principal;
  const stock = await findSku(db, principal, sku);
  if (stock === null) throw new AppError('not_found', `There is no stock of SKU ${sku}.`);
  const [last_sync, reservations] = await Promise.all([
    readLastSync(db.pool, ledger_id),
    findReservations(db, ledger_id, sku, stock.reserved_quantity),
  ]);
  return { last_sync, ...stock, ...reservations };
}

/**
 * Searches the orders that have reserved a SKU, newest first. The number of reserved units is known, so the search ends
 * when all are found.
 */
async function findReservations(
  db: Database,
  ledgerId: number,
  sku: string,
  reserved: number,
): Promise<Pick<SkuView, 'reserved_by' | 'reserved_by_complete'>> {
  const reserved_by: SkuView['reserved_by'] = [];
  let missing = reserved;
  if (missing === 0) return { reserved_by, reserved_by_complete: true };
  const { rows } = await db.pool.query<{ stock_epoch: number }>(
    'SELECT stock_epoch FROM ledgers WHERE id = $1',
    [ledgerId],
  );
  const filter = { sku, reservation_epoch: rows[0]!.stock_epoch };
  const bounds = { first: 0, last: Number.MAX_SAFE_INTEGER };
  const scan = { ledger_id: ledgerId, direction: 'newest_first', bounds, filter } as const;
  for await (const { found } of scanDecisions(db, scan, START.newest_first, MAX_ORDERS)) {
    const ids = found.map(({ id }) => id);
    for (const { lines, held, shown } of await readFoundOrders(db, ledgerId, ids)) {
      const ofSku = held.filter(({ line }) => lines[line]!.sku === sku);
      const quantity = totalQuantity(ofSku);
      if (quantity === 0 || reserved_by.length === MAX_ORDERS) continue;
      reserved_by.push({ quantity, order: shown });
      missing -= quantity;
    }
    if (missing <= 0 || reserved_by.length === MAX_ORDERS) break;
  }
  return { reserved_by, reserved_by_complete: missing <= 0 };
}
