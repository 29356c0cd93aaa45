import type { NamedActor } from '../../contracts/common.ts';
import type { OrderState } from '../../contracts/order-state.ts';
import type { ShippedOrder } from '../../contracts/shipped.ts';
import { totalQuantity } from '../../engine/rules/derive.ts';
import type { Decision, LineAllocation, OrderLine } from '../../engine/types.ts';

/** Units of a SKU at a warehouse, by its database id. */
export interface WarehouseUnits {
  readonly sku: string;
  readonly warehouse_db_id: number;
  readonly quantity: number;
}

/**
 * A shipment of a decision as it is stored with it. The moment is in milliseconds since 1970. `by` is who said so; those from
 * before it was recorded do not have it.
 */
export type StoredShipment = readonly [
  warehouseDbId: number,
  shippedAt: number,
  lines: readonly (readonly [sku: string, quantity: number])[],
  by?: NamedActor,
];

/** A shipment as answers show it. `nameOf` gives the ID of a warehouse by its database id. */
export function presentShipment(
  [warehouse, shippedAt, lines]: StoredShipment,
  routing_decision_id: number,
  nameOf: (warehouseDbId: number) => string,
): ShippedOrder['shipments'][number] {
  return {
    warehouse_id: nameOf(warehouse),
    shipped_at: new Date(shippedAt).toISOString(),
    routing_decision_id,
    lines: lines.map(([sku, quantity]) => ({ sku, quantity })),
  };
}

export function shippedUnits(shipments: readonly StoredShipment[]): WarehouseUnits[] {
  return shipments.flatMap(([warehouse_db_id, , lines]) =>
    lines.map(([sku, quantity]) => ({ sku, warehouse_db_id, quantity })),
  );
}

/** Units without others of the same SKUs and warehouses. What is left of none is left out. */
export function withoutUnits(
  units: readonly WarehouseUnits[],
  others: readonly WarehouseUnits[],
): readonly WarehouseUnits[] {
  if (others.length === 0) return units;
  const taken = others.map((other) => ({ ...other }));
  return units.flatMap((unit) => {
    let { quantity } = unit;
    for (const other of taken) {
      if (other.sku !== unit.sku || other.warehouse_db_id !== unit.warehouse_db_id) continue;
      const both = Math.min(quantity, other.quantity);
      quantity -= both;
      other.quantity -= both;
    }
    return quantity === 0 ? [] : [{ ...unit, quantity }];
  });
}

/** The same units, each SKU and warehouse once. */
export function mergedUnits(units: readonly WarehouseUnits[]): WarehouseUnits[] {
  if (units.length === 1) return [...units];
  const byPair = new Map<string, WarehouseUnits>();
  for (const unit of units) {
    const key = `${unit.warehouse_db_id} ${unit.sku}`;
    byPair.set(key, { ...unit, quantity: unit.quantity + (byPair.get(key)?.quantity ?? 0) });
  }
  return [...byPair.values()];
}

/** What a decision allocated. `warehouseDbIds` are by the index of a warehouse in its configuration. */
export function allocatedUnits(
  allocations: readonly LineAllocation[],
  lines: readonly Pick<OrderLine, 'sku'>[],
  warehouseDbIds: readonly number[],
): WarehouseUnits[] {
  return allocations.map(({ line, warehouse, quantity }) => ({
    sku: lines[line]!.sku,
    warehouse_db_id: warehouseDbIds[warehouse]!,
    quantity,
  }));
}

/** Lines without units that have shipped. A line of which none remain is left out. */
export function remainingLines<Line extends Pick<OrderLine, 'sku' | 'quantity'>>(
  lines: readonly Line[],
  shipped: readonly Pick<WarehouseUnits, 'sku' | 'quantity'>[],
): Line[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of shipped) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return lines.flatMap((line) => {
    const gone = Math.min(line.quantity, units.get(line.sku) ?? 0);
    units.set(line.sku, (units.get(line.sku) ?? 0) - gone);
    return line.quantity === gone ? [] : [{ ...line, quantity: line.quantity - gone }];
  });
}

// What an order is, what it still needs and what of it is still to leave. All that acts on stored orders, counts or lists
// them asks here. The database keeps what was done to a decision (`decisions.state`); time alone ends a hold, so whether
// an order is held or has expired follows from `order_expiries`.

/** The states in which an order is wanted: only these orders are demand, and only these are routed again by a filter. */
const OPEN: readonly OrderState[] = ['current', 'held'];

export function isOpen(state: OrderState): boolean {
  return OPEN.includes(state);
}

/**
 * SQL of the state of a decision, by the names of its row and of the row that has `ledger_id` and `order_id`. A hold is over
 * at its `expires_at`, released already or not.
 */
export function stateSql(decision = 'd', order = 'o'): string {
  return `coalesce((
    SELECT CASE WHEN hold.expires_at > clock_timestamp() THEN 'held' ELSE 'expired' END FROM order_expiries hold
    WHERE ${decision}.state = 'current' AND hold.is_hold
      AND hold.ledger_id = ${order}.ledger_id AND hold.order_id = ${order}.order_id
  ), ${decision}.state::text)`;
}

/**
 * SQL of the orders of a ledger whose hold is over, by its `order_id`. They hold nothing any more, also while the worker has
 * still to release what they had: whoever shows what is held leaves that out. The index needs a stable moment.
 */
export function overdueOrders(ledgerId: string): string {
  return `(SELECT order_id FROM order_expiries
    WHERE ledger_id = ${ledgerId} AND is_hold AND expires_at <= statement_timestamp())`;
}

/** SQL of when an order is released by itself, by the same names; null: never. */
export function expiresAtSql(decision = 'd', order = 'o'): string {
  return `(
    SELECT expiry.expires_at FROM order_expiries expiry
    WHERE ${decision}.state = 'current' AND expiry.ledger_id = ${order}.ledger_id AND expiry.order_id = ${order}.order_id
  )`;
}

/** SQL of whether the order is wanted, by the same names. */
export function isOpenSql(decision = 'd', order = 'o'): string {
  return `(${decision}.state = 'current' AND ${stateSql(decision, order)} IN (${OPEN.map((state) => `'${state}'`)}))`;
}

/** SQL of how many units of a decision `d` on an order that is wanted are still to leave. */
export const TO_LEAVE = `(
  (SELECT coalesce(sum((each ->> 2)::bigint), 0) FROM json_array_elements(d.data -> 'allocations') AS each)
  - (SELECT coalesce(sum((line ->> 1)::bigint), 0)
     FROM json_array_elements(d.shipped) AS shipment CROSS JOIN json_array_elements(shipment -> 2) AS line)
)`;

/** What is known of a decision and of what has left of it. */
interface Decided {
  readonly state: OrderState;
  /** As it was decided, which is without what had shipped before. */
  readonly order: { readonly lines: readonly OrderLine[] };
  readonly decision: Pick<Decision, 'allocations' | 'unfulfilled'>;
  readonly shipped: readonly StoredShipment[] | null;
}

/** The units that the latest decision allocated and that have not shipped. None if the order is not wanted. */
export function unitsToLeave(
  { state, order, decision, shipped }: Decided,
  warehouseDbIds: readonly number[],
): readonly WarehouseUnits[] {
  if (!isOpen(state)) return [];
  const allocated = allocatedUnits(decision.allocations, order.lines, warehouseDbIds);
  return withoutUnits(allocated, shippedUnits(shipped ?? []));
}

/** How much ships, and in how many shipments. */
export interface Parcels {
  readonly units: number;
  readonly shipments: number;
}

export function parcelsOf(units: readonly (WarehouseUnits | LineAllocation)[]): Parcels {
  const warehouses = units.map((each) => ('warehouse' in each ? each.warehouse : each.warehouse_db_id));
  return { units: totalQuantity(units), shipments: new Set(warehouses).size };
}

/** Whether fewer units ship than before, or as many in more shipments. */
export function isWorse(now: Parcels, before: Parcels): boolean {
  return now.units < before.units || (now.units === before.units && now.shipments > before.shipments);
}
