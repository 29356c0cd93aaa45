import type { Availability, LineAllocation, OrderLine } from '../../engine/types.ts';

/** Snapshot and reserved units of one SKU, indexed by warehouse. */
export interface StockByWarehouse {
  readonly quantity: number[];
  /** The pool changes it when units are reserved or released. */
  readonly reserved: number[];
}

/** A SKU whose reserved units a run changed, with the stock that was given to the pool. */
export interface ChangedStock<S extends StockByWarehouse> {
  readonly sku: string;
  readonly stock: S;
}

/** One SKU in a pool. */
interface PooledSku<S extends StockByWarehouse> extends ChangedStock<S> {
  /** Snapshot less reserved, never below zero. */
  readonly free: number[];
  /** The reserved units as they were loaded; null: they have not changed. */
  loaded: number[] | null;
}

/**
 * The stock that a run works on, in memory. Free units are those of the snapshot less the reserved ones. The engine
 * reads `availability`; only this class changes it, between decisions. The arrays are plain because there are many of
 * them, and a typed array takes several times as long to make.
 */
export class StockPool<S extends StockByWarehouse = StockByWarehouse> {
  readonly #free = new Map<string, readonly number[]>();
  readonly #reserved = new Map<string, readonly number[]>();
  readonly #skus = new Map<string, PooledSku<S>>();
  readonly #touched: PooledSku<S>[] = [];
  /** What was moved since `mark`; null: nobody wants to undo it. */
  #moves: (readonly [sku: string, warehouse: number, units: number])[] | null = null;

  constructor(stock: ReadonlyMap<string, S> = new Map()) {
    this.add(stock);
  }

  /** Adds SKUs that are not in the pool yet. */
  add(stock: ReadonlyMap<string, S>): void {
    for (const [sku, given] of stock) {
      const { quantity, reserved } = given;
      const free: number[] = [];
      for (let warehouse = 0; warehouse < quantity.length; warehouse++) {
        free.push(Math.max(0, quantity[warehouse]! - reserved[warehouse]!));
      }
      this.#free.set(sku, free);
      this.#reserved.set(sku, reserved);
      this.#skus.set(sku, { sku, stock: given, free, loaded: null });
    }
  }

  /** Free units per SKU and warehouse. The map changes with the pool. */
  get availability(): Availability {
    return this.#free;
  }

  /** Reserved units per SKU and warehouse. The map changes with the pool. */
  get reserved(): Availability {
    return this.#reserved;
  }

  has(sku: string): boolean {
    return this.#skus.has(sku);
  }

  /** Reserves the units of a decision. */
  reserve(allocations: readonly LineAllocation[], lines: readonly OrderLine[]): void {
    for (let place = 0; place < allocations.length; place++) {
      const { line, warehouse, quantity } = allocations[place]!;
      this.#move(lines[line]!.sku, warehouse, quantity);
    }
  }

  /** Releases the units of an earlier decision. */
  release(sku: string, warehouse: number, quantity: number): void {
    this.#move(sku, warehouse, -quantity);
  }

  /** Begins changes that `undo` may undo. */
  mark(): void {
    this.#moves = [];
  }

  /** Undoes all changes since `mark`. */
  undo(): void {
    const moves = this.#moves ?? [];
    this.#moves = null;
    for (const [sku, warehouse, units] of moves) this.#move(sku, warehouse, -units);
  }

  /** The SKUs whose reserved units differ from those that were loaded. They must be saved. */
  changes(): ChangedStock<S>[] {
    return this.#touched.filter(({ stock, loaded }) =>
      stock.reserved.some((now, warehouse) => now !== loaded![warehouse]),
    );
  }

  #move(sku: string, warehouse: number, units: number): void {
    const pooled = this.#skus.get(sku);
    if (pooled === undefined) throw new Error(`No stock was loaded for SKU ${sku}.`);
    const { stock } = pooled;
    if (pooled.loaded === null) {
      pooled.loaded = [...stock.reserved];
      this.#touched.push(pooled);
    }
    this.#moves?.push([sku, warehouse, units]);
    const reserved = stock.reserved[warehouse]! + units;
    stock.reserved[warehouse] = reserved;
    pooled.free[warehouse] = Math.max(0, stock.quantity[warehouse]! - reserved);
  }
}
