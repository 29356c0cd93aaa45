/**
 * Counts the destinations that lane resolvers looked up. A process and its threads, each with its resolver, share the
 * memory.
 */
export class LaneLookups {
  readonly memory: SharedArrayBuffer;
  readonly #counts: BigInt64Array;

  /** `memory` is that of the process. By default it is new. */
  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#counts = new BigInt64Array(memory);
  }

  add(hits: number, misses: number): void {
    Atomics.add(this.#counts, 0, BigInt(hits));
    Atomics.add(this.#counts, 1, BigInt(misses));
  }

  /** Destinations that were in memory. */
  get hits(): number {
    return Number(Atomics.load(this.#counts, 0));
  }

  /** Destinations whose lanes were read or computed. */
  get misses(): number {
    return Number(Atomics.load(this.#counts, 1));
  }
}
