import type { Availability, LineAllocation, OrderLine } from '../engine/types.ts';

/** Snapshot and reserved units of one SKU, indexed by warehouse. */
export interface StockByWarehouse {
  readonly quantity: number[];
  /** Changed with every move, once a pool has it. */
  readonly reserved: number[];
}

/** A SKU whose reserved counts a run changed, with its stock as given to the pool. */
export interface ChangedStock<S extends StockByWarehouse> {
  readonly sku: string;
  readonly stock: S;
}

/** One SKU in a pool. */
interface PooledSku<S extends StockByWarehouse> extends ChangedStock<S> {
  /** Snapshot less reserved, never below zero. */
  readonly free: number[];
  /** The reserved counts as they were loaded; null as long as they are untouched. */
  loaded: number[] | null;
}

/**
 * The stock that a run works on, in memory: what is free is the snapshot less what is reserved. The engine
 * reads `availability`; only this class changes it, between decisions. Plain arrays: there are as many as SKUs,
 * and a typed array takes several times as long to make.
 */
export class StockPool<S extends StockByWarehouse = StockByWarehouse> {
  readonly #free = new Map<string, readonly number[]>();
  readonly #reserved = new Map<string, readonly number[]>();
  readonly #skus = new Map<string, PooledSku<S>>();
  #touched: PooledSku<S>[] = [];

  constructor(stock: ReadonlyMap<string, S> = new Map()) {
    this.add(stock);
  }

  /** Takes in SKUs that are not in it yet. */
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

  /** Effective units per SKU and warehouse, always current. */
  get availability(): Availability {
    return this.#free;
  }

  /** Reserved units per SKU and warehouse, always current. */
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

  /** The SKUs of which another number of units is reserved than when they were taken in, to be saved. */
  changes(): ChangedStock<S>[] {
    return this.#touched.filter(({ stock, loaded }) =>
      stock.reserved.some((now, warehouse) => now !== loaded![warehouse]),
    );
  }

  /** Makes all reserved counts again what they were when they were taken in. */
  reset(): void {
    for (const pooled of this.#touched) {
      const { stock, free, loaded } = pooled;
      for (let warehouse = 0; warehouse < free.length; warehouse++) {
        stock.reserved[warehouse] = loaded![warehouse]!;
        free[warehouse] = Math.max(0, stock.quantity[warehouse]! - loaded![warehouse]!);
      }
      pooled.loaded = null;
    }
    this.#touched = [];
  }

  #move(sku: string, warehouse: number, units: number): void {
    const pooled = this.#skus.get(sku);
    if (pooled === undefined) throw new Error(`No stock was loaded for SKU ${sku}.`);
    const { stock } = pooled;
    if (pooled.loaded === null) {
      pooled.loaded = [...stock.reserved];
      this.#touched.push(pooled);
    }
    const reserved = stock.reserved[warehouse]! + units;
    stock.reserved[warehouse] = reserved;
    pooled.free[warehouse] = Math.max(0, stock.quantity[warehouse]! - reserved);
  }
}
