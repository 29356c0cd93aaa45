import type { Waiting } from '../foundation/keyed-mutex.ts';
import { LedgerQueues } from '../ledger/ledger-queues.ts';

/** Queues of requests for ledgers, which a test can fill in a known order. */
export class RequestQueues extends LedgerQueues {
  #arrived = () => {};

  protected override inTurn<T>(
    key: number,
    waiting: Waiting,
    task: (queue: readonly Waiting[], leftMs: number) => Promise<T>,
    options: object,
  ): Promise<T | undefined> {
    const running = super.inTurn(key, waiting, task, options);
    this.#arrived();
    return running;
  }

  /** Resolves when the next request has come into a queue. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.#arrived = resolve));
  }

  /**
   * Sends requests while another task has the ledger. Each is sent when the one before is in the queue. Then calls
   * `meanwhile` and releases the ledger. Returns the result of each request.
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
