import { KeyedMutex, type WaitOptions } from '../platform/keyed-mutex.ts';

/** Queues of requests for ledgers. A test fills them while it has a ledger. */
export class RequestQueues extends KeyedMutex<number> {
  #arrived = () => {};

  override runOrOffer(...args: Parameters<KeyedMutex<number>['runOrOffer']>): Promise<void> {
    const running = super.runOrOffer(...args);
    this.#arrived();
    return running;
  }

  override run<T>(
    key: number,
    task: (leftMs: number | null) => Promise<T>,
    options?: WaitOptions,
  ): Promise<T> {
    const running = super.run(key, task, options);
    this.#arrived();
    return running;
  }

  /** Resolves when the next request has come into a queue. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.#arrived = resolve));
  }

  /**
   * Sends requests while another one has the ledger, each when the one before is in the queue, calls `meanwhile`, and
   * gives the ledger free. Returns what became of each.
   */
  async fill<T>(
    key: number,
    requests: readonly (() => Promise<T>)[],
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<PromiseSettledResult<T>[]> {
    let release = () => {};
    const first = this.run(key, () => new Promise<void>((resolve) => (release = resolve)));
    const sent: Promise<PromiseSettledResult<T>[]>[] = [];
    for (const request of requests) {
      const arrived = this.arrival();
      const sending = request();
      sent.push(Promise.allSettled([sending]));
      await Promise.race([arrived, Promise.allSettled([sending])]);
    }
    await meanwhile();
    release();
    await first;
    return (await Promise.all(sent)).flat();
  }
}
