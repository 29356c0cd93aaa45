import type { CountedPairs } from './count-pairs.ts';
import { type Pair, shortOf } from './pair.ts';

/** What a sync has counted so far. */
export class SyncSums {
  received = 0;
  inserted = 0;
  updated = 0;
  stale = 0;
  /** By how many units there is more stock. */
  units = 0;
  /** The pairs of which units are missing or reserved, by SKU and warehouse. */
  readonly #notable = new Map<string, Pair>();

  add({ counted, ...part }: CountedPairs): void {
    this.received += counted.length + part.stale;
    this.inserted += part.inserted;
    this.updated += part.updated;
    this.stale += part.stale;
    this.units += part.units;
    this.note(counted);
  }

  /** Notes what counted pairs have now. */
  note(counted: readonly Pair[]): void {
    for (const pair of counted) {
      const key = `${pair.warehouse} ${pair.sku}`;
      if (pair.count.missing > 0 || pair.reserved > 0) this.#notable.set(key, pair);
      else this.#notable.delete(key);
    }
  }

  /** Rows whose sum is below 0. */
  get below_zero(): number {
    return [...this.#notable.values()].filter(({ count }) => count.missing > 0).length;
  }

  /** Units that stay reserved at the pairs. */
  get kept(): number {
    return [...this.#notable.values()].reduce((units, { reserved }) => units + reserved, 0);
  }

  get short(): readonly Pair[] {
    return [...this.#notable.values()].filter((pair) => shortOf(pair) > 0);
  }
}
