import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { LockedLedger } from '../accounts/ledger-lock.ts';
import type { Principal } from '../accounts/principal.ts';
import { presentShipment } from '../contracts/present-shipment.ts';
import type { ShippedOrder, ShippedRequest } from '../contracts/shipped.ts';
import { parseTimestamp } from '../contracts/timestamp.ts';
import { column } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import { pipeline } from '../db/pipeline.ts';
import { prepared } from '../db/sql.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { type DecisionRecord, latestDecisions, neverRouted } from './decisions/decision-records.ts';
import {
  allocatedUnits,
  type ShippedUnits,
  type StoredShipment,
  shippedUnits,
  withoutUnits,
} from './decisions/shipped-units.ts';
import { findWaiting, supersede } from './decisions/superseded-orders.ts';
import { keepPlaces } from './departures/place-rows.ts';
import { eventOf } from './events.ts';
import { runMode } from './run-mode.ts';
import { enter, isEnded } from './stock/pair.ts';
import { insertEntries, type KeptEntry, startTracking } from './stock/pair-rows.ts';
import { Pairs } from './stock/pairs.ts';

const DAY_MS = 86_400_000;

/** What has left of an order. */
export interface OrderToShip extends ShippedRequest {
  readonly order_id: string;
  /** It is said of an order that is released: what remains of it has left. */
  readonly leaves?: true;
}

/** What shipping an order would change, or why it is refused. */
export type Shipped = ShippedOrder | AppError;

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

/**
 * Ships orders, each as a whole or not at all: each unit is an entry of its pair, and ends as much of the reservation as is
 * active. An order may come once. The transaction has the ledger's lock.
 */
export async function shipOrders(
  tx: pg.PoolClient,
  { db, principal, ledger, log_days }: ShipmentContext,
  orders: readonly OrderToShip[],
): Promise<PlannedShipments> {
  const { ledger_id } = principal;
  const ids = orders.map(({ order_id }) => order_id);
  const { records, before, waiting } = await pipeline(tx).run({
    track: ledger.is_tracked ? null : startTracking(ledger_id),
    records: () => latestDecisions(tx, ledger_id, ids),
    before: () => readShipments(tx, ledger_id, ids),
    waiting: () => findWaiting(tx, ledger_id, ids),
  });
  const configurations = new Map<number, StoredConfiguration>();
  for (const { configuration_id } of records.values())
    configurations.set(configuration_id, await loadConfiguration(db, configuration_id));
  const now = ledger.as_of;
  const wanted = orders.map((order): WantedShipment | AppError => {
    const record = records.get(order.order_id);
    if (record === undefined) return neverRouted(order.order_id);
    try {
      return wantedShipment(order, record, configurations.get(record.configuration_id)!, {
        principal,
        now,
        log_days,
      });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
  const shipping = wanted.filter((each): each is WantedShipment => !(each instanceof AppError));
  const { pairs, reserved } = await pipeline(tx).run({
    pairs: () =>
      Pairs.read(tx, ledger_id, [...new Set(shipping.flatMap(({ units }) => units.map(({ sku }) => sku)))]),
    reserved: () =>
      readReservedUnits(
        tx,
        ledger_id,
        shipping.filter(({ reserves }) => reserves).map(({ record }) => record.id),
      ),
  });
  const entries: KeptEntry[] = [];
  const ended: (ShippedUnits & { readonly id: number })[] = [];
  for (const { record, units, left_at, happened_at } of shipping) {
    for (const unit of units) {
      const { sku, warehouse_db_id: warehouse, quantity } = unit;
      const pair = pairs.at(sku, warehouse);
      const key = `${record.id} ${warehouse} ${sku}`;
      const known = Math.min(quantity, reserved.get(key) ?? 0);
      if (known > 0) {
        ended.push({ ...unit, quantity: known, id: record.id });
        if (!isEnded(record.decided_at.getTime(), pair.count)) pair.reserved -= known;
      }
      const entry = { kind: 'shipment', quantity: -quantity, happened_at, left_at } as const;
      enter(pair, entry);
      entries.push({ ...entry, sku, warehouse, decision_id: record.id, note: null });
    }
  }
  const told: Sql[] = [];
  const results = wanted.map((each): Shipped => {
    if (each instanceof AppError) return each;
    const answer = answerOf(each, before.get(each.record.order.order_id) ?? []);
    if (answer.shipped_units > 0)
      told.push(...eventOf(principal, 'order.shipped', { data: JSON.stringify(answer) }));
    return answer;
  });
  const changing = shipping.filter(({ units, state, record }) => units.length > 0 || state !== record.state);
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
      ...pairs.rowsAdded(),
      ...insertEntries(ledger_id, entries),
      ...endReserved(ledger_id, ended),
      ...saveShipped(ledger_id, changing),
      ...keepPlaces(
        ledger_id,
        changing.flatMap(({ record, shipments }) =>
          shipments.map(([warehouse_db_id]) => ({ order_id: record.order.order_id, warehouse_db_id })),
        ),
      ),
      ...told,
    ],
  };
}

/** What is to ship of an order. */
interface WantedShipment {
  readonly record: DecisionRecord;
  readonly units: readonly ShippedUnits[];
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
function wantedShipment(
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
  if (sent < now - log_days * DAY_MS)
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
  const remaining = routedUnits(record) - totalOf(before) - totalOf(units);
  const ends = remaining === 0 ? 'shipped' : leaves ? 'left' : state;
  return {
    ...{ record, units, left_at },
    shipments: byWarehouse(units, left_at),
    happened_at: isReleased ? left_at : decided,
    reserves: !isReleased && record.reservation_epoch !== null,
    remaining: state === 'left' ? 0 : remaining,
    state: isReleased || state === 'left' ? (leaves ? 'left' : state) : ends,
    nameOf: (id) => warehouses[warehouse_db_ids.indexOf(id)]!.warehouse_id,
  };
}

/** The units that a caller names, of those that have not shipped. Throws AppError not_allocated. */
function chosenUnits(
  open: readonly ShippedUnits[],
  shipments: NonNullable<ShippedRequest['shipments']>,
  warehouseOf: (id: string) => number | null,
): ShippedUnits[] {
  const chosen: ShippedUnits[] = [];
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
      const taken = totalOf(chosen.filter((each) => each.sku === sku && each.warehouse_db_id === warehouse));
      const all = totalOf(open.filter((each) => each.sku === sku && each.warehouse_db_id === warehouse));
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

function totalOf(units: readonly ShippedUnits[]): number {
  return units.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The units of an order that warehouses are to ship. */
function routedUnits({ order, decision }: DecisionRecord): number {
  const external = decision.unfulfilled.filter(({ reason }) => reason === 'external_fulfillment');
  const ordered = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return ordered - external.reduce((sum, { unfulfilled_qty }) => sum + unfulfilled_qty, 0);
}

function merged(units: readonly ShippedUnits[]): ShippedUnits[] {
  const byPair = new Map<string, ShippedUnits>();
  for (const unit of units) {
    const key = `${unit.warehouse_db_id} ${unit.sku}`;
    byPair.set(key, { ...unit, quantity: unit.quantity + (byPair.get(key)?.quantity ?? 0) });
  }
  return [...byPair.values()];
}

function byWarehouse(units: readonly ShippedUnits[], leftAt: number): StoredShipment[] {
  const lines = new Map<number, [sku: string, quantity: number][]>();
  for (const { sku, warehouse_db_id, quantity } of merged(units))
    lines.set(warehouse_db_id, [...(lines.get(warehouse_db_id) ?? []), [sku, quantity]]);
  return [...lines].map(([warehouse, each]) => [warehouse, leftAt, each]);
}

/** What earlier requests shipped of an order, by decision. */
interface EarlierShipments {
  readonly decision_id: number;
  readonly shipments: readonly StoredShipment[];
  readonly names: Readonly<Record<string, string>>;
}

/** Reads what has shipped of orders, oldest decision first. */
async function readShipments(
  tx: Pick<pg.PoolClient, 'query'>,
  ledgerId: number,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierShipments[]>> {
  const { rows } = await tx.query<EarlierShipments & { order_id: string }>(
    prepared(sql`
      SELECT o.order_id, d.id AS decision_id, d.shipped AS shipments, (
               SELECT json_object_agg(w.id, w.warehouse_id) FROM warehouses w JOIN ledgers l ON l.client_id = w.client_id
               WHERE l.id = ${ledgerId}
             ) AS names
      FROM orders o JOIN decisions d ON d.id = o.id
      WHERE o.ledger_id = ${ledgerId} AND o.order_id = ANY(${orderIds}::text[]) AND d.shipped IS NOT NULL
      ORDER BY d.id`),
  );
  const found = new Map<string, EarlierShipments[]>();
  for (const { order_id, ...each } of rows) found.set(order_id, [...(found.get(order_id) ?? []), each]);
  return found;
}

/** Shipments as answers show them. */
function presentShipments(earlier: readonly EarlierShipments[]): ShippedOrder['shipments'] {
  return earlier.flatMap(({ decision_id, shipments, names }) =>
    shipments.map((each) => presentShipment(each, decision_id, (id) => names[id]!)),
  );
}

function answerOf(
  { record, units, shipments, remaining, nameOf }: WantedShipment,
  earlier: readonly EarlierShipments[],
): ShippedOrder {
  return {
    order_id: record.order.order_id,
    routing_decision_id: record.id,
    shipped_units: totalOf(units),
    remaining_units: remaining,
    shipments: [
      ...presentShipments(earlier),
      ...shipments.map((each) => presentShipment(each, record.id, nameOf)),
    ],
  };
}

/** The units that active decisions have by pair, by decision, warehouse and SKU. */
async function readReservedUnits(
  tx: pg.PoolClient,
  ledgerId: number,
  decisionIds: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (decisionIds.length === 0) return new Map();
  const { rows } = await tx.query<{ key: string; quantity: number }>(
    prepared(sql`
      SELECT format('%s %s %s', u.decision_id, u.warehouse_id, u.sku) AS key, u.quantity
      FROM decisions d
      JOIN orders o ON o.id = d.id
      CROSS JOIN LATERAL (SELECT DISTINCT line ->> 0 AS sku FROM json_array_elements(o.lines) AS line) AS l
      JOIN reserved_units u ON u.ledger_id = d.ledger_id AND u.sku = l.sku AND u.decision_id = d.id
      WHERE d.id = ANY(${decisionIds}::bigint[]) AND d.ledger_id = ${ledgerId} AND u.quantity > 0
        AND d.reservation_epoch = (SELECT stock_epoch FROM ledgers WHERE id = ${ledgerId})`),
  );
  return new Map(rows.map(({ key, quantity }) => [key, quantity]));
}

function endReserved(ledgerId: number, ended: readonly (ShippedUnits & { readonly id: number })[]): Sql[] {
  if (ended.length === 0) return [];
  return [
    sql`
      UPDATE reserved_units u SET quantity = u.quantity - ended.quantity
      FROM (
        SELECT sku, warehouse_id, decision_id, sum(quantity)::int AS quantity
        FROM (
          SELECT ${column(ended, 'text', ({ sku }) => sku)} AS sku,
                 ${column(ended, 'int', ({ warehouse_db_id }) => warehouse_db_id)} AS warehouse_id,
                 ${column(ended, 'bigint', ({ id }) => id)} AS decision_id,
                 ${column(ended, 'int', ({ quantity }) => quantity)} AS quantity
        ) AS each GROUP BY 1, 2, 3
      ) AS ended
      WHERE u.ledger_id = ${ledgerId} AND u.sku = ended.sku AND u.warehouse_id = ended.warehouse_id
        AND u.decision_id = ended.decision_id`,
  ];
}

function saveShipped(ledgerId: number, shipping: readonly WantedShipment[]): Sql[] {
  if (shipping.length === 0) return [];
  const all = ({ record, shipments }: WantedShipment) => [...(record.shipped ?? []), ...shipments];
  const hasEnded = ({ state, record }: WantedShipment) => state !== record.state;
  return [
    sql`
      UPDATE decisions d
      SET shipped = now.shipped, state = now.state,
          state_since = CASE WHEN now.has_ended THEN clock_timestamp() ELSE d.state_since END,
          reservation_epoch = CASE WHEN now.has_ended THEN NULL ELSE d.reservation_epoch END
      FROM (
        SELECT ${column(shipping, 'bigint', ({ record }) => record.id)} AS id,
               ${column(shipping, 'json', (each) => (all(each).length === 0 ? null : JSON.stringify(all(each))))} AS shipped,
               ${column(shipping, 'order_state', ({ state }) => state)} AS state,
               ${column(shipping, 'bool', hasEnded)} AS has_ended
      ) AS now
      WHERE d.id = now.id AND d.ledger_id = ${ledgerId}`,
  ];
}
