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

/**
 * The stock that a run works on, in memory: what is free is the snapshot less what is reserved. The engine
 * reads `availability`; only this class changes it, between decisions.
 */
export class StockPool {
  readonly #free = new Map<string, Int32Array>();
  readonly #stock: ReadonlyMap<string, SkuStock>;
  /** The reserved counts as they were loaded, of the SKUs that were touched. */
  readonly #loaded = new Map<string, Int32Array>();

  constructor(stock: ReadonlyMap<string, SkuStock>) {
    this.#stock = stock;
    for (const [sku, { quantity, reserved }] of stock) {
      const free = quantity.slice();
      for (let warehouse = 0; warehouse < free.length; warehouse++) {
        free[warehouse] = Math.max(0, free[warehouse]! - reserved[warehouse]!);
      }
      this.#free.set(sku, free);
    }
  }

  /** Effective units per SKU and warehouse, always current. */
  get availability(): Availability {
    return this.#free;
  }

  /** Holds the units of a decision. */
  reserve(allocations: readonly LineAllocation[], lines: readonly OrderLine[]): void {
    for (const { line, warehouse, quantity } of allocations)
      this.#move(lines[line]!.sku, warehouse, quantity);
  }

  /** Gives the units of an earlier decision back. */
  release(sku: string, warehouse: number, quantity: number): void {
    this.#move(sku, warehouse, -quantity);
  }

  /** The counts that were touched, to be saved. */
  changes(): ReservedChange[] {
    const changes: ReservedChange[] = [];
    for (const [sku, loaded] of this.#loaded) {
      const { reserved } = this.#stock.get(sku)!;
      for (const [warehouse, before] of loaded.entries()) {
        const now = reserved[warehouse]!;
        if (now !== before) changes.push({ sku, warehouse, reserved: now });
      }
    }
    return changes;
  }

  #move(sku: string, warehouse: number, units: number): void {
    const stock = this.#stock.get(sku);
    const free = this.#free.get(sku);
    if (!stock || !free) throw new Error(`No stock was loaded for SKU ${sku}.`);
    if (!this.#loaded.has(sku)) this.#loaded.set(sku, stock.reserved.slice());
    const reserved = stock.reserved[warehouse]! + units;
    stock.reserved[warehouse] = reserved;
    free[warehouse] = Math.max(0, stock.quantity[warehouse]! - reserved);
  }
}
