import type { Sql } from 'sql-template-tag';
import type { StoredConfiguration } from '../account/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { profileOf } from '../engine/compile.ts';
import type { Evidence } from '../engine/explain/explain.ts';
import type { Departures } from '../engine/rules/departures.ts';
import type { DecisionInput } from '../engine/rules/prepare-order.ts';
import type { Availability, Decision, Destination, UnitValues, UnitWeights } from '../engine/types.ts';
import { lanesMayChange } from '../transit/provider.ts';
import { encodeEvidence } from './decisions/evidence.ts';
import { type LatestDecision, replaceDecisions, shippedUntil } from './decisions/latest-decisions.ts';
import { datesOf } from './departures/dates.ts';
import { DeparturesAt } from './departures/departures-at.ts';
import { type HeldPlace, releasePlaces, type TakenPlaces } from './departures/place-rows.ts';
import { Places } from './departures/places.ts';
import { isAgain, OrderExpiries } from './order-expiries.ts';
import { type RunMode, runMode } from './run-mode.ts';
import { StockPool } from './stock/stock-pool.ts';
import { changedRows, type StockSource, type StoredStock, updateStock } from './stock/stock-store.ts';
import { unvaluedSkus } from './synced-facts.ts';

/** Whose stock orders are decided on, and by which rules. */
export interface DecisionContext {
  readonly ledger_id: number;
  /** The stock that the orders are decided on and use up. */
  readonly stock: StockSource;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
  /** Of a managed run: a warehouse that is disabled when its orders are decided ships nothing, also if its configuration has it enabled. */
  readonly heeds_disabled?: boolean;
  /** The moment that a run decides at, if it has begun, in milliseconds since 1970: earlier places are not read. */
  readonly since?: number | null;
  /** Whether further orders will be added to the state: then it has all places from the beginning. */
  readonly adds_orders?: boolean;
  /** What is taken on the side of a what-if, whose orders hold no places. */
  readonly taken_places?: readonly TakenPlaces[];
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
  readonly taken_places: readonly TakenPlaces[];
  /** For the orders. */
  readonly held_places: readonly HeldPlace[];
  /** The client's disabled warehouses by database id, ascending; none unless the context heeds them. */
  readonly disabled: readonly number[];
}

/** What is known of a ledger when its lock is taken. */
export interface LedgerAtLock {
  /** The moment that the orders are decided at, in milliseconds since 1970. */
  readonly as_of: number;
  /** Whether earlier decisions hold places, perhaps of a client that has no capacity any more. */
  readonly holds_places: boolean;
  /** The moment of the decisions, if they reserve units. */
  readonly decided_at?: number;
}

/** Units that an earlier decision on the same order ID has reserved, by the warehouse's place in the state. */
interface ReservedUnits {
  readonly sku: string;
  readonly warehouse: number;
  readonly quantity: number;
}

const NO_UNITS: readonly ReservedUnits[] = [];

/**
 * All that a turn reads and changes of its ledger, in memory. Each decision changes what the next one sees; `changes`
 * writes the changes. Whatever a decision depends on beside its order, its lanes and its configuration is in here: what
 * is added must also be read (load-ledger-state.ts), undone and written.
 */
export class LedgerState {
  readonly context: DecisionContext;
  /** Whether decisions depend on the moment. */
  readonly isDated: boolean;
  /** The disabled warehouses as they were read. They are disabled in the context's configuration. */
  readonly disabled: readonly number[];
  readonly #storesLanes: boolean;
  readonly #warehouses: readonly number[];
  readonly #pool = new StockPool<StoredStock>();
  /** By order ID, as they were read. */
  readonly #latest = new Map<string, LatestDecision>();
  readonly #reservedUnits = new Map<string, readonly ReservedUnits[]>();
  /** The stored decisions that new ones replace. */
  readonly #replaced = new Set<number>();
  /** Of all orders for which the ledger was read. */
  #readValues: UnitValues = new Map();
  #unitValues: UnitValues = new Map();
  /** Null: the account has no rates. */
  #unitWeights: UnitWeights | null = null;
  /** Null: decisions take no places. */
  readonly #places: Places | null;
  /** Null: decisions do not depend on the moment. */
  #departures: DeparturesAt | null = null;
  readonly #departuresAt = new Map<number, DeparturesAt>();
  /** Orders whose places are released, though new decisions take none. */
  #withoutPlaces: string[] | null = null;
  /** How many of them there were at `mark`. */
  #marked = 0;
  /** Null: nothing that is decided expires. */
  #expiries: OrderExpiries | null = null;

  constructor(context: DecisionContext, read: LedgerRead) {
    this.context = context;
    this.disabled = read.disabled;
    this.isDated = datesOf(context.configuration) !== null;
    this.#storesLanes = lanesMayChange(context.configuration);
    this.#warehouses = read.warehouses;
    this.#places = context.mode.takes_places ? new Places(read.taken_places) : null;
    this.add(read);
  }

  /** Whether a SKU's stock is known. */
  has(sku: string): boolean {
    return this.#pool.has(sku);
  }

  /** Says what is known since the ledger is locked. */
  locked({ as_of, holds_places, decided_at }: LedgerAtLock): void {
    this.decideAt(as_of);
    const { mode, configuration } = this.context;
    if (decided_at !== undefined && mode.reserves)
      this.#expiries = new OrderExpiries(configuration.reservation_days, decided_at);
    if (this.#places === null && holds_places) this.#withoutPlaces = [];
  }

  /** The moment of the next decisions, in milliseconds since 1970. */
  decideAt(moment: number): void {
    const { configuration } = this.context;
    const dates = datesOf(configuration);
    if (dates === null) return;
    const { warehouse_db_ids } = configuration;
    const taking = this.#places && { places: this.#places, warehouse_db_ids };
    this.#departures = this.#departuresAt.get(moment) ?? new DeparturesAt(dates, moment, taking);
    this.#departuresAt.set(moment, this.#departures);
  }

  /** The first moment after the present one at which a warehouse's ship day is another one; null: it has none. */
  shipDayChangesAt(warehouse: number): number | null {
    return this.#departures?.changesAt(warehouse) ?? null;
  }

  /** All places that are taken, of its what-if's side. */
  get takenPlaces(): readonly TakenPlaces[] {
    return this.#places?.all() ?? [];
  }

  /** Adds what the orders need that are decided next. */
  add({
    stock,
    unit_values,
    unit_weights,
    held_places,
    latest,
  }: Pick<LedgerRead, 'stock' | 'unit_values' | 'unit_weights' | 'held_places' | 'latest'>): void {
    for (const decision of latest) {
      this.#latest.set(decision.order_id, decision);
      if (decision.units.length > 0) this.#reservedUnits.set(decision.order_id, this.#placed(decision.units));
    }
    this.#places?.addHeld(held_places);
    if (this.#ignoresReserved) for (const { reserved } of stock.values()) reserved.fill(0);
    this.#pool.add(stock);
    this.#readValues = unit_values;
    this.#unitValues = unit_values;
    this.#unitWeights = unit_weights;
  }

  /**
   * Begins one of several runs. It sees what it would see if it were alone and came when the runs before it are saved.
   * `undoAll` or `endRun` ends it.
   */
  beginRun(orders: readonly RoutingOrder[]): void {
    this.#unitValues = chosenValues(unvaluedSkus(orders), this.#readValues);
    this.mark();
  }

  /** Begins changes that `undoAll` may undo. */
  mark(): void {
    this.#pool.mark();
    this.#places?.mark();
    this.#marked = this.#withoutPlaces?.length ?? 0;
  }

  /** Undoes all that was released and used since `mark`. */
  undoAll(): void {
    this.#pool.undo();
    this.#places?.undo();
    if (this.#withoutPlaces) this.#withoutPlaces.length = this.#marked;
  }

  /** Makes the decisions of a run earlier ones of the next run. Where nothing is reserved, the next run does not see them. */
  endRun(orders: readonly RoutingOrder[], decisions: readonly Decision[]): void {
    if (this.#ignoresReserved) this.#pool.undo();
    if (!this.context.mode.reserves) return;
    orders.forEach(({ order_id, lines }, place) => {
      const units = decisions[place]!.allocations.map(({ line, warehouse, quantity }) => ({
        sku: lines[line]!.sku,
        warehouse,
        quantity,
      }));
      this.#reservedUnits.set(order_id, units);
    });
  }

  /** Releases the units and places of an earlier decision on an order, which is decided next. */
  releaseEarlier({ order_id }: Pick<RoutingOrder, 'order_id'>): void {
    for (const { sku, warehouse, quantity } of this.#reservedUnits.get(order_id) ?? NO_UNITS)
      this.#pool.release(sku, warehouse, quantity);
    this.#places?.release(order_id);
    this.#withoutPlaces?.push(order_id);
  }

  /** What an order is decided from. */
  inputOf(order: RoutingOrder, destination: Destination | null): DecisionInput {
    const availability = this.context.mode.inventory_aware ? this.#pool.availability : null;
    return {
      order,
      destination,
      availability,
      unit_values: this.#unitValues,
      ...(this.#unitWeights && { unit_weights: this.#unitWeights }),
      departures: this.#departuresTo(destination),
    };
  }

  /** What the explanation of an order's decision is made from. It changes when the decision uses up stock. */
  evidenceOf(order: RoutingOrder, destination: Destination | null): Evidence {
    const stock = this.context.mode.inventory_aware
      ? { available: this.#pool.availability, reserved: this.#pool.reserved }
      : null;
    return {
      order,
      destination,
      stock,
      unit_values: this.#unitValues,
      ...(this.#unitWeights && { unit_weights: this.#unitWeights }),
      departures: this.#departuresTo(destination),
      stock_as_seen: true,
    };
  }

  /** The evidence of a decision as it is stored; null: none. */
  storedEvidenceOf(decision: Decision, evidence: Evidence): string | null {
    const { order, destination, stock, unit_values, unit_weights = null, departures = null } = evidence;
    const { compiled, disabled } = this.context.configuration;
    const { settings, isByCost } = profileOf(compiled, order.partner_id);
    return encodeEvidence(decision, order.lines, {
      destination: this.#storesLanes ? destination : null,
      stock,
      unit_values: settings.minimum_shipment_value.mode === 'block' ? unit_values : null,
      unit_weights,
      departures,
      isByCost,
      disabled,
    });
  }

  /** A decision with what the ledger knows of its order: when it is released by itself, and what had shipped before. */
  completed(decision: Decision, order: RoutingOrder): Decision {
    const latest = this.latestOn(order.order_id);
    const expiry = this.#expiries?.of(order, latest) ?? null;
    const shipped = latest === null ? null : shippedUntil(latest, isAgain(order));
    if (expiry === null && shipped === null) return decision;
    return {
      ...decision,
      ...shipped,
      ...(expiry !== null && { expires_at: expiry.expires_at }),
    };
  }

  /** Uses up what a decision ships, and takes a place for each shipment: on these days, by warehouse, or on the next ones. */
  use(
    { allocations, shipments }: Decision,
    { order_id, lines }: RoutingOrder,
    placeDays: readonly (number | null)[] | null = null,
  ): void {
    if (this.context.mode.consumes) this.#pool.reserve(allocations, lines);
    if (this.#places === null) return;
    const { warehouse_db_ids } = this.context.configuration;
    const places = shipments.flatMap(({ warehouse }) => {
      const day = placeDays === null ? this.#departures!.placeDayOf(warehouse) : placeDays[warehouse]!;
      return day === null ? [] : [{ warehouse_db_id: warehouse_db_ids[warehouse]!, day }];
    });
    this.#places.take(order_id, places);
  }

  /** Releases what a decision used up since the state was read. */
  undo({ allocations }: Decision, { order_id, lines }: RoutingOrder): void {
    for (const { line, warehouse, quantity } of allocations)
      this.#pool.release(lines[line]!.sku, warehouse, quantity);
    this.#places?.release(order_id);
  }

  /** What is left of each SKU, by warehouse. It changes with the state. */
  get availability(): Availability {
    return this.#pool.availability;
  }

  /** The day on which a shipment would take a place now, by warehouse; null: decisions take none. */
  placeDays(): (number | null)[] | null {
    if (this.#places === null) return null;
    const { warehouses } = this.context.configuration.configuration;
    return warehouses.map((_, warehouse) => this.#departures!.placeDayOf(warehouse));
  }

  /** How many places of a warehouse on a day are left. */
  placesLeft(warehouse: number, day: number): number {
    const { configuration, warehouse_db_ids } = this.context.configuration;
    const { shipments_per_day } = configuration.warehouses[warehouse]!.capacity!;
    return shipments_per_day - this.#places!.takenAt({ warehouse_db_id: warehouse_db_ids[warehouse]!, day });
  }

  /** Whether there are decisions on any of the order IDs. */
  get knowsLatest(): boolean {
    return this.#latest.size > 0;
  }

  /** The stored decision on an order ID that was the latest when the ledger was read; null: there is none. */
  latestOn(orderId: string): LatestDecision | null {
    return this.#latest.get(orderId) ?? null;
  }

  /** New decisions on these orders replace the stored ones, whose units were released. */
  replaceLatest(orders: readonly RoutingOrder[]): void {
    for (const order of orders) this.#expiries?.decided(order, this.latestOn(order.order_id));
    if (this.#latest.size === 0) return;
    for (const { order_id } of orders) {
      const latest = this.#latest.get(order_id);
      if (latest !== undefined) this.#replaced.add(latest.decision_id);
      this.#reservedUnits.delete(order_id);
    }
  }

  /** What saves the units that the decisions use up. */
  stockChanges(): Sql[] {
    if (this.#ignoresReserved) return [];
    return updateStock(this.context.stock, changedRows(this.#warehouses, this.#pool.changes()));
  }

  /** What saves all that the decisions change: units, places, and the decisions that they replace. To be sent once. */
  changes(): Sql[] {
    const { ledger_id, mode } = this.context;
    return [
      ...this.stockChanges(),
      ...replaceDecisions(ledger_id, [...this.#replaced], { releases: mode.honours_reservations }),
      ...(this.#places?.changes(ledger_id) ?? []),
      ...(this.#expiries?.changes(ledger_id) ?? []),
      ...(this.#withoutPlaces === null ? [] : releasePlaces(ledger_id, this.#withoutPlaces)),
    ];
  }

  #departuresTo(destination: Destination | null): Departures | null {
    if (destination === null || !this.isDated) return null;
    if (this.#departures === null) throw new Error('The moment of the decision is not known.');
    return this.#departures.to(destination);
  }

  #placed(units: LatestDecision['units']): ReservedUnits[] {
    return units.map(({ warehouse_db_id, ...unit }) => ({
      ...unit,
      warehouse: this.#warehouses.indexOf(warehouse_db_id),
    }));
  }

  get #ignoresReserved(): boolean {
    const { stock, mode } = this.context;
    return stock.kind === 'ledger' && !mode.honours_reservations;
  }
}

function chosenValues(skus: readonly string[], values: UnitValues): UnitValues {
  const chosen = new Map<string, number>();
  for (const sku of skus) {
    const value = values.get(sku);
    if (value !== undefined) chosen.set(sku, value);
  }
  return chosen;
}
