import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration, warehouseIdOf } from '../account/configurations.ts';
import { decisionMoment, type LockedLedger } from '../account/ledger-lock.ts';
import type { NamedActor } from '../contracts/common.ts';
import type { ShippedOrder, ShippedRequest } from '../contracts/shipped.ts';
import { parseTimestamp } from '../contracts/timestamp.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { type DecisionRecord, latestDecisions, neverRouted } from './decisions/decision-records.ts';
import {
  allocatedUnits,
  mergedUnits,
  presentShipment,
  type StoredShipment,
  shippedUnits,
  type WarehouseUnits,
  withoutUnits,
} from './decisions/order-need.ts';
import {
  endReserved,
  type LeftOfDecision,
  readReservedUnits,
  readShipments,
  saveShipped,
} from './decisions/shipment-rows.ts';
import { findWaiting, supersede } from './decisions/superseded-orders.ts';
import { keepSlots } from './departures/slot-rows.ts';
import { eventOf } from './events.ts';
import type { Refused } from './ledger-queues.ts';
import { runMode } from './run-mode.ts';
import { applyEntry, isEnded, logStart } from './stock/pair.ts';
import { insertEntries, type KeptEntry, noteMoment } from './stock/pair-rows.ts';
import { Pairs } from './stock/pairs.ts';
import { stockRowsOf } from './stock/stock-store.ts';

/** What has left of an order. */
export interface OrderToShip extends ShippedRequest {
  readonly order_id: string;
  /** It is said of an order that is released: what remains of it has left. */
  readonly leaves?: true;
}

/** What is to ship of an order. */
export interface WantedShipment {
  readonly record: DecisionRecord;
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

/** What shipping an order would change, or why it is refused. */
export type Shipped = ShippedOrder | Refused<AppError>;

/** Orders to ship of a ledger whose lock the transaction has. */
export interface ShipmentContext {
  readonly db: Pick<Database, 'pool'>;
  readonly principal: Principal;
  readonly ledger: LockedLedger;
  /** For so many days entries are known. */
  readonly log_days: number;
}

/** What ships orders, and what became of each. */
export interface PlannedShipments {
  readonly results: readonly Shipped[];
  readonly changes: readonly Sql[];
}

/** What is read of orders before they ship, as steps of a pipeline. It may be sent behind what takes the ledger's lock. */
export function readOrders(tx: pg.PoolClient, ledgerId: number, ids: readonly string[]) {
  return {
    records: () => latestDecisions(tx, ledgerId, ids),
    before: () => readShipments(tx, ledgerId, ids),
    waiting: () => findWaiting(tx, ledgerId, ids),
  };
}

type ReadOrders = {
  readonly [Name in keyof ReturnType<typeof readOrders>]: Awaited<
    ReturnType<ReturnType<typeof readOrders>[Name]>
  >;
};

/**
 * Ships orders, each as a whole or not at all: each unit is an entry of its pair, and ends as much of the reservation as is
 * active. An order that comes again ships what is left then. The transaction has the ledger's lock.
 */
export async function shipOrders(
  tx: pg.PoolClient,
  { db, principal, ledger, log_days }: ShipmentContext,
  orders: readonly OrderToShip[],
  { records, before, waiting }: ReadOrders,
): Promise<PlannedShipments> {
  const { ledger_id } = principal;
  const configurations = new Map<number, StoredConfiguration>();
  for (const { configuration_id } of records.values())
    configurations.set(configuration_id, await loadConfiguration(db, configuration_id));
  const now = decisionMoment(ledger);
  const latest = new Map(records);
  const left = new Map(before);
  const answers = new Map<WantedShipment, ShippedOrder>();
  const wanted = orders.map((order): WantedShipment | Refused<AppError> => {
    const record = latest.get(order.order_id);
    if (record === undefined) return { refused: neverRouted(order.order_id) };
    const leftBefore = left.get(order.order_id) ?? [];
    const configuration = configurations.get(record.configuration_id)!;
    const each = wantedShipment(order, record, leftBefore, configuration, { principal, now, log_days });
    if ('refused' in each) return each;
    const shipped = [...(record.shipped ?? []), ...each.shipments];
    latest.set(order.order_id, { ...record, shipped, state: each.state });
    const leftThen = withShipments(leftBefore, each, shipped);
    left.set(order.order_id, leftThen);
    answers.set(each, answerOf(each, leftThen));
    return each;
  });
  const shipping = wanted.flatMap((each) => ('refused' in each ? [] : [each]));
  const { pairs, reserved } = await pipeline(tx).run({
    pairs: () =>
      Pairs.read(
        tx,
        ledger_id,
        stockRowsOf(
          shipping.flatMap(({ units }) =>
            units.map(({ sku, warehouse_db_id: warehouse }) => ({ sku, warehouse })),
          ),
        ),
      ),
    reserved: () =>
      readReservedUnits(
        tx,
        ledger_id,
        shipping.flatMap(({ reserves, record: { id }, units }) =>
          reserves ? units.map((unit) => ({ ...unit, id })) : [],
        ),
      ),
  });
  const entries: KeptEntry[] = [];
  const ended: (WarehouseUnits & { readonly id: number })[] = [];
  for (const { record, units, left_at, happened_at } of shipping) {
    for (const unit of units) {
      const { sku, warehouse_db_id: warehouse, quantity } = unit;
      const pair = pairs.at(sku, warehouse);
      const key = `${record.id} ${warehouse} ${sku}`;
      const known = Math.min(quantity, reserved.get(key) ?? 0);
      if (known > 0) {
        reserved.set(key, reserved.get(key)! - known);
        ended.push({ ...unit, quantity: known, id: record.id });
        if (!isEnded(record.decided_at.getTime(), pair.count)) pair.reserved -= known;
      }
      const entry = { kind: 'shipment', quantity: -quantity, happened_at, left_at } as const;
      applyEntry(pair, entry);
      entries.push({ ...entry, sku, warehouse, decision_id: record.id, note: null });
    }
  }
  const results = wanted.map((each) => ('refused' in each ? each : answers.get(each)!));
  const events = [...answers.values()]
    .filter(({ shipped_units }) => shipped_units > 0)
    .flatMap((answer) =>
      eventOf(principal, 'order.shipped', { data: JSON.stringify(answer), order_id: answer.order_id }),
    );
  const changing = [...latest]
    .map(([order_id, { shipped, state }]) => {
      const record = records.get(order_id)!;
      return { record, shipments: (shipped ?? []).slice(record.shipped?.length ?? 0), state };
    })
    .filter(({ shipments, state, record }) => shipments.length > 0 || state !== record.state);
  const shippedNow = new Map(changing.map(({ record }) => [record.order.order_id, record.id]));
  const at = new Date(now).toISOString();
  const superseded = waiting.flatMap(({ order_id, ...order }) => {
    const routing_decision_id = shippedNow.get(order_id);
    if (routing_decision_id === undefined) return [];
    return [{ ...order, by: { request: 'shipped', routing_decision_id, at } as const }];
  });
  return {
    results,
    changes: [
      ...supersede(superseded),
      ...pairs.changes(),
      // A shipment is later than a count of its own moment: the next count is not of that moment.
      ...(entries.length === 0 ? [] : noteMoment(ledger, ledger_id, now > ledger.as_of ? now + 1 : now)),
      ...insertEntries(ledger_id, entries),
      ...endReserved(ledger_id, ended),
      ...saveShipped(ledger_id, changing),
      ...keepSlots(
        ledger_id,
        changing.flatMap(({ record, shipments }) =>
          shipments.map(([warehouse_db_id]) => ({ order_id: record.order.order_id, warehouse_db_id })),
        ),
      ),
      ...events,
    ],
  };
}

/** What left of an order, with what leaves now. */
function withShipments(
  left: readonly LeftOfDecision[],
  { record, allocated, shipments: now, nameOf }: WantedShipment,
  shipments: readonly StoredShipment[],
): readonly LeftOfDecision[] {
  if (now.length === 0) return left;
  const before = left.find(({ decision_id }) => decision_id === record.id);
  const names = { ...before?.names, ...Object.fromEntries(now.map(([id]) => [id, nameOf(id)])) };
  return [...left.filter((each) => each !== before), { decision_id: record.id, allocated, shipments, names }];
}

function answerOf(
  { record, units, remaining }: WantedShipment,
  left: readonly LeftOfDecision[],
): ShippedOrder {
  return {
    order_id: record.order.order_id,
    routing_decision_id: record.id,
    shipped_units: totalQuantity(units),
    remaining_units: remaining,
    shipments: left.flatMap(({ decision_id, shipments, names }) =>
      shipments.map((each) => presentShipment(each, decision_id, (id) => names[id]!)),
    ),
  };
}
