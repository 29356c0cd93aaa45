export interface BatcherOptions {
  /** The most items of a batch. */
  readonly maxItems: number;
  /** The most batches that are worked on at the same time. */
  readonly atOnce: number;
}

interface WaitingItem<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Works on items in batches. Items that arrive while `atOnce` batches are worked on make the next batch. So a single
 * item does not wait, and thousands of items take few connections and few round trips.
 */
export class Batcher<T> {
  readonly #work: (items: readonly T[]) => Promise<unknown>;
  readonly #options: BatcherOptions;
  #waiting: WaitingItem<T>[] = [];
  #busy = 0;

  constructor(work: (items: readonly T[]) => Promise<unknown>, options: BatcherOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** Resolves or rejects as the batch of the item does. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      // Items that are added in this iteration of the event loop make one batch.
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  #next(): void {
    const { maxItems, atOnce } = this.#options;
    while (this.#busy < atOnce && this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, maxItems);
      this.#waiting = this.#waiting.slice(maxItems);
      this.#busy += 1;
      void this.#run(batch);
    }
  }

  async #run(batch: readonly WaitingItem<T>[]): Promise<void> {
    try {
      await this.#work(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#busy -= 1;
    this.#next();
  }
}
