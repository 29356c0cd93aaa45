import sql from 'sql-template-tag';
import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Queryable } from '../db/database.ts';
import { prepared } from '../db/sql.ts';
import type { UnitValues } from '../engine/types.ts';
import {
  type StockSource,
  type StoredStock,
  selectStock,
  selectUnitValues,
  toStock,
  toUnitValues,
} from '../inventory/stock-store.ts';
import { type Reservation, selectReservations, toReservations } from './reservations.ts';
import type { RunMode } from './run-mode.ts';

/** Whose stock orders are decided on, and by which rules. */
export interface DecisionContext {
  readonly ledger_id: number;
  /** The run whose pinned snapshot is used up instead of the ledger's inventory; null: the ledger's. */
  readonly pinned_by: number | null;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
}

/** What some orders can be allocated from, as the database has it at one moment: stock less reservations. */
export interface LoadedAvailability {
  /** The configuration's warehouses by database id, and behind them any that only an earlier reservation knows. */
  readonly warehouses: readonly number[];
  readonly stock: ReadonlyMap<string, StoredStock>;
  readonly unit_values: UnitValues;
  readonly reservations: readonly Reservation[];
}

/** How availability is read. */
interface LoadOptions {
  /** Whether a SKU's stock is wanted. Not given: every SKU's. */
  readonly isWanted?: (sku: string) => boolean;
  /** Where stock is read at the same time, if the ledger's lock is taken: see `secondConnection`. */
  readonly beside?: Queryable;
}

/**
 * Reads what some orders can be allocated from: the stock of those SKUs that are wanted, and the reservations of the same
 * order IDs. It may be sent behind the statement that takes the ledger's lock, unless a second connection reads: the
 * server reads when the lock is taken.
 */
export async function loadAvailability(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
  { isWanted = () => true, beside = tx }: LoadOptions = {},
): Promise<LoadedAvailability> {
  const { mode, configuration } = context;
  const skus = wantedSkus(mode, orders, isWanted);
  const warehouses = new Set(configuration.warehouse_db_ids);
  const orderIds = mode.honours_reservations ? [...new Set(orders.map(({ order_id }) => order_id))] : [];
  const stocked = { skus: [...skus], unvalued: unvaluedSkus(orders) };
  const read =
    beside === tx
      ? await readAvailability(tx, context, { orderIds, ...stocked })
      : await readBeside(tx, beside, context, orderIds, stocked);
  const reservations = toReservations(read.reservations);
  let { stock } = read;
  if (reservations.length > 0) {
    // Orders that are routed again release units, perhaps of SKUs and warehouses that the new ones do not have.
    for (const { units } of reservations) {
      for (const { sku, warehouse_db_id } of units) {
        skus.add(sku);
        warehouses.add(warehouse_db_id);
      }
    }
    ({ stock } = await readAvailability(beside, context, { skus: [...skus] }));
  }
  const warehouseDbIds = [...warehouses];
  return {
    warehouses: warehouseDbIds,
    stock: toStock(stock, warehouseDbIds, [...skus]),
    unit_values: toUnitValues(read.unit_values),
    reservations,
  };
}

/**
 * Reads what a view lacks for further orders, in its transaction. Returns null if one of these orders has a reservation:
 * its units may be in a warehouse that the view does not know, so a new view has to be made.
 */
export async function extendAvailability(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
  view: { readonly has: (sku: string) => boolean },
): Promise<LoadedAvailability | null> {
  const availability = await loadAvailability(tx, context, orders, { isWanted: (sku) => !view.has(sku) });
  return availability.reservations.length === 0 ? availability : null;
}

/** What is read. */
interface AvailabilityKeys {
  readonly orderIds?: readonly string[];
  readonly skus?: readonly string[];
  readonly unvalued?: readonly string[];
}

/** What the database answers, as text; null: nothing. */
interface AvailabilityJson {
  readonly reservations: string | null;
  readonly stock: string | null;
  readonly unit_values: string | null;
}

const NOTHING: AvailabilityJson = { reservations: null, stock: null, unit_values: null };

/** Reads all in one statement. */
async function readAvailability(
  db: Queryable,
  context: DecisionContext,
  { orderIds = [], skus = [], unvalued = [] }: AvailabilityKeys,
): Promise<AvailabilityJson> {
  const { ledger_id } = context;
  const nothing = sql`NULL`;
  if (orderIds.length + skus.length + unvalued.length === 0) return NOTHING;
  const { rows } = await db.query<AvailabilityJson>(
    prepared(sql`
      SELECT (${orderIds.length > 0 ? selectReservations(ledger_id, orderIds) : nothing}) AS reservations,
             (${skus.length > 0 ? selectStock(sourceOf(context), skus) : nothing}) AS stock,
             (${unvalued.length > 0 ? selectUnitValues(ledger_id, unvalued) : nothing}) AS unit_values`),
  );
  return rows[0]!;
}

/** Reads stock and values on a second connection while the transaction reads the reservations. */
async function readBeside(
  tx: Queryable,
  beside: Queryable,
  context: DecisionContext,
  orderIds: readonly string[],
  stocked: AvailabilityKeys,
): Promise<AvailabilityJson> {
  const [read, { reservations }] = await Promise.all([
    readAvailability(beside, context, stocked),
    readAvailability(tx, context, { orderIds }),
  ]);
  return { ...read, reservations };
}

/** The stock that orders are decided on. */
export function sourceOf({ ledger_id, pinned_by }: DecisionContext): StockSource {
  return pinned_by === null ? { kind: 'ledger', ledger_id } : { kind: 'run', run_id: pinned_by };
}

function wantedSkus(
  mode: RunMode,
  orders: readonly RoutingOrder[],
  isWanted: (sku: string) => boolean,
): Set<string> {
  const skus = new Set<string>();
  if (!mode.inventory_aware) return skus;
  for (const { lines } of orders) for (const { sku } of lines) if (isWanted(sku)) skus.add(sku);
  return skus;
}

/** The SKUs whose value must come from the latest sync. */
export function unvaluedSkus(orders: readonly RoutingOrder[]): string[] {
  const skus = new Set<string>();
  for (const { lines } of orders) {
    for (const { sku, unit_value } of lines) if (unit_value === null) skus.add(sku);
  }
  return [...skus];
}
