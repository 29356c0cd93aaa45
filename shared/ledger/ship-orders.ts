import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../account/configurations.ts';
import { decisionMoment, type LockedLedger } from '../account/ledger-lock.ts';
import type { ShippedOrder } from '../contracts/shipped.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { totalQuantity } from '../engine/rules/derive.ts';
import type { AppError } from '../foundation/errors/app-error.ts';
import type { Principal } from '../identity/principal.ts';
import { latestDecisions, neverRouted } from './decisions/decision-records.ts';
import {
  endReserved,
  type LeftOfDecision,
  readReservedUnits,
  readShipments,
  saveShipped,
} from './decisions/shipment-rows.ts';
import { presentShipment, type StoredShipment, type WarehouseUnits } from './decisions/shipped-units.ts';
import { findWaiting, supersede } from './decisions/superseded-orders.ts';
import { keepSlots } from './departures/slot-rows.ts';
import { eventOf } from './events.ts';
import { applyEntry, isEnded } from './stock/pair.ts';
import { insertEntries, type KeptEntry, noteMoment } from './stock/pair-rows.ts';
import { Pairs } from './stock/pairs.ts';
import { stockRowsOf } from './stock/stock-version.ts';
import type { Refused } from './turns.ts';
import { type OrderToShip, type WantedShipment, wantedShipment } from './wanted-shipment.ts';

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

/** What was read of orders. */
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
