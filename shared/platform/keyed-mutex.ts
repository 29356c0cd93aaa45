/** A task's time in the line of its key was up before its turn came. */
export class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout';
  /** What sockets call it. */
  readonly code = 'ETIMEDOUT';
}

/** How a task waits for its turn. */
export interface TurnOptions {
  /** Milliseconds; not given: those of the mutex. */
  readonly waitMs?: number;
  /** A task whose signal is aborted leaves the line. */
  readonly signal?: AbortSignal;
}

/**
 * Runs tasks of one key one after another, in order of arrival; other keys are not held up.
 * Within a process this only saves database connections: the lock that counts across processes is a row lock.
 */
export class KeyedMutex<K> {
  /** How long a task waits for its turn, in milliseconds. */
  readonly waitMs: number;
  /** A key is here while one of its tasks runs, with the starts of those that wait. */
  readonly #waiting = new Map<K, Set<() => void>>();

  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /**
   * Resolves or rejects as the task does. The task is given what is left of its time to wait, null if it did not wait.
   * Throws WaitTimeout, and the reason of the signal; the task does not run then.
   */
  async run<T>(key: K, task: (leftMs: number | null) => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const { waitMs = this.waitMs, signal } = options;
    signal?.throwIfAborted();
    const waiting = this.#waiting.get(key);
    let leftMs: number | null = null;
    if (waiting === undefined) {
      this.#waiting.set(key, new Set());
    } else {
      const since = performance.now();
      await turnIn(waiting, waitMs, signal);
      leftMs = waitMs - (performance.now() - since);
    }
    try {
      return await task(leftMs);
    } finally {
      this.#startNext(key);
    }
  }

  #startNext(key: K): void {
    const waiting = this.#waiting.get(key)!;
    const [next] = waiting;
    if (next === undefined) this.#waiting.delete(key);
    else next();
  }
}

/** Resolves when the turn comes. Who does not wait any longer is not in the line any more. */
function turnIn(waiting: Set<() => void>, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.delete(start);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const start = () => {
      leave();
      resolve();
    };
    const abort = () => {
      leave();
      reject(signal!.reason);
    };
    const expire = () => {
      leave();
      reject(new WaitTimeout('It was not its turn in time.'));
    };
    const timer = Number.isFinite(waitMs) ? setTimeout(expire, Math.max(0, waitMs)) : undefined;
    signal?.addEventListener('abort', abort);
    waiting.add(start);
  });
}
