import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Queryable } from '../db/database.ts';
import { prepared, type Sql, sql } from '../db/sql.ts';
import { type EncodedSeen, SeenEncoder } from '../decisions/seen-codec.ts';
import { profileOf } from '../engine/compile.ts';
import type { Evidence } from '../engine/explain.ts';
import type { Decision, Destination, UnitValues } from '../engine/types.ts';
import { StockPool } from '../inventory/stock-pool.ts';
import {
  type StockSource,
  type StoredStock,
  selectStock,
  selectUnitValues,
  toStock,
  toUnitValues,
  updateStock,
} from '../inventory/stock-store.ts';
import { lanesMayChange } from '../transit/provider.ts';
import { decideOrders, type HeldUnits, type Searches } from './decide-orders.ts';
import { type HeldReservation, releaseHeld, selectHeld, toHeld } from './held-units.ts';
import type { RunMode } from './run-mode.ts';
import { SearchAllowance } from './search-allowance.ts';

/** Whose books orders are decided on, and by which rules. */
export interface DecisionContext {
  readonly ledger_id: number;
  /** The run whose pinned snapshot is used up instead of the ledger's inventory; null: the ledger's. */
  readonly pinned_by: number | null;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
}

/** All that the database knows of what some orders ask for. */
export interface Books {
  /** The configuration's warehouses by database id, and behind them any that only an earlier reservation knows. */
  readonly warehouses: readonly number[];
  readonly stock: ReadonlyMap<string, StoredStock>;
  readonly unit_values: UnitValues;
  readonly held: readonly HeldReservation[];
}

/** Decisions in request order, and what each saw. */
export interface DecidedBooks {
  readonly decisions: readonly Decision[];
  readonly seen: readonly EncodedSeen[];
}

/** How books are read. */
interface Reading {
  /** Whether a SKU's stock is wanted; every SKU's where this is left out. */
  readonly isWanted?: (sku: string) => boolean;
  /** Where stock is read at the same time, once the ledger's lock is taken: see `readerBeside`. */
  readonly beside?: Queryable;
}

/**
 * Reads the books on some orders, the stock of those SKUs that are wanted. What it sends may be on its way behind the
 * statement that takes the ledger's lock, if nothing is read beside: the server reads once that is taken.
 */
export async function loadBooks(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
  { isWanted = () => true, beside = tx }: Reading = {},
): Promise<Books> {
  const { mode, configuration } = context;
  const skus = skusOf(mode, orders, isWanted);
  const orderIds = mode.honours_reservations ? [...new Set(orders.map(({ order_id }) => order_id))] : [];
  const warehouses = new Set(configuration.warehouse_db_ids);
  const stocked = { skus: [...skus], unvalued: unvaluedSkus(orders) };
  const read =
    beside === tx
      ? await readBooks(tx, context, { orderIds, ...stocked })
      : await Promise.all([readBooks(beside, context, stocked), readBooks(tx, context, { orderIds })]).then(
          ([known, { held }]) => ({ ...known, held }),
        );
  const unit_values = toUnitValues(read.unit_values);
  const held = toHeld(read.held);
  if (held.length === 0) return booksOf(read.stock);
  // Orders that are routed again give units back, of SKUs and warehouses that may be others now.
  for (const { units } of held) {
    for (const { sku, warehouse_db_id } of units) {
      skus.add(sku);
      warehouses.add(warehouse_db_id);
    }
  }
  const { stock } = await readBooks(beside, context, { skus: [...skus] });
  return booksOf(stock);

  function booksOf(stock: string | null): Books {
    const all = [...warehouses];
    return { warehouses: all, stock: toStock(stock, all, [...skus]), unit_values, held };
  }
}

/** What the database tells as text, null where there is nothing. */
interface ReadBooks {
  readonly held: string | null;
  readonly stock: string | null;
  readonly unit_values: string | null;
}

const NOTHING: ReadBooks = { held: null, stock: null, unit_values: null };

/** Reads all in one statement, and of what is asked for nothing, nothing. */
async function readBooks(
  db: Queryable,
  context: DecisionContext,
  {
    orderIds = [],
    skus = [],
    unvalued = [],
  }: {
    readonly orderIds?: readonly string[];
    readonly skus?: readonly string[];
    readonly unvalued?: readonly string[];
  },
): Promise<ReadBooks> {
  const { ledger_id } = context;
  const nothing = sql`NULL`;
  if (orderIds.length + skus.length + unvalued.length === 0) return NOTHING;
  const { rows } = await db.query<ReadBooks>(
    prepared(sql`
      SELECT (${orderIds.length > 0 ? selectHeld(ledger_id, orderIds) : nothing}) AS held,
             (${skus.length > 0 ? selectStock(sourceOf(context), skus) : nothing}) AS stock,
             (${unvalued.length > 0 ? selectUnitValues(ledger_id, unvalued) : nothing}) AS unit_values`),
  );
  return rows[0]!;
}

/**
 * Reads what open books lack for further orders, in their transaction. Null where one of these orders holds units:
 * they are given back only where the books are opened with them, for they may lie in warehouses that no longer are.
 */
export async function loadFurtherBooks(
  tx: Queryable,
  context: DecisionContext,
  orders: readonly RoutingOrder[],
  open: OpenBooks,
): Promise<Books | null> {
  const books = await loadBooks(tx, context, orders, { isWanted: (sku) => !open.has(sku) });
  return books.held.length === 0 ? books : null;
}

/**
 * Books that orders are decided on, in the caller's transaction and under the ledger's lock. What decisions use up is
 * in memory until it is saved; the decisions themselves are the caller's to save.
 */
export class OpenBooks {
  readonly #context: DecisionContext;
  readonly #warehouses: readonly number[];
  readonly #pool = new StockPool<StoredStock>();
  readonly #held: readonly HeldReservation[];
  readonly #heldUnits: Map<string, readonly HeldUnits[]>;
  /** The order IDs whose stored reservations are given back. */
  readonly #released = new Set<string>();
  #unitValues: UnitValues = new Map();
  #searched = 0;

  constructor(context: DecisionContext, books: Books) {
    this.#context = context;
    this.#warehouses = books.warehouses;
    this.#held = books.held;
    this.#heldUnits = byOrderId(books.held, books.warehouses);
    this.add(books);
  }

  /** The work of all searches for runs (decideRun). */
  get searched(): number {
    return this.#searched;
  }

  /** Whether a SKU's stock is known. */
  has(sku: string): boolean {
    return this.#pool.has(sku);
  }

  /** Takes further books in, for the orders that are decided next. */
  add({ stock, unit_values }: Books): void {
    if (this.#ignoresReserved) for (const { reserved } of stock.values()) reserved.fill(0);
    this.#pool.add(stock);
    this.#unitValues = unit_values;
  }

  /**
   * Decides orders, and keeps beside each decision what it saw. `onDecided` is called at each decision's turn, as the
   * stock of its evidence is another one afterwards.
   */
  decide(
    orders: readonly RoutingOrder[],
    destinations: ReadonlyMap<string, Destination | null>,
    onDecided?: (place: number, decision: Decision, evidence: Evidence) => void,
    searches?: Searches,
  ): DecidedBooks {
    const { mode, configuration } = this.#context;
    const stock = mode.inventory_aware
      ? { available: this.#pool.availability, reserved: this.#pool.reserved }
      : null;
    const seen = new SeenEncoder(orders.length, { stock, keepsLanes: lanesMayChange(configuration) });
    const decisions = decideOrders(
      {
        compiled: configuration.compiled,
        mode,
        destinations,
        unit_values: this.#unitValues,
        pool: this.#pool,
        held: this.#heldUnits,
        onDecided: (place, decision, destination) => {
          const order = orders[place]!;
          const { partner_id, lines } = order;
          const { minimum_shipment_value } = profileOf(configuration.compiled, partner_id).settings;
          const unit_values = minimum_shipment_value.mode === 'block' ? this.#unitValues : null;
          seen.add(place, decision, lines, destination, unit_values);
          const evidence = { order, destination, stock, unit_values: this.#unitValues, stock_as_seen: true };
          onDecided?.(place, decision, evidence);
        },
      },
      orders,
      searches,
    );
    if (this.#heldUnits.size > 0) for (const { order_id } of orders) this.#forget(order_id);
    return { decisions, seen: seen.encoded() };
  }

  /**
   * The same for the orders of one of several runs. It sees what it would see on books of its own that are opened when
   * the runs before it are saved.
   */
  decideRun(
    orders: readonly RoutingOrder[],
    destinations: ReadonlyMap<string, Destination | null>,
    mostWork?: number,
  ): DecidedBooks {
    const unitValues = this.#unitValues;
    this.#unitValues = valuesOf(unvaluedSkus(orders), unitValues);
    if (this.#ignoresReserved) this.#pool.reset();
    const allowance = new SearchAllowance(this.#context.mode.consumes, mostWork);
    const decided = this.decide(orders, destinations, undefined, { allowance });
    this.#searched += allowance.work;
    this.#unitValues = unitValues;
    if (this.#context.mode.reserves) {
      orders.forEach(({ order_id, lines }, place) => {
        const { allocations } = decided.decisions[place]!;
        const units = allocations.map(({ line, ...rest }) => ({ ...rest, sku: lines[line]!.sku }));
        this.#heldUnits.set(order_id, units);
      });
    }
    return decided;
  }

  /** Gives back what is held, without a new decision on its orders. */
  releaseAll(): void {
    for (const [orderId, units] of this.#heldUnits) {
      for (const { sku, warehouse, quantity } of units) this.#pool.release(sku, warehouse, quantity);
      this.#forget(orderId);
    }
  }

  /** What writes what the decisions use up and what rerouting releases: in their transaction, and once. */
  changes(): Sql[] {
    const source = sourceOf(this.#context);
    return [
      ...(this.#ignoresReserved ? [] : updateStock(source, this.#warehouses, this.#pool.changes())),
      ...releaseHeld(
        this.#held
          .filter(({ order_id }) => this.#released.has(order_id))
          .map(({ decision_id }) => decision_id),
      ),
    ];
  }

  /** An order's units were given back. */
  #forget(orderId: string): void {
    if (this.#heldUnits.delete(orderId)) this.#released.add(orderId);
  }

  get #ignoresReserved(): boolean {
    const { pinned_by, mode } = this.#context;
    return pinned_by === null && !mode.honours_reservations;
  }
}

function sourceOf({ ledger_id, pinned_by }: DecisionContext): StockSource {
  return pinned_by === null ? { kind: 'ledger', ledger_id } : { kind: 'run', run_id: pinned_by };
}

function skusOf(
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
function unvaluedSkus(orders: readonly RoutingOrder[]): string[] {
  const skus = new Set<string>();
  for (const { lines } of orders) {
    for (const { sku, unit_value } of lines) if (unit_value === null) skus.add(sku);
  }
  return [...skus];
}

function valuesOf(skus: readonly string[], values: UnitValues): UnitValues {
  const chosen = new Map<string, number>();
  for (const sku of skus) {
    const value = values.get(sku);
    if (value !== undefined) chosen.set(sku, value);
  }
  return chosen;
}

function byOrderId(
  held: readonly HeldReservation[],
  warehouseDbIds: readonly number[],
): Map<string, HeldUnits[]> {
  const indexOf = new Map(warehouseDbIds.map((id, index) => [id, index]));
  return new Map(
    held.map(({ order_id, units }) => [
      order_id,
      units.map(({ sku, warehouse_db_id, quantity }) => ({
        sku,
        warehouse: indexOf.get(warehouse_db_id)!,
        quantity,
      })),
    ]),
  );
}
