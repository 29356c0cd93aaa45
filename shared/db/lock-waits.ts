import type pg from 'pg';
import { isLockTimeout } from '../foundation/errors/is-unavailable.ts';
import { KeyedMutex } from '../foundation/keyed-mutex.ts';
import { Seats } from '../foundation/seats.ts';

/** How long a connection waits for a lock at a time, in milliseconds. */
export const TRY_MS = 100;

/** Connections of one owner that may wait for locks at once. */
const WAITING_OF_OWNER = 2;

/** Whose lock a transaction takes. */
export interface LockWait {
  /** The client's id, so that a client never has more than its share of the connections while it waits. */
  readonly owner: number | string;
  /** The longest wait, in milliseconds. By default the limit of the database's locks. */
  readonly waitMs?: number;
}

/** Says that the transaction now has the lock that it began with. */
type HasLock = () => void;

const underWay = new WeakMap<object, HasLock>();

/**
 * Tells `LockWaits` that a transaction has its lock and may go on for long, so that its owner may wait for another one.
 * Without this call it counts as waiting until it ends.
 */
export function noteLockTaken(tx: object): void {
  underWay.get(tx)?.();
}

/**
 * Lets a transaction that has its lock wait for later ones as long as any other: it has too much to do to begin again. At most
 * one of a ledger may do this at a time.
 */
export async function allowLongLockWait(tx: pg.ClientBase, { waitMs }: LockWaits): Promise<void> {
  noteLockTaken(tx);
  await tx.query(`SET LOCAL lock_timeout = ${Number.isFinite(waitMs) ? waitMs : 0}`);
}

/** Runs a try in its transaction `tx`, for `noteLockTaken`. */
export async function runAttempt<T>(tx: object, hasLock: HasLock, work: () => Promise<T>): Promise<T> {
  underWay.set(tx, hasLock);
  try {
    return await work();
  } finally {
    underWay.delete(tx);
  }
}

/**
 * The waits of one process for locks that may be held for long. A connection waits for TRY_MS. If the lock is not free then,
 * the transaction is rolled back, its connection goes back to the pool, and it is tried again. So a lock that is
 * held for long takes no connections from other clients.
 */
export class LockWaits {
  /** The longest wait, in milliseconds. */
  readonly waitMs: number;
  /** One at a time tries to take a lock; the others wait in order of arrival. */
  readonly #queues = new KeyedMutex<string>();
  readonly #seats = new Seats<LockWait['owner']>({ atOnceOfOwner: WAITING_OF_OWNER });

  constructor(waitMs: number = Number.POSITIVE_INFINITY) {
    this.waitMs = waitMs;
  }

  /** As `tries`, after all others of this process that came earlier for the lock `name`. Throws WaitTimeout. */
  inOrder<T>(name: string, wait: LockWait, attempt: (hasLock: HasLock) => Promise<T>): Promise<T> {
    const { waitMs = this.waitMs } = wait;
    return this.#queues.run(name, (leftMs) => this.tries({ ...wait, waitMs: leftMs }, attempt), {
      waitMs,
    });
  }

  /**
   * Runs `attempt`, a transaction that waits for no lock longer than TRY_MS, until its locks are free. Throws what it
   * throws: SQLSTATE 55P03 if they are not free in time. Throws WaitTimeout if the owner waits for other locks all the time.
   */
  async tries<T>(
    { owner, waitMs = this.waitMs }: LockWait,
    attempt: (hasLock: HasLock) => Promise<T>,
  ): Promise<T> {
    const end = performance.now() + Math.min(waitMs, this.waitMs);
    for (let waitsLater = false; ; ) {
      const leave = await this.#seats.take(owner, undefined, end - performance.now());
      let hasFirst = false;
      const hasLock = () => {
        hasFirst = true;
        // If it waited in vain for a later lock, it counts as waiting all the time.
        if (!waitsLater) leave();
      };
      try {
        return await attempt(hasLock);
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() >= end) throw error;
        waitsLater = hasFirst;
      } finally {
        leave();
      }
    }
  }
}
