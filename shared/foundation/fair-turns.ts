/** Work that waits for a place: starts it. */
type Start = () => void;

/**
 * A few places for work, which go to keys by round robin: one that has much work to do does not delay the others. One key
 * has half of the places at most, because its work may be slow. Work that finds no place waits; nothing is refused.
 */
export class FairTurns<K> {
  readonly #placesOfKey: number;
  #free: number;
  /** How many places a key has. A key without one is not in it. */
  readonly #held = new Map<K, number>();
  /** What waits, by key, in the order in which keys get a place. A key of which nothing waits is not in it. */
  readonly #waiting = new Map<K, Start[]>();

  constructor(places: number) {
    this.#free = places;
    this.#placesOfKey = Math.ceil(places / 2);
  }

  /** Does work of a key when its turn comes, and resolves or rejects as the work does. */
  async take<T>(key: K, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      const waiting = this.#waiting.get(key);
      if (waiting === undefined) this.#waiting.set(key, [start]);
      else waiting.push(start);
      this.#startWaiting();
    });
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: K): void {
    const left = this.#held.get(key)! - 1;
    if (left === 0) this.#held.delete(key);
    else this.#held.set(key, left);
    this.#free += 1;
    this.#startWaiting();
  }

  #startWaiting(): void {
    // A key that got a place and still waits is put last, so the loop comes to it again.
    for (const [key, [first, ...others]] of this.#waiting) {
      const held = this.#held.get(key) ?? 0;
      if (this.#free === 0) return;
      if (held === this.#placesOfKey) continue;
      this.#waiting.delete(key);
      if (others.length > 0) this.#waiting.set(key, others);
      this.#held.set(key, held + 1);
      this.#free -= 1;
      first!();
    }
  }
}
