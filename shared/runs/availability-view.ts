import type { Sql } from 'sql-template-tag';
import type { RoutingOrder } from '../contracts/order.ts';
import { NOTHING_SEEN, type StoredSeen, storedSeen } from '../decisions/seen-codec.ts';
import { allocationOrder } from '../engine/allocation-order.ts';
import { type CompiledConfiguration, profileOf } from '../engine/compile.ts';
import { decide } from '../engine/decide.ts';
import type { Evidence } from '../engine/explain.ts';
import type { DecisionInput } from '../engine/prepare-order.ts';
import type { Decision, Destination, UnitValues } from '../engine/types.ts';
import { StockPool } from '../inventory/stock-pool.ts';
import { type StoredStock, updateStock } from '../inventory/stock-store.ts';
import { inSpan } from '../telemetry/tracing.ts';
import { lanesMayChange } from '../transit/provider.ts';
import {
  type DecisionContext,
  type LoadedAvailability,
  sourceOf,
  unvaluedSkus,
} from './load-availability.ts';
import type { Rehearsal, RunSearches, Situation } from './rehearsal.ts';
import { type Reservation, releaseReservations } from './reservations.ts';
import type { RunMode } from './run-mode.ts';
import { SearchAllowance } from './search-allowance.ts';

/** Decisions in request order, and what each saw. */
export interface OrderDecisions {
  readonly decisions: readonly Decision[];
  readonly seen: readonly StoredSeen[];
}

/**
 * What orders are decided on, in the caller's transaction and under the ledger's lock. Each decision changes what the next
 * one sees, in memory: the caller saves the decisions, and with them `changes`.
 */
export class AvailabilityView {
  readonly #context: DecisionContext;
  readonly #storesLanes: boolean;
  readonly #warehouses: readonly number[];
  readonly #pool = new StockPool<StoredStock>();
  readonly #reservations: readonly Reservation[];
  readonly #reservedUnits: Map<string, readonly ReservedUnits[]>;
  /** The order IDs whose stored reservations are released. */
  readonly #released = new Set<string>();
  #unitValues: UnitValues = new Map();
  #searched = 0;

  constructor(context: DecisionContext, availability: LoadedAvailability) {
    this.#context = context;
    this.#storesLanes = lanesMayChange(context.configuration);
    this.#warehouses = availability.warehouses;
    this.#reservations = availability.reservations;
    this.#reservedUnits = byOrderId(availability.reservations, availability.warehouses);
    this.add(availability);
  }

  /** The work of all searches for runs (decideRun). */
  get searched(): number {
    return this.#searched;
  }

  /** Whether a SKU's stock is known. */
  has(sku: string): boolean {
    return this.#pool.has(sku);
  }

  /** Adds what the orders need that are decided next. */
  add({ stock, unit_values }: LoadedAvailability): void {
    if (this.#ignoresReserved) for (const { reserved } of stock.values()) reserved.fill(0);
    this.#pool.add(stock);
    this.#unitValues = unit_values;
  }

  /** Decides orders, and returns with each decision what it saw. */
  decide(
    orders: readonly RoutingOrder[],
    destinations: ReadonlyMap<string, Destination | null>,
    { onDecided, ...searches }: DecideOptions = {},
  ): OrderDecisions {
    const { mode, configuration } = this.#context;
    const stock = mode.inventory_aware
      ? { available: this.#pool.availability, reserved: this.#pool.reserved }
      : null;
    const seen = new Array<StoredSeen>(orders.length).fill(NOTHING_SEEN);
    const decisions = decideOrders(
      {
        compiled: configuration.compiled,
        mode,
        destinations,
        unit_values: this.#unitValues,
        pool: this.#pool,
        reserved: this.#reservedUnits,
        onDecided: (place, decision, destination) => {
          const order = orders[place]!;
          const evidence = { order, destination, stock, unit_values: this.#unitValues, stock_as_seen: true };
          seen[place] = this.#seenBy(decision, evidence);
          onDecided?.(place, decision, evidence);
        },
      },
      orders,
      searches,
    );
    if (this.#reservedUnits.size > 0) for (const { order_id } of orders) this.#forget(order_id);
    return { decisions, seen };
  }

  /** What is stored of a decision's evidence. */
  #seenBy(decision: Decision, { order, destination, stock, unit_values }: Evidence): StoredSeen {
    const { compiled } = this.#context.configuration;
    const { minimum_shipment_value } = profileOf(compiled, order.partner_id).settings;
    return storedSeen(decision, order.lines, {
      destination: this.#storesLanes ? destination : null,
      stock,
      unit_values: minimum_shipment_value.mode === 'block' ? unit_values : null,
    });
  }

  /**
   * The same for the orders of one of several runs. The run sees what it would see if it were alone and came when the runs
   * before it are saved.
   */
  decideRun(
    orders: readonly RoutingOrder[],
    destinations: ReadonlyMap<string, Destination | null>,
    { mostWork, rehearsal = null }: RunSearches = {},
  ): OrderDecisions {
    const unitValues = this.#unitValues;
    this.#unitValues = chosenValues(unvaluedSkus(orders), unitValues);
    if (this.#ignoresReserved) this.#pool.reset();
    const allowance = new SearchAllowance(this.#context.mode.consumes, mostWork);
    const decided = this.decide(orders, destinations, { allowance, rehearsal });
    this.#searched += allowance.work;
    this.#unitValues = unitValues;
    if (this.#context.mode.reserves) {
      orders.forEach(({ order_id, lines }, place) => {
        const { allocations } = decided.decisions[place]!;
        const units = allocations.map(({ line, warehouse, quantity }) => ({
          sku: lines[line]!.sku,
          warehouse,
          quantity,
        }));
        this.#reservedUnits.set(order_id, units);
      });
    }
    return decided;
  }

  /** Releases all reservations, without a new decision on their orders. */
  releaseAll(): void {
    for (const [orderId, units] of this.#reservedUnits) {
      for (const { sku, warehouse, quantity } of units) this.#pool.release(sku, warehouse, quantity);
      this.#forget(orderId);
    }
  }

  /** What saves the units that the decisions use up, and the reservations that they release. To be sent once. */
  changes(): Sql[] {
    const source = sourceOf(this.#context);
    return [
      ...(this.#ignoresReserved ? [] : updateStock(source, this.#warehouses, this.#pool.changes())),
      ...releaseReservations(
        this.#context.ledger_id,
        this.#reservations
          .filter(({ order_id }) => this.#released.has(order_id))
          .map(({ decision_id }) => decision_id),
      ),
    ];
  }

  /** An order's units were released. */
  #forget(orderId: string): void {
    if (this.#reservedUnits.delete(orderId)) this.#released.add(orderId);
  }

  get #ignoresReserved(): boolean {
    const { pinned_by, mode } = this.#context;
    return pinned_by === null && !mode.honours_reservations;
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

function byOrderId(
  reservations: readonly Reservation[],
  warehouseDbIds: readonly number[],
): Map<string, ReservedUnits[]> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  return new Map(
    reservations.map(({ order_id, units }) => [
      order_id,
      units.map(({ sku, warehouse_db_id, quantity }) => ({
        sku,
        warehouse: indexOf.get(warehouse_db_id)!,
        quantity,
      })),
    ]),
  );
}

/** Units that an earlier decision on the same order ID has reserved, by the warehouse's place in the view. */
interface ReservedUnits {
  readonly sku: string;
  readonly warehouse: number;
  readonly quantity: number;
}

/** All that deciding needs, loaded beforehand. */
interface OrdersInput {
  readonly compiled: CompiledConfiguration;
  readonly mode: RunMode;
  /** By destination_zip as sent; null is an invalid one. */
  readonly destinations: ReadonlyMap<string, Destination | null>;
  readonly unit_values: UnitValues;
  readonly pool: StockPool;
  /** Active reservations of the run's order IDs, released when that order is decided. */
  readonly reserved: ReadonlyMap<string, readonly ReservedUnits[]>;
  /** Called with each decision and its place in the request before the decision uses up stock. */
  readonly onDecided?: (place: number, decision: Decision, destination: Destination | null) => void;
}

/** How orders are decided beside their input. */
interface DecideOptions extends Searches {
  /** Called before a decision uses up stock, because its evidence changes then. */
  readonly onDecided?: (place: number, decision: Decision, evidence: Evidence) => void;
}

/** How much is searched, and what need not be searched again. */
export interface Searches {
  readonly allowance?: SearchAllowance;
  readonly rehearsal?: Rehearsal | null;
}

/**
 * Decides orders one after another in the order of docs/explanation/stock.md. Each order sees what the ones before it
 * have left. Changes the pool. Returns decisions in request order. Throws TooHard; the pool must not be used after that.
 */
export function decideOrders(
  input: OrdersInput,
  orders: readonly RoutingOrder[],
  searches: Searches = {},
): Decision[] {
  return inSpan('decide', () => decideEach(input, orders, searches), { orders: orders.length });
}

function decideEach(
  { compiled, mode, destinations, unit_values, pool, reserved, onDecided }: OrdersInput,
  orders: readonly RoutingOrder[],
  { allowance = new SearchAllowance(mode.consumes), rehearsal = null }: Searches,
): Decision[] {
  const availability = mode.inventory_aware ? pool.availability : null;
  const decisions = new Array<Decision>(orders.length);
  for (const place of allocationOrder(orders, mode.prioritised)) {
    const order = orders[place]!;
    for (const units of reserved.get(order.order_id) ?? NO_UNITS) {
      pool.release(units.sku, units.warehouse, units.quantity);
    }
    const destination = destinations.get(order.destination_zip) ?? null;
    const input = { place, order, destination, availability, unit_values };
    const decision = decideOne(compiled, input, allowance, rehearsal);
    onDecided?.(place, decision, destination);
    if (mode.consumes) pool.reserve(decision.allocations, order.lines);
    decisions[place] = decision;
  }
  return decisions;
}

const NO_UNITS: readonly ReservedUnits[] = [];

/** Decides one order, unless a rehearsal has decided it in the same situation. Throws TooHard. */
function decideOne(
  compiled: CompiledConfiguration,
  input: DecisionInput & Pick<Situation, 'place' | 'order'>,
  allowance: SearchAllowance,
  rehearsal: Rehearsal | null,
): Decision {
  const effort = allowance.next();
  const entry = rehearsal?.entryOf({ ...input, share: allowance.share });
  if (entry?.known !== undefined) {
    allowance.recall(entry.known.work);
    return entry.known.decision;
  }
  const decision = decide(compiled, input, effort);
  allowance.refuseTooHard();
  if (effort.work > 0) entry?.save({ decision, work: effort.work });
  return decision;
}
