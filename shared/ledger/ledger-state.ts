import type { Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../account/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { profileOf } from '../engine/compile.ts';
import type { Evidence } from '../engine/explain/explain.ts';
import type { Departures } from '../engine/rules/departures.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { Decision, Destination, UnitValues, UnitWeights } from '../engine/types.ts';
import { lanesMayChange } from '../transit/provider.ts';
import { encodeEvidence } from './decisions/evidence.ts';
import {
  type LatestDecision,
  type OrderExpiry,
  replaceDecisions,
  shippedUntil,
} from './decisions/latest-decisions.ts';
import { DeparturesAt, datesOf, Slots } from './departures/departures-at.ts';
import {
  type ChangedSlots,
  type HeldSlot,
  releaseSlots,
  type Slot,
  saveSlots,
  type TakenSlots,
} from './departures/slot-rows.ts';
import { expiryOf, isAgain, saveExpiries } from './order-expiries.ts';
import { type RunMode, runMode } from './run-mode.ts';
import { changedRows, type StockSource, type StoredStock, updateStock } from './stock/stock-store.ts';

/** Whose stock orders are decided on, and by which rules. */
export interface DecisionContext {
  readonly ledger_id: number;
  /** The stock that the orders are decided on and use up. */
  readonly stock: StockSource;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
  /** Of a managed run: a warehouse that is disabled when its orders are decided ships nothing, also if its configuration has it enabled. */
  readonly heeds_disabled?: boolean;
  /** The moment that a run decides at, if it has begun, in milliseconds since 1970: earlier slots are not read. */
  readonly since?: number | null;
  /** Whether further orders will be added to the state: then it has all slots from the beginning. */
  readonly adds_orders?: boolean;
  /** What is taken on the side of a what-if, whose orders hold no slots. */
  readonly taken_slots?: readonly TakenSlots[];
}

/** The context of orders that are decided on a ledger's own stock. */
export function ledgerContext(ledger_id: number, configuration: StoredConfiguration): DecisionContext {
  return { ledger_id, stock: { kind: 'ledger', ledger_id }, configuration, mode: runMode(configuration) };
}

/** What is read of a ledger to decide some orders, as the database has it at one moment. */
export interface LedgerRead {
  /** The configuration's warehouses by database id, and behind them any that only an earlier decision knows. */
  readonly warehouses: readonly number[];
  readonly stock: ReadonlyMap<string, StoredStock>;
  readonly unit_values: UnitValues;
  /** Null: the account has no rates. */
  readonly unit_weights: UnitWeights | null;
  /** On the order IDs. */
  readonly latest: readonly LatestDecision[];
  readonly taken_slots: readonly TakenSlots[];
  /** For the orders. */
  readonly held_slots: readonly HeldSlot[];
  /** The client's disabled warehouses by database id, ascending; none unless the context heeds them. */
  readonly disabled: readonly number[];
}

/** What is known of a ledger when its lock is taken. */
export interface LedgerAtLock {
  /** The moment that the orders are decided at, in milliseconds since 1970. */
  readonly as_of: number;
  /** Whether earlier decisions hold slots, perhaps of a client that has no capacity any more. */
  readonly holds_places: boolean;
  /** The moment of the decisions, if they reserve units. */
  readonly decided_at?: number;
}

/** Units of a SKU, by the index of its warehouse in the state. */
interface Units {
  readonly sku: string;
  readonly warehouse: number;
  readonly quantity: number;
}

/** What an order has of its ledger. */
interface Holding {
  readonly units: readonly Units[];
  readonly slots: readonly Slot[];
}

/** What an order had when the ledger was read, and what it has now. */
interface Held {
  readonly before: Holding;
  now: Holding;
}

export const NOTHING: Holding = { units: [], slots: [] };

/** What a decision is made from, and its explanation. */
export type Seen = DecisionInput & Evidence;

/**
 * All that a turn reads of its ledger, and what each order holds of it. A decision changes only what its order holds, so
 * it is dropped by giving the order what it held before; `changesOf` says what is to be saved. Whatever a decision depends
 * on beside its order, its lanes and its configuration is in here: what is added must also be read (load-ledger-state.ts)
 * and saved.
 */
export class LedgerState {
  readonly context: DecisionContext;
  /** Whether decisions depend on the moment. */
  readonly isDated: boolean;
  /** The disabled warehouses as they were read. They are disabled in the context's configuration. */
  readonly disabled: readonly number[];
  readonly warehouses: readonly number[];
  /** By SKU, with the units that are reserved now. */
  readonly stock = new Map<string, StoredStock>();
  /** By SKU and warehouse: what is not reserved, never below zero, and what is. The arrays are plain because there are many. */
  readonly available = new Map<string, number[]>();
  readonly reserved = new Map<string, readonly number[]>();
  /** The SKUs of which units were reserved or released. */
  readonly touched = new Set<string>();
  /** How many slots are taken now. Null: decisions take no slots. */
  readonly slots: Slots | null;
  /** The stored decisions by order ID. */
  readonly latest = new Map<string, LatestDecision>();
  /** By order ID; an order that is not here holds nothing. */
  readonly held = new Map<string, Held>();
  /** The orders whose new decisions replace the stored ones, by ID. */
  readonly decided = new Map<string, RoutingOrder>();
  /** What is known since the ledger is locked. */
  atLock: LedgerAtLock | null = null;
  /** Of all orders for which the ledger was read. */
  #unitValues: UnitValues = new Map();
  /** Null: the account has no rates. */
  #unitWeights: UnitWeights | null = null;
  /** Null: decisions do not depend on the moment. */
  #departures: DeparturesAt | null = null;
  readonly #departuresAt = new Map<number, DeparturesAt>();

  constructor(context: DecisionContext, read: LedgerRead) {
    this.context = context;
    this.disabled = read.disabled;
    this.isDated = datesOf(context.configuration) !== null;
    this.warehouses = read.warehouses;
    this.slots = context.mode.takes_slots ? new Slots(read.taken_slots) : null;
    this.add(read);
  }

  /** Says what is known since the ledger is locked. */
  locked(known: LedgerAtLock): void {
    this.atLock = known;
    this.decideAt(known.as_of);
  }

  /** The moment of the next decisions, in milliseconds since 1970. */
  decideAt(moment: number): void {
    const { configuration } = this.context;
    const dates = datesOf(configuration);
    if (dates === null) return;
    const { warehouse_db_ids } = configuration;
    const taking = this.slots && { slots: this.slots, warehouse_db_ids };
    this.#departures = this.#departuresAt.get(moment) ?? new DeparturesAt(dates, moment, taking);
    this.#departuresAt.set(moment, this.#departures);
  }

  /** The first moment after the present one at which a warehouse's ship day is another one; null: it has none. */
  shipDayChangesAt(warehouse: number): number | null {
    return this.#departures?.changesAt(warehouse) ?? null;
  }

  /** Adds what the orders need that are decided next. */
  add({
    stock,
    unit_values,
    unit_weights,
    held_slots,
    latest,
  }: Pick<LedgerRead, 'stock' | 'unit_values' | 'unit_weights' | 'held_slots' | 'latest'>): void {
    const ignored = ignoresReserved(this.context);
    for (const [sku, ofSku] of stock) {
      if (ignored) ofSku.reserved.fill(0);
      this.stock.set(sku, ofSku);
      this.available.set(sku, freeOf(ofSku));
      this.reserved.set(sku, ofSku.reserved);
    }
    for (const decision of latest) {
      this.latest.set(decision.order_id, decision);
      if (decision.units.length > 0)
        this.#addHeld(decision.order_id, { units: this.#placed(decision.units) });
    }
    for (const { order_id, ...slot } of held_slots)
      this.#addHeld(order_id, { slots: [...this.heldBy(order_id).slots, slot] });
    this.#unitValues = unit_values;
    this.#unitWeights = unit_weights;
  }

  /** What an order holds now. */
  heldBy(orderId: string): Holding {
    return this.held.get(orderId)?.now ?? NOTHING;
  }

  /** From now on an order holds this, and nothing of what it held before. */
  hold(orderId: string, now: Holding): void {
    const held = this.held.get(orderId);
    if (held?.now === now) return;
    this.#move(held?.now ?? NOTHING, -1);
    this.#move(now, 1);
    if (held !== undefined) held.now = now;
    else if (now !== NOTHING) this.held.set(orderId, { before: NOTHING, now });
  }

  /** Decides orders. Unless the result is to be kept, they hold afterwards what they held before. */
  attempt<Result>(
    orders: readonly Pick<RoutingOrder, 'order_id'>[],
    decide: () => Result,
    isKept: (result: Result) => boolean = () => false,
  ): Result {
    const before = orders.map(({ order_id }) => this.heldBy(order_id));
    const result = decide();
    if (!isKept(result))
      for (const [index, { order_id }] of orders.entries()) this.hold(order_id, before[index]!);
    return result;
  }

  /** What an order is decided from, and its decision explained. Its stock and slots change when something is held. */
  seenBy(order: RoutingOrder, destination: Destination | null): Seen {
    const { inventory_aware } = this.context.mode;
    return {
      order,
      destination,
      availability: inventory_aware ? this.available : null,
      stock: inventory_aware ? { available: this.available, reserved: this.reserved } : null,
      unit_values: this.#unitValues,
      ...(this.#unitWeights && { unit_weights: this.#unitWeights }),
      departures: this.#departuresTo(destination),
      stock_as_seen: true,
    };
  }

  /** The evidence of a decision as it is stored; null: none. */
  storedEvidenceOf(decision: Decision, evidence: Evidence): string | null {
    const { order, destination, stock, unit_values, unit_weights = null, departures = null } = evidence;
    const { configuration } = this.context;
    const { settings, isByCost } = profileOf(configuration.compiled, order.partner_id);
    return encodeEvidence(decision, order.lines, {
      destination: lanesMayChange(configuration) ? destination : null,
      stock,
      unit_values: settings.minimum_shipment_value.mode === 'block' ? unit_values : null,
      unit_weights,
      departures,
      isByCost,
      disabled: configuration.disabled,
    });
  }

  /** A decision with what the ledger knows of its order: when it is released by itself, and what had shipped before. */
  withExpiry(decision: Decision, order: RoutingOrder): Decision {
    const latest = this.latestOn(order.order_id);
    const expiry = this.expiryOf(order);
    const shipped = latest === null ? null : shippedUntil(latest, isAgain(order));
    if (expiry === null && shipped === null) return decision;
    return {
      ...decision,
      ...shipped,
      ...(expiry !== null && { expires_at: expiry.expires_at }),
    };
  }

  /** When an order is released by itself that is decided now. */
  expiryOf(order: RoutingOrder): OrderExpiry | null {
    const { reservation_days } = this.context.configuration;
    const latest = this.latestOn(order.order_id);
    return this.expires ? expiryOf(order, latest, reservation_days, this.atLock!.decided_at!) : null;
  }

  /** Whether orders that are decided may be released by themselves. */
  get expires(): boolean {
    return this.context.mode.reserves && this.atLock?.decided_at !== undefined;
  }

  /** What a decision takes: units, and a slot for each shipment, on these days, by warehouse, or on the next ones. */
  takenBy(
    { allocations, shipments }: Decision,
    { lines }: RoutingOrder,
    slotDays: readonly (number | null)[] | null = null,
  ): Holding {
    const { mode, configuration } = this.context;
    const slots = shipments.flatMap(({ warehouse }) => {
      if (this.slots === null) return [];
      const day = slotDays === null ? this.#departures!.slotDayOf(warehouse) : slotDays[warehouse]!;
      return day === null ? [] : [{ warehouse_db_id: configuration.warehouse_db_ids[warehouse]!, day }];
    });
    const unitsOf = ({ line, warehouse, quantity }: Decision['allocations'][number]): Units => ({
      sku: lines[line]!.sku,
      warehouse,
      quantity,
    });
    return { units: mode.consumes ? allocations.map(unitsOf) : [], slots };
  }

  /** The day on which a shipment would take a slot now, by warehouse; null: decisions take none. */
  slotDays(): (number | null)[] | null {
    if (this.slots === null) return null;
    const { warehouses } = this.context.configuration.configuration;
    return warehouses.map((_, warehouse) => this.#departures!.slotDayOf(warehouse));
  }

  /** The stored decision on an order ID that was the latest when the ledger was read; null: there is none. */
  latestOn(orderId: string): LatestDecision | null {
    return this.latest.get(orderId) ?? null;
  }

  /** New decisions on these orders replace the stored ones. */
  replaceLatest(orders: readonly RoutingOrder[]): void {
    for (const order of orders) this.decided.set(order.order_id, order);
  }

  #addHeld(orderId: string, more: Partial<Holding>): void {
    const now = { ...this.heldBy(orderId), ...more };
    this.held.set(orderId, { before: now, now });
  }

  #move({ units, slots }: Holding, by: 1 | -1): void {
    for (const { sku, warehouse, quantity } of units) {
      const ofSku = this.stock.get(sku);
      if (ofSku === undefined) throw new Error(`No stock was loaded for SKU ${sku}.`);
      this.touched.add(sku);
      const reserved = ofSku.reserved[warehouse]! + by * quantity;
      ofSku.reserved[warehouse] = reserved;
      this.available.get(sku)![warehouse] = Math.max(0, ofSku.quantity[warehouse]! - reserved);
    }
    for (const slot of slots) this.slots?.count(slot, by);
  }

  #departuresTo(destination: Destination | null): Departures | null {
    if (destination === null || !this.isDated) return null;
    if (this.#departures === null) throw new Error('The moment of the decision is not known.');
    return this.#departures.to(destination);
  }

  #placed(units: LatestDecision['units']): Units[] {
    return units.map(({ warehouse_db_id, ...unit }) => ({
      ...unit,
      warehouse: this.warehouses.indexOf(warehouse_db_id),
    }));
  }
}

/** What saves the units that decisions use up. */
export function stockChangesOf({ context, warehouses, stock, touched }: LedgerState): Sql[] {
  if (ignoresReserved(context)) return [];
  const changed = [...touched].map((sku) => [sku, stock.get(sku)!] as const);
  return updateStock(context.stock, changedRows(warehouses, changed));
}

/** What saves all that decisions change: units, slots, expiries, and the decisions that they replace. */
export function changesOf(state: LedgerState): Sql[] {
  const { context, latest, held, decided, slots, atLock } = state;
  const { ledger_id, mode } = context;
  const replaced = [...decided.keys()].flatMap((order_id) => latest.get(order_id)?.decision_id ?? []);
  return [
    ...stockChangesOf(state),
    ...replaceDecisions(ledger_id, replaced, { releases: mode.honours_reservations }),
    ...(slots === null ? [] : saveSlots(ledger_id, changedSlots(held), slots.changes())),
    ...saveExpiries(ledger_id, changedExpiries(state)),
    // Decisions take no slots any more, and earlier ones may hold some.
    ...(slots === null && atLock?.holds_places ? releaseSlots(ledger_id, [...decided.keys()]) : []),
  ];
}

function changedExpiries(state: LedgerState) {
  if (!state.expires) return [];
  return [...state.decided].flatMap(([order_id, order]) => {
    const expiry = state.expiryOf(order);
    return expiry === (state.latestOn(order_id)?.expiry ?? null) ? [] : [{ order_id, expiry }];
  });
}

function changedSlots(held: LedgerState['held']): ChangedSlots[] {
  return [...held].map(([order_id, { before, now }]) => ({
    ...{ order_id, before: before.slots, now: now.slots },
  }));
}

/** Whether reservations of earlier decisions do not count, and nothing is reserved. */
function ignoresReserved({ stock, mode }: DecisionContext): boolean {
  return stock.kind === 'ledger' && !mode.honours_reservations;
}

function freeOf({ quantity, reserved }: StoredStock): number[] {
  const free: number[] = [];
  for (let warehouse = 0; warehouse < quantity.length; warehouse++)
    free.push(Math.max(0, quantity[warehouse]! - reserved[warehouse]!));
  return free;
}
