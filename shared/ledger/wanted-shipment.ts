import { type StoredConfiguration, warehouseIdOf } from '../account/configurations.ts';
import type { NamedActor } from '../contracts/common.ts';
import type { ShippedRequest } from '../contracts/shipped.ts';
import { parseTimestamp } from '../contracts/timestamp.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import type { DecisionRecord } from './decisions/decision-records.ts';
import type { LeftOfDecision } from './decisions/shipment-rows.ts';
import {
  allocatedUnits,
  mergedUnits,
  type StoredShipment,
  shippedUnits,
  type WarehouseUnits,
  withoutUnits,
} from './decisions/shipped-units.ts';
import { runMode } from './run-mode.ts';
import { logStart } from './stock/pair.ts';
import type { Refused } from './turns.ts';

/** What has left of an order. */
export interface OrderToShip extends ShippedRequest {
  readonly order_id: string;
  /** It is said of an order that is released: what remains of it has left. */
  readonly leaves?: true;
}

/** What is to ship of an order. */
export interface WantedShipment {
  readonly record: DecisionRecord;
  /** All units of the decision. */
  readonly allocated: readonly WarehouseUnits[];
  readonly units: readonly WarehouseUnits[];
  readonly shipments: readonly StoredShipment[];
  readonly left_at: number;
  readonly happened_at: number;
  /** Whether what ships may be reserved. */
  readonly reserves: boolean;
  readonly remaining: number;
  readonly state: DecisionRecord['state'];
  readonly nameOf: (warehouseDbId: number) => string;
}

/**
 * `left` is what left of the order by each of its decisions. Refuses by nothing_reserved, order_released, not_allocated, and
 * bad_request for a moment that is too long ago.
 */
export function wantedShipment(
  { shipped_at, shipments, late = false, leaves }: OrderToShip,
  record: DecisionRecord,
  left: readonly LeftOfDecision[],
  configuration: StoredConfiguration,
  {
    principal,
    now,
    log_days,
  }: { readonly principal: Principal; readonly now: number; readonly log_days: number },
): WantedShipment | Refused<AppError> {
  const { state, decision, order } = record;
  if (principal.contract_variant === 'B' || !runMode(configuration).reserves)
    return { refused: new AppError('nothing_reserved') };
  const isReleased = state === 'released' || state === 'expired';
  if (isReleased && !late && leaves !== true) return { refused: new AppError('order_released') };
  const sent = shipped_at == null ? now : parseTimestamp(shipped_at)!;
  if (sent < logStart(now, log_days)) {
    const detail = `shipped_at must be at most ${log_days} days ago: it is ${shipped_at}.`;
    return { refused: new AppError('bad_request', detail) };
  }
  const decided = record.decided_at.getTime();
  const left_at = Math.max(Math.min(sent, now), decided);
  const before = shippedUnits(record.shipped ?? []);
  const allocated = allocatedUnits(decision.allocations, order.lines, configuration.warehouse_db_ids);
  const open = state === 'left' ? [] : withoutUnits(allocated, before);
  const units = shipments === undefined ? open : namedUnits(shipments, open, left, configuration);
  if ('refused' in units) return units;
  const remaining = routedUnits(record) - totalQuantity(before) - totalQuantity(units);
  const ends = remaining === 0 ? 'shipped' : leaves ? 'left' : state;
  return {
    ...{ record, allocated, units, left_at },
    shipments: byWarehouse(units, left_at, principal.by),
    happened_at: isReleased ? left_at : decided,
    reserves: !isReleased && record.reservation_epoch !== null,
    remaining: state === 'left' ? 0 : remaining,
    state: isReleased || state === 'left' ? (leaves ? 'left' : state) : ends,
    nameOf: (id) => warehouseIdOf(configuration, id),
  };
}

/**
 * The units that a caller names, of those that are to leave. What is named and has left whole is passed over, as a message may
 * come twice. Refuses by not_allocated.
 */
function namedUnits(
  shipments: NonNullable<ShippedRequest['shipments']>,
  toLeave: readonly WarehouseUnits[],
  left: readonly LeftOfDecision[],
  { configuration, warehouse_db_ids }: StoredConfiguration,
): readonly WarehouseUnits[] | Refused<AppError> {
  let open = toLeave;
  const named: WarehouseUnits[] = [];
  for (const { warehouse_id: sent, lines = [null] } of shipments) {
    const warehouse_id = sent.trim();
    const warehouse = configuration.warehouses.findIndex((each) => each.warehouse_id === warehouse_id);
    for (const line of lines) {
      const sku = line?.sku.trim();
      const isNamed = (unit: WarehouseUnits) =>
        unit.warehouse_db_id === warehouse_db_ids[warehouse] && (line === null || unit.sku === sku);
      const there = open.filter(isNamed);
      const units = line === null ? there : takenOf(there, line.quantity);
      if (units.length > 0) {
        open = withoutUnits(open, units);
        named.push(...units);
        continue;
      }
      const isRepeated = line === null && named.some(isNamed);
      if (isRepeated || (there.length === 0 && haveLeftWhole(left, isNamed, line?.quantity))) continue;
      const what = line === null ? warehouse_id : `${sku} at ${warehouse_id}`;
      return { refused: notAllocated(what, totalQuantity(there), left, isNamed) };
    }
  }
  return mergedUnits(named);
}

/** So many of some units; none if there are not so many. */
function takenOf(units: readonly WarehouseUnits[], quantity: number): WarehouseUnits[] {
  const [first] = units;
  return first === undefined || quantity > totalQuantity(units) ? [] : [{ ...first, quantity }];
}

/** Whether all units that a decision, or the order's decisions together, allocated have left. `quantity` is how many they were. */
function haveLeftWhole(
  left: readonly LeftOfDecision[],
  isNamed: (unit: WarehouseUnits) => boolean,
  quantity?: number,
): boolean {
  const gone = left.map(({ shipments }) => totalQuantity(shippedUnits(shipments).filter(isNamed)));
  if (quantity === totalQuantity(gone.map((each) => ({ quantity: each })))) return true;
  return left.some(({ allocated }, index) => {
    const units = gone[index]!;
    return units > 0 && units === totalQuantity(allocated.filter(isNamed)) && units === (quantity ?? units);
  });
}

function notAllocated(
  what: string,
  open: number,
  left: readonly LeftOfDecision[],
  isNamed: (unit: WarehouseUnits) => boolean,
): AppError {
  const gone = left
    .flatMap(({ shipments }) => shipments)
    .map(
      (each) =>
        [totalQuantity(shippedUnits([each]).filter(isNamed)), new Date(each[1]).toISOString()] as const,
    )
    .flatMap(([units, at]) => (units === 0 ? [] : [`${units} at ${at}`]));
  const said = `Of it have left ${gone.join(', ')}, and ${open} are to leave: what was said before is done already. `;
  return new AppError(
    'not_allocated',
    `The latest decision has not so much left to ship of ${what}. ${gone.length === 0 ? '' : said}What left without ` +
      'being allocated is a change: POST /api/v1/inventory/changes.',
  );
}

/** The units of an order that warehouses are to ship. */
function routedUnits({ order, decision }: DecisionRecord): number {
  const external = decision.unfulfilled.filter(({ reason }) => reason === 'external_fulfillment');
  return totalQuantity(order.lines) - external.reduce((sum, { unfulfilled_qty }) => sum + unfulfilled_qty, 0);
}

function byWarehouse(units: readonly WarehouseUnits[], leftAt: number, by: NamedActor): StoredShipment[] {
  const lines = new Map<number, [sku: string, quantity: number][]>();
  for (const { sku, warehouse_db_id, quantity } of mergedUnits(units))
    lines.set(warehouse_db_id, [...(lines.get(warehouse_db_id) ?? []), [sku, quantity]]);
  return [...lines].map(([warehouse, each]) => [warehouse, leftAt, each, by]);
}
