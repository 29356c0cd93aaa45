/**
 * Values by key, of which the least recently used ones are dropped. A use is noted by a number: to move the entry in a
 * Map at each request would copy the Map again and again (docs/performance.md, "Little garbage that becomes old").
 */
export class RecentlyUsed<K, V> {
  readonly #most: number;
  readonly #entries = new Map<K, { readonly value: V; lastUse: number }>();
  #uses = 0;

  /** Keeps at most so many values; by default all, until `dropLeast` is called. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value of a key, which is made if there is none. It becomes the most recently used one. */
  get(key: K, make: () => V): V {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { value: make(), lastUse: 0 };
      if (this.#entries.size >= this.#most) this.dropLeast();
      this.#entries.set(key, entry);
    }
    entry.lastUse = ++this.#uses;
    return entry.value;
  }

  /** Drops the least recently used value, and returns it; undefined: there is no value. */
  dropLeast(): V | undefined {
    const entries = [...this.#entries];
    if (entries.length === 0) return undefined;
    const [key, { value }] = entries.reduce((least, each) =>
      each[1].lastUse < least[1].lastUse ? each : least,
    );
    this.#entries.delete(key);
    return value;
  }

  /** Drops a key if it has this value. */
  drop(key: K, value: V): void {
    if (this.#entries.get(key)?.value === value) this.#entries.delete(key);
  }

  values(): V[] {
    return [...this.#entries.values()].map(({ value }) => value);
  }
}
