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

/** What a task that waits in a line leaves there, for one ahead of it to do along with its own. */
export type Offer = object;

/** A task's turn. */
export interface Turn {
  /** What is left of the task's time to wait, in milliseconds; null if it did not wait. */
  readonly leftMs: number | null;
  /** Takes the offers of those that wait right behind, in order of arrival, up to the first that is not wanted or has none. */
  takeOffers<O extends Offer>(isWanted: (offer: Offer) => offer is O): O[];
}

/** One that waits in a line. */
interface Waiting {
  readonly offer: Offer | null;
  /** Ends its waiting. */
  goOn(comes: 'turn' | 'taken'): void;
}

/**
 * Runs tasks of one key one after another, in order of arrival; other keys are not held up.
 * Within a process this only saves database connections: the lock that counts across processes is a row lock.
 */
export class KeyedMutex<K> {
  /** How long a task waits for its turn, in milliseconds. */
  readonly waitMs: number;
  /** A key is here while one of its tasks runs, with those that wait. */
  readonly #lines = new Map<K, Set<Waiting>>();

  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /**
   * Resolves or rejects as the task does. The task is given what is left of its time to wait, null if it did not wait.
   * Throws WaitTimeout, and the reason of the signal; the task does not run then.
   */
  async run<T>(key: K, task: (leftMs: number | null) => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const turn = await this.#turnOf(key, null, options);
    return this.#work(key, () => task(turn!.leftMs));
  }

  /**
   * The same for a task that one ahead of it may do along with its own. Resolves also when its offer is taken; the task
   * does not run then.
   */
  async runOrOffer(
    key: K,
    offer: Offer,
    task: (turn: Turn) => Promise<void>,
    options: TurnOptions = {},
  ): Promise<void> {
    const turn = await this.#turnOf(key, offer, options);
    if (turn !== null) await this.#work(key, () => task(turn));
  }

  /** Waits for the turn; null if another one took the offer. */
  async #turnOf(
    key: K,
    offer: Offer | null,
    { waitMs = this.waitMs, signal }: TurnOptions,
  ): Promise<Turn | null> {
    signal?.throwIfAborted();
    const takeOffers: Turn['takeOffers'] = (isWanted) => takeFrom(this.#lines.get(key)!, isWanted);
    const line = this.#lines.get(key);
    if (line === undefined) {
      this.#lines.set(key, new Set());
      return { leftMs: null, takeOffers };
    }
    const since = performance.now();
    const came = await wait(line, offer, waitMs, signal);
    return came === 'taken' ? null : { leftMs: waitMs - (performance.now() - since), takeOffers };
  }

  async #work<T>(key: K, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#startNext(key);
    }
  }

  #startNext(key: K): void {
    const line = this.#lines.get(key)!;
    const [next] = line;
    if (next === undefined) this.#lines.delete(key);
    else next.goOn('turn');
  }
}

function takeFrom<O extends Offer>(line: Iterable<Waiting>, isWanted: (offer: Offer) => offer is O): O[] {
  const taken: O[] = [];
  for (const { offer, goOn } of line) {
    if (offer === null || !isWanted(offer)) break;
    goOn('taken');
    taken.push(offer);
  }
  return taken;
}

/** Resolves when the turn comes or the offer is taken. Who does not wait any longer is not in the line any more. */
function wait(
  line: Set<Waiting>,
  offer: Offer | null,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<'turn' | 'taken'> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.delete(waiting);
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const waiting: Waiting = {
      offer,
      goOn(comes) {
        leave();
        resolve(comes);
      },
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
    line.add(waiting);
  });
}
