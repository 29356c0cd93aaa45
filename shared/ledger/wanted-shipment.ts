import type { StoredConfiguration } from '../account/configurations.ts';
import type { NamedActor } from '../contracts/actor.ts';
import type { ShippedRequest } from '../contracts/shipped.ts';
import { parseTimestamp } from '../contracts/timestamp.ts';
import { warehouseIdOf } from '../contracts/warehouse-id.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import type { DecisionRecord } from './decisions/decision-records.ts';
import {
  allocatedUnits,
  type StoredShipment,
  shippedUnits,
  type WarehouseUnits,
  withoutUnits,
} from './decisions/shipped-units.ts';
import { runMode } from './run-mode.ts';
import { logStart } from './stock/pair.ts';

/** What has left of an order. */
export interface OrderToShip extends ShippedRequest {
  readonly order_id: string;
  /** It is said of an order that is released: what remains of it has left. */
  readonly leaves?: true;
}

/** What is to ship of an order. */
export interface WantedShipment {
  readonly record: DecisionRecord;
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

/** Throws AppError: nothing_reserved, order_released, not_allocated, bad_request for a moment that is too long ago. */
export function wantedShipment(
  { shipped_at, shipments, late = false, leaves }: OrderToShip,
  record: DecisionRecord,
  configuration: StoredConfiguration,
  {
    principal,
    now,
    log_days,
  }: { readonly principal: Principal; readonly now: number; readonly log_days: number },
): WantedShipment {
  const { state, decision, order } = record;
  if (principal.contract_variant === 'B' || !runMode(configuration).reserves)
    throw new AppError('nothing_reserved');
  const isReleased = state === 'released' || state === 'expired';
  if (isReleased && !late && leaves !== true) throw new AppError('order_released');
  const sent = shipped_at == null ? now : parseTimestamp(shipped_at)!;
  if (sent < logStart(now, log_days))
    throw new AppError(
      'bad_request',
      `shipped_at must be at most ${log_days} days ago: it is ${shipped_at}.`,
    );
  const decided = record.decided_at.getTime();
  const left_at = Math.max(Math.min(sent, now), decided);
  const { warehouse_db_ids } = configuration;
  const { warehouses } = configuration.configuration;
  const before = shippedUnits(record.shipped ?? []);
  const open =
    state === 'left'
      ? []
      : withoutUnits(allocatedUnits(decision.allocations, order.lines, warehouse_db_ids), before);
  const units =
    shipments === undefined
      ? open
      : chosenUnits(open, shipments, (id) => {
          const index = warehouses.findIndex(({ warehouse_id }) => warehouse_id === id);
          return index < 0 ? null : warehouse_db_ids[index]!;
        });
  const remaining = routedUnits(record) - totalQuantity(before) - totalQuantity(units);
  const ends = remaining === 0 ? 'shipped' : leaves ? 'left' : state;
  return {
    ...{ record, units, left_at },
    shipments: byWarehouse(units, left_at, principal.by),
    happened_at: isReleased ? left_at : decided,
    reserves: !isReleased && record.reservation_epoch !== null,
    remaining: state === 'left' ? 0 : remaining,
    state: isReleased || state === 'left' ? (leaves ? 'left' : state) : ends,
    nameOf: (id) => warehouseIdOf(configuration, id),
  };
}

/** The units that a caller names, of those that have not shipped. Throws AppError not_allocated. */
function chosenUnits(
  open: readonly WarehouseUnits[],
  shipments: NonNullable<ShippedRequest['shipments']>,
  warehouseOf: (id: string) => number | null,
): WarehouseUnits[] {
  const chosen: WarehouseUnits[] = [];
  for (const { warehouse_id, lines } of shipments) {
    const warehouse = warehouseOf(warehouse_id.trim());
    const left = withoutUnits(
      open.filter(({ warehouse_db_id }) => warehouse_db_id === warehouse),
      chosen,
    );
    if (lines === undefined) {
      if (!open.some(({ warehouse_db_id }) => warehouse_db_id === warehouse))
        throw notAllocated(warehouse_id);
      chosen.push(...left);
      continue;
    }
    for (const { sku: sent, quantity } of lines) {
      const sku = sent.trim();
      const taken = totalQuantity(
        chosen.filter((each) => each.sku === sku && each.warehouse_db_id === warehouse),
      );
      const all = totalQuantity(
        open.filter((each) => each.sku === sku && each.warehouse_db_id === warehouse),
      );
      if (warehouse === null || quantity > all - taken) throw notAllocated(`${sku} at ${warehouse_id}`);
      chosen.push({ sku, warehouse_db_id: warehouse, quantity });
    }
  }
  return merged(chosen);
}

const notAllocated = (what: string) =>
  new AppError(
    'not_allocated',
    `The latest decision has not so much left to ship of ${what}. What left without being allocated is a change: ` +
      'POST /api/v1/inventory/changes.',
  );

/** The units of an order that warehouses are to ship. */
function routedUnits({ order, decision }: DecisionRecord): number {
  const external = decision.unfulfilled.filter(({ reason }) => reason === 'external_fulfillment');
  return totalQuantity(order.lines) - external.reduce((sum, { unfulfilled_qty }) => sum + unfulfilled_qty, 0);
}

function merged(units: readonly WarehouseUnits[]): WarehouseUnits[] {
  const byPair = new Map<string, WarehouseUnits>();
  for (const unit of units) {
    const key = `${unit.warehouse_db_id} ${unit.sku}`;
    byPair.set(key, { ...unit, quantity: unit.quantity + (byPair.get(key)?.quantity ?? 0) });
  }
  return [...byPair.values()];
}

function byWarehouse(units: readonly WarehouseUnits[], leftAt: number, by: NamedActor): StoredShipment[] {
  const lines = new Map<number, [sku: string, quantity: number][]>();
  for (const { sku, warehouse_db_id, quantity } of merged(units))
    lines.set(warehouse_db_id, [...(lines.get(warehouse_db_id) ?? []), [sku, quantity]]);
  return [...lines].map(([warehouse, each]) => [warehouse, leftAt, each, by]);
}
