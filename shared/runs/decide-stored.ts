import type pg from 'pg';
import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Decision, Destination } from '../engine/types.ts';
import { StockPool } from '../inventory/stock-pool.ts';
import { loadStock, loadUnitValues, type StockSource, saveReserved } from '../inventory/stock-store.ts';
import { decideOrders, type HeldUnits } from './decide-orders.ts';
import { type HeldReservation, loadHeld, releaseHeld } from './held-units.ts';
import type { RunMode } from './run-mode.ts';

/** The books and the rules that orders are decided on. */
export interface DecisionContext {
  readonly ledger_id: number;
  readonly stock_epoch: number;
  /** The run whose pinned snapshot is used up instead of the ledger's inventory; null: the ledger's. */
  readonly pinned_by: number | null;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
  readonly destinations: ReadonlyMap<string, Destination | null>;
}

/**
 * Decides orders against the stored stock and saves what they use up and what rerouting releases, within the
 * caller's transaction and under the ledger's lock. The decisions themselves are the caller's to save.
 */
export async function decideStored(
  tx: pg.PoolClient,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
): Promise<Decision[]> {
  const { mode, configuration, ledger_id, stock_epoch, pinned_by } = context;
  const source: StockSource =
    pinned_by === null ? { kind: 'ledger', ledger_id, stock_epoch } : { kind: 'run', run_id: pinned_by };
  const held = mode.honours_reservations ? await loadHeld(tx, ledger_id, stock_epoch, orderIds(orders)) : [];
  const warehouses = warehousesOf(configuration, held);
  const stock = await loadStock(tx, source, warehouses, skusOf(mode, orders, held));
  const ignoresReserved = source.kind === 'ledger' && !mode.honours_reservations;
  if (ignoresReserved) for (const { reserved } of stock.values()) reserved.fill(0);
  const pool = new StockPool(stock);
  const decisions = decideOrders(
    {
      compiled: configuration.compiled,
      mode,
      destinations: context.destinations,
      unit_values: await loadUnitValues(tx, ledger_id, unvaluedSkus(orders)),
      pool,
      held: byOrderId(held, warehouses),
    },
    orders,
  );
  if (!ignoresReserved) await saveReserved(tx, source, warehouses, pool.changes());
  await releaseHeld(
    tx,
    held.map((reservation) => reservation.decision_id),
  );
  return decisions;
}

function orderIds(orders: readonly RoutingOrder[]): string[] {
  return orders.map((order) => order.order_id);
}

/** The configuration's warehouses, and behind them any that only an earlier reservation knows. */
function warehousesOf(configuration: StoredConfiguration, held: readonly HeldReservation[]): number[] {
  const ids = new Set(configuration.warehouse_db_ids);
  for (const { units } of held) for (const { warehouse_db_id } of units) ids.add(warehouse_db_id);
  return [...ids];
}

function skusOf(
  mode: RunMode,
  orders: readonly RoutingOrder[],
  held: readonly HeldReservation[],
): Set<string> {
  const skus = new Set<string>();
  if (mode.inventory_aware) for (const { lines } of orders) for (const { sku } of lines) skus.add(sku);
  for (const { units } of held) for (const { sku } of units) skus.add(sku);
  return skus;
}

/** The SKUs whose value must come from the latest sync. */
function unvaluedSkus(orders: readonly RoutingOrder[]): string[] {
  const skus = new Set<string>();
  for (const { lines } of orders) {
    for (const { sku, unit_value } of lines) if (unit_value === null) skus.add(sku);
  }
  return [...skus];
}

function byOrderId(
  held: readonly HeldReservation[],
  warehouseDbIds: readonly number[],
): Map<string, HeldUnits[]> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  return new Map(
    held.map(({ order_id, units }) => [
      order_id,
      units.map(({ sku, warehouse_db_id, quantity }) => ({
        sku,
        warehouse: indexOf.get(warehouse_db_id)!,
        quantity,
      })),
    ]),
  );
}
