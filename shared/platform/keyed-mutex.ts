import { inSpan } from '../telemetry/tracing.ts';

/** A task's time to wait was up before it got the mutex. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
  /** What sockets call it. */
  readonly code = 'ETIMEDOUT';
}

/** How a task waits for the mutex. */
export interface WaitOptions {
  /** Milliseconds; not given: those of the mutex. */
  readonly waitMs?: number;
  /** A task whose signal is aborted leaves the queue. */
  readonly signal?: AbortSignal;
}

/** What a task leaves in the queue, for one ahead of it to do along with its own. */
export type Offer = object;

/** What a task gets with the mutex. */
export interface Acquired {
  /** What is left of the task's time to wait, in milliseconds; null if it did not wait. */
  readonly leftMs: number | null;
  /** Takes the offers of the next waiting tasks, in order of arrival, up to the first task whose offer is not wanted or that has none. */
  takeOffers<O extends Offer>(isWanted: (offer: Offer) => offer is O): O[];
}

/** How a wait ended: the task got the mutex, or another one took its offer. */
type Ended = 'acquired' | 'taken';

/** A task that waits. */
interface WaitingTask {
  readonly offer: Offer | null;
  /** Ends its waiting. */
  goOn(how: Ended): void;
}

/**
 * Runs tasks of one key one after another, in order of arrival; other keys do not wait for them.
 * Within a process this only saves database connections: the lock that counts across processes is a row lock.
 */
export class KeyedMutex<K> {
  /** How long a task waits, in milliseconds. */
  readonly waitMs: number;
  /** A key is here while one of its tasks runs, with those that wait. */
  readonly #queues = new Map<K, Set<WaitingTask>>();

  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /**
   * Resolves or rejects as the task does. The task gets the rest of its time to wait, null if it did not wait.
   * Throws WaitTimeout, and the reason of the signal; the task does not run then.
   */
  async run<T>(key: K, task: (leftMs: number | null) => Promise<T>, options: WaitOptions = {}): Promise<T> {
    const acquired = await this.#acquire(key, null, options);
    return this.#work(key, () => task(acquired!.leftMs));
  }

  /**
   * The same for a task that offers its work to the tasks before it. If the offer is taken, it resolves and the task does
   * not run.
   */
  async runOrOffer(
    key: K,
    offer: Offer,
    task: (acquired: Acquired) => Promise<void>,
    options: WaitOptions = {},
  ): Promise<void> {
    const acquired = await this.#acquire(key, offer, options);
    if (acquired !== null) await this.#work(key, () => task(acquired));
  }

  /** Waits for the mutex; null if another task took the offer. */
  async #acquire(
    key: K,
    offer: Offer | null,
    { waitMs = this.waitMs, signal }: WaitOptions,
  ): Promise<Acquired | null> {
    signal?.throwIfAborted();
    const takeOffers: Acquired['takeOffers'] = (isWanted) => takeFrom(this.#queues.get(key)!, isWanted);
    const queue = this.#queues.get(key);
    if (queue === undefined) {
      this.#queues.set(key, new Set());
      return { leftMs: null, takeOffers };
    }
    const since = performance.now();
    const ended = await inSpan('wait in line', () => wait(queue, offer, waitMs, signal));
    return ended === 'taken' ? null : { leftMs: waitMs - (performance.now() - since), takeOffers };
  }

  async #work<T>(key: K, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#startNext(key);
    }
  }

  #startNext(key: K): void {
    const queue = this.#queues.get(key)!;
    const [next] = queue;
    if (next === undefined) this.#queues.delete(key);
    else next.goOn('acquired');
  }
}

function takeFrom<O extends Offer>(
  queue: Iterable<WaitingTask>,
  isWanted: (offer: Offer) => offer is O,
): O[] {
  const taken: O[] = [];
  for (const { offer, goOn } of queue) {
    if (offer === null || !isWanted(offer)) break;
    goOn('taken');
    taken.push(offer);
  }
  return taken;
}

/** Resolves when the task gets the mutex or its offer is taken. A task that no longer waits leaves the queue. */
function wait(
  queue: Set<WaitingTask>,
  offer: Offer | null,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.delete(waiting);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: WaitingTask = {
      offer,
      goOn(how) {
        leave();
        resolve(how);
      },
    };
    const abort = () => {
      leave();
      reject(signal!.reason);
    };
    const expire = () => {
      leave();
      reject(new WaitTimeout('The wait for the lock took too long.'));
    };
    const timer = Number.isFinite(waitMs) ? setTimeout(expire, Math.max(0, waitMs)) : undefined;
    signal?.addEventListener('abort', abort);
    queue.add(waiting);
  });
}
