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
  readonly signal?: AbortSignal | undefined;
}

/** What waits in a queue. */
export interface Waiting {
  /** Ends the wait; it has left the queue then. Does nothing before it waits. */
  endWait(): void;
  /** Whether a task ahead of it does its work, so that it does not run. */
  isTaken: boolean;
}

/**
 * Runs the tasks of one key one after another, in order of arrival. Tasks of other keys do not wait for them. Correctness
 * does not need it, because the lock between processes is a row lock: it saves database connections.
 */
export class KeyedMutex<K> {
  /** How long a task waits at most, in milliseconds. */
  readonly waitMs: number;
  /** The tasks that wait, by key. A key is in it while one of its tasks runs. */
  readonly #queues = new Map<K, Waiting[]>();

  /** By default, waits have no limit. */
  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /**
   * Runs a task when it has the mutex, with what is left of the limit for waiting, and resolves or rejects as the task does.
   * Throws WaitTimeout, or the reason of the signal; then the task has not run.
   */
  async run<T>(key: K, task: (leftMs: number) => Promise<T>, options: WaitOptions = {}): Promise<T> {
    const waiting = { endWait: () => {}, isTaken: false };
    return (await this.inTurn(key, waiting, (_queue, leftMs) => task(leftMs), options)) as T;
  }

  /** As `run`, for a task that sees the queue behind it. Undefined: another task took its work. */
  protected async inTurn<T>(
    key: K,
    waiting: Waiting,
    task: (queue: readonly Waiting[], leftMs: number) => Promise<T>,
    { waitMs = this.waitMs, signal }: WaitOptions,
  ): Promise<T | undefined> {
    signal?.throwIfAborted();
    const since = performance.now();
    const queue = this.#queues.get(key) ?? [];
    if (this.#queues.has(key))
      await whileAway(() => inSpan('wait in queue', () => waitIn(queue, waiting, waitMs, signal)));
    else this.#queues.set(key, queue);
    if (waiting.isTaken) return undefined;
    try {
      return await task(queue, waitMs - (performance.now() - since));
    } finally {
      if (queue.length === 0) this.#queues.delete(key);
      else queue[0]!.endWait();
    }
  }
}

/** Resolves when `endWait` is called. It leaves the queue then. */
function waitIn(
  queue: Waiting[],
  waiting: Waiting,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ending = (end: () => void) => () => {
      queue.splice(queue.indexOf(waiting), 1);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      end();
    };
    const abort = ending(() => reject(signal!.reason));
    const expire = ending(() => reject(new WaitTimeout('The wait for the lock took too long.')));
    const timer = Number.isFinite(waitMs) ? setTimeout(expire, Math.max(0, waitMs)) : undefined;
    signal?.addEventListener('abort', abort);
    waiting.endWait = ending(resolve);
    queue.push(waiting);
  });
}
