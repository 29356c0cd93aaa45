import type pg from 'pg';
import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { together } from '../db/transaction.ts';
import type { Decision, Destination, UnitValues } from '../engine/types.ts';
import { type SkuStock, StockPool } from '../inventory/stock-pool.ts';
import { loadStock, loadUnitValues, type StockSource, saveReserved } from '../inventory/stock-store.ts';
import { decideOrders, type HeldUnits } from './decide-orders.ts';
import { type HeldReservation, loadHeld, releaseHeld } from './held-units.ts';
import type { RunMode } from './run-mode.ts';

/** Whose books orders are decided on, and by which rules. */
export interface DecisionContext {
  readonly ledger_id: number;
  /** The run whose pinned snapshot is used up instead of the ledger's inventory; null: the ledger's. */
  readonly pinned_by: number | null;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
}

/** All that the database knows of what some orders ask for. */
export interface Books {
  /** The configuration's warehouses by database id, and behind them any that only an earlier reservation knows. */
  readonly warehouses: readonly number[];
  readonly stock: ReadonlyMap<string, SkuStock>;
  readonly unit_values: UnitValues;
  readonly held: readonly HeldReservation[];
}

/**
 * Reads the books on some orders. What it sends may be on its way behind the statement that takes the ledger's lock:
 * the server reads once that is taken.
 */
export async function loadBooks(
  tx: pg.PoolClient,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
): Promise<Books> {
  const { mode, configuration, ledger_id } = context;
  const source = sourceOf(context);
  const skus = skusOf(mode, orders);
  const orderIds = orders.map(({ order_id }) => order_id);
  const [held, stock, unit_values] = await together(tx, () => [
    mode.honours_reservations ? loadHeld(tx, ledger_id, orderIds) : [],
    loadStock(tx, source, configuration.warehouse_db_ids, skus),
    loadUnitValues(tx, ledger_id, unvaluedSkus(orders)),
  ]);
  if (held.length === 0) return { warehouses: configuration.warehouse_db_ids, stock, unit_values, held };
  // Orders that are routed again give units back, of SKUs and warehouses that may be others now.
  const warehouses = new Set(configuration.warehouse_db_ids);
  for (const { units } of held) {
    for (const { sku, warehouse_db_id } of units) {
      skus.add(sku);
      warehouses.add(warehouse_db_id);
    }
  }
  const all = [...warehouses];
  return { warehouses: all, stock: await loadStock(tx, source, all, skus), unit_values, held };
}

/** Decisions, and what they change in the books. */
export interface DecidedOnBooks {
  readonly decisions: Decision[];
  /** Writes what they use up and what rerouting releases, in the caller's transaction and under the ledger's lock. */
  save(tx: pg.PoolClient): Promise<unknown>;
}

/** Decides orders on their books, which it changes. The decisions themselves are the caller's to save. */
export function decideOnBooks(
  context: DecisionContext,
  { warehouses, stock, unit_values, held }: Books,
  destinations: ReadonlyMap<string, Destination | null>,
  orders: readonly RoutingOrder[],
): DecidedOnBooks {
  const { mode, configuration } = context;
  const source = sourceOf(context);
  const ignoresReserved = source.kind === 'ledger' && !mode.honours_reservations;
  if (ignoresReserved) for (const { reserved } of stock.values()) reserved.fill(0);
  const pool = new StockPool(stock);
  const decisions = decideOrders(
    {
      compiled: configuration.compiled,
      mode,
      destinations,
      unit_values,
      pool,
      held: byOrderId(held, warehouses),
    },
    orders,
  );
  return {
    decisions,
    save: (tx) =>
      together(tx, () => [
        ignoresReserved || saveReserved(tx, source, warehouses, pool.changes()),
        releaseHeld(
          tx,
          held.map(({ decision_id }) => decision_id),
        ),
      ]),
  };
}

function sourceOf({ ledger_id, pinned_by }: DecisionContext): StockSource {
  return pinned_by === null ? { kind: 'ledger', ledger_id } : { kind: 'run', run_id: pinned_by };
}

function skusOf(mode: RunMode, orders: readonly RoutingOrder[]): Set<string> {
  const skus = new Set<string>();
  if (mode.inventory_aware) for (const { lines } of orders) for (const { sku } of lines) skus.add(sku);
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
