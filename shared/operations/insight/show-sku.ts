import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { skuView } from '../../contracts/account/inventory.ts';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/sql.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { Principal } from '../../identity/principal.ts';
import { reservingOfSku } from '../../ledger/stock/reserving-orders.ts';
import { readFoundOrders } from '../../runs/search/found-orders.ts';
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

/** The orders that have reserved a SKU, newest first. They are all of them if they have all units that are reserved. */
async function findReservations(
  db: Database,
  ledgerId: number,
  sku: string,
  reserved: number,
): Promise<Pick<SkuView, 'reserved_by' | 'reserved_by_complete'>> {
  const { rows } = await db.pool.query<{ decision_id: number; units: number }>(
    prepared(sql`
      SELECT decision_id, units FROM (${reservingOfSku(ledgerId, sku)}) AS reserving
      ORDER BY decided_at DESC, decision_id DESC LIMIT ${MAX_ORDERS}`),
  );
  const unitsOf = new Map(rows.map(({ decision_id, units }) => [decision_id, units]));
  const found = await readFoundOrders(db, ledgerId, [...unitsOf.keys()]);
  const reserved_by = found.map(({ position, shown }) => ({
    quantity: unitsOf.get(position.id)!,
    order: shown,
  }));
  const known = reserved_by.reduce((sum, { quantity }) => sum + quantity, 0);
  return { reserved_by, reserved_by_complete: known >= reserved };
}
