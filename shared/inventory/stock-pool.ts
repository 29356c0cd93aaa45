import type { Availability, LineAllocation, OrderLine } from '../engine/types.ts';

/** Snapshot and reserved units of one SKU, indexed by warehouse. */
export interface SkuStock {
  readonly quantity: Int32Array;
  readonly reserved: Int32Array;
}

/** A reserved count that a run changed. */
export interface ReservedChange {
  readonly sku: string;
  readonly warehouse: number;
  /** The new absolute count. */
  readonly reserved: number;
}

/** One SKU in a pool. */
interface PooledSku {
  readonly sku: string;
  readonly quantity: Int32Array;
  /** Changed with every move. */
  readonly reserved: Int32Array;
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
export class StockPool {
  readonly #free = new Map<string, readonly number[]>();
  readonly #skus = new Map<string, PooledSku>();
  readonly #touched: PooledSku[] = [];

  constructor(stock: ReadonlyMap<string, SkuStock> = new Map()) {
    this.add(stock);
  }

  /** Takes in SKUs that are not in it yet. */
  add(stock: ReadonlyMap<string, SkuStock>): void {
    for (const [sku, { quantity, reserved }] of stock) {
      const free: number[] = [];
      for (let warehouse = 0; warehouse < quantity.length; warehouse++) {
        free.push(Math.max(0, quantity[warehouse]! - reserved[warehouse]!));
      }
      this.#free.set(sku, free);
      this.#skus.set(sku, { sku, quantity, reserved, free, loaded: null });
    }
  }

  /** Effective units per SKU and warehouse, always current. */
  get availability(): Availability {
    return this.#free;
  }

  has(sku: string): boolean {
    return this.#skus.has(sku);
  }

  /** Holds the units of a decision. */
  reserve(allocations: readonly LineAllocation[], lines: readonly OrderLine[]): void {
    for (let place = 0; place < allocations.length; place++) {
      const { line, warehouse, quantity } = allocations[place]!;
      this.#move(lines[line]!.sku, warehouse, quantity);
    }
  }

  /** Gives the units of an earlier decision back. */
  release(sku: string, warehouse: number, quantity: number): void {
    this.#move(sku, warehouse, -quantity);
  }

  /** The counts that were touched, to be saved. */
  changes(): ReservedChange[] {
    const changes: ReservedChange[] = [];
    for (const { sku, reserved, loaded } of this.#touched) {
      for (const [warehouse, now] of reserved.entries()) {
        if (now !== loaded![warehouse]) changes.push({ sku, warehouse, reserved: now });
      }
    }
    return changes;
  }

  #move(sku: string, warehouse: number, units: number): void {
    const pooled = this.#skus.get(sku);
    if (pooled === undefined) throw new Error(`No stock was loaded for SKU ${sku}.`);
    if (pooled.loaded === null) {
      pooled.loaded = Array.from(pooled.reserved);
      this.#touched.push(pooled);
    }
    const reserved = pooled.reserved[warehouse]! + units;
    pooled.reserved[warehouse] = reserved;
    pooled.free[warehouse] = Math.max(0, pooled.quantity[warehouse]! - reserved);
  }
}
