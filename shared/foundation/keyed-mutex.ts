import { inSpan } from './telemetry/tracing.ts';
import { whileAway } from './uses.ts';

/** A task did not get the mutex in time. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
  /** The code of a socket's time-out, so that it counts as temporary (isUnavailable). */
  readonly code = 'ETIMEDOUT';
}

/** How a task waits for the mutex. */
export interface WaitOptions {
  /** In milliseconds. By default the limit of the mutex. */
  readonly waitMs?: number;
  /** A task whose signal is aborted leaves the queue. */
  readonly signal?: AbortSignal;
}

/** How a task came to the mutex. */
export interface Wait {
  /** Whether it waited for other tasks. */
  readonly waited: boolean;
  /** How much of the limit for waiting is left, in milliseconds. */
  readonly leftMs: number;
}

/** What a task gets with the mutex that offers work of type `Offer` itself, as the other tasks do. */
export interface Acquired<Offer> extends Wait {
  /**
   * Takes the offers of the next waiting tasks, in order of arrival. Ends at the first task that has no offer or whose
   * offer is not wanted.
   */
  takeOffers(isWanted: (offer: Offer) => boolean): Offer[];
}

/** How a wait ended: the task got the mutex, or another task took its offer. */
type WaitEnd = 'acquired' | 'taken';

/** A task that waits. */
interface WaitingTask {
  /** Work that a task ahead of it in the queue may do together with its own; null: none. */
  readonly offer: object | null;
  endWait(how: WaitEnd): void;
}

/**
 * Runs the tasks of one key one after another, in order of arrival. Tasks of other keys do not wait for them. Correctness
 * does not need it, because the lock between processes is a row lock: it saves database connections.
 */
export class KeyedMutex<K> {
  /** How long a task waits at most, in milliseconds. */
  readonly waitMs: number;
  /** The tasks that wait, by key. A key is in it while one of its tasks runs. */
  readonly #queues = new Map<K, WaitingTask[]>();

  /** By default, waits have no limit. */
  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /**
   * Runs a task when it has the mutex, and resolves or rejects as the task does.
   * Throws WaitTimeout, or the reason of the signal; then the task has not run.
   */
  async run<T>(key: K, task: (wait: Wait) => Promise<T>, options: WaitOptions = {}): Promise<T> {
    const acquired = await this.#acquire(key, null, options);
    return this.#work(key, () => task(acquired!));
  }

  /**
   * As `run`, for a task that offers its work to the tasks before it. If one takes the offer, resolves without a run.
   */
  async runOrOffer<Offer extends object>(
    key: K,
    offer: Offer,
    task: (acquired: Acquired<Offer>) => Promise<void>,
    options: WaitOptions = {},
  ): Promise<void> {
    const acquired = await this.#acquire<Offer>(key, offer, options);
    if (acquired !== null) await this.#work(key, () => task(acquired));
  }

  /** Waits for the mutex; null if another task took the offer. */
  async #acquire<Offer extends object>(
    key: K,
    offer: Offer | null,
    { waitMs = this.waitMs, signal }: WaitOptions,
  ): Promise<Acquired<Offer> | null> {
    signal?.throwIfAborted();
    const takeOffers: Acquired<Offer>['takeOffers'] = (isWanted) =>
      takeFrom(this.#queues.get(key)!, isWanted);
    const queue = this.#queues.get(key);
    if (queue === undefined) {
      this.#queues.set(key, []);
      return { waited: false, leftMs: waitMs, takeOffers };
    }
    const since = performance.now();
    const ended = await whileAway(() => inSpan('wait in queue', () => wait(queue, offer, waitMs, signal)));
    if (ended === 'taken') return null;
    return { waited: true, leftMs: waitMs - (performance.now() - since), takeOffers };
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
    else next.endWait('acquired');
  }
}

/** Takes offers of a key, which are all of one type. */
function takeFrom<Offer>(queue: readonly WaitingTask[], isWanted: (offer: Offer) => boolean): Offer[] {
  const taken: Offer[] = [];
  // A copy, because `endWait` takes the task out of the queue.
  for (const { offer, endWait } of [...queue]) {
    if (offer === null || !isWanted(offer as Offer)) break;
    endWait('taken');
    taken.push(offer as Offer);
  }
  return taken;
}

/** Resolves when the task gets the mutex or its offer is taken. A task that no longer waits leaves the queue. */
function wait(
  queue: WaitingTask[],
  offer: object | null,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<WaitEnd> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.splice(queue.indexOf(waiting), 1);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: WaitingTask = {
      offer,
      endWait(how) {
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
    queue.push(waiting);
  });
}
