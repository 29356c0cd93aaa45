import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';

/** An item that waits for a task. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly inContext: (work: () => void) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does work in batches, a few tasks at a time. Items that come while all tasks are under way are done together by the next
 * one, in the context of its first item. It begins in a later tick than the one before it ended, so that it has the items
 * that follow from those results, too. So an item waits for a task to end, and never for further callers.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxItems: number;
  #free: number;
  #waiting: Waiting<Item, Result>[] = [];

  /** `work` has a result for each item of a task, of which there are at most `maxItems`. */
  constructor(
    tasks: number,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    maxItems = Number.POSITIVE_INFINITY,
  ) {
    this.#free = tasks;
    this.#work = work;
    this.#maxItems = maxItems;
  }

  /** Resolves with the result of an item. Rejects as its task does. */
  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      // One that begins at once is in its context already.
      const inContext = this.#free > 0 ? (work: () => void) => work() : AsyncLocalStorage.snapshot();
      this.#waiting.push({ item, inContext, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    if (this.#free === 0 || this.#waiting.length === 0) return;
    this.#free -= 1;
    const taken = this.#waiting.splice(0, this.#maxItems);
    taken[0]!.inContext(() => void this.#run(taken));
  }

  async #run(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]!);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
    await setImmediate();
    this.#free += 1;
    this.#start();
  }
}
