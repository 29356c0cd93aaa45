import type pg from 'pg';
import { lockSyncs, takeLedger } from '../../account/ledger-lock.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import { callerGone } from '../../foundation/errors/caller-gone.ts';
import type { KeyedMutex, Wait } from '../../foundation/keyed-mutex.ts';

/**
 * What requests need to wait for a ledger. The requests of a process wait in a queue in memory (`ledgerMutex`), without
 * a connection and without a thread. Only the first request has a connection, on which it waits for the ledger's row
 * lock if another process has it. So the requests of a ledger use one connection of the pool while they wait.
 */
export interface LedgerMutexDeps {
  readonly db: Pick<Database, 'pool'>;
  /** The queue of each ledger in this process. */
  readonly ledgerMutex: KeyedMutex<number>;
}

/** How a request waits. */
export interface LedgerWait {
  /** Aborted when the caller has gone away. Then nothing is done for the request. */
  readonly signal?: Pick<AbortSignal, 'aborted'> | undefined;
  /** The longest wait for a lock, in milliseconds. By default what the wait in the queue has left. */
  readonly lockTimeoutMs?: number | undefined;
}

/**
 * Runs `work` in a transaction when the request has the ledger's mutex. `work` takes the ledger's lock with its first
 * statements, and calls `refuseGone` as soon as it has the lock. Throws WaitTimeout, AppError bad_request if the caller
 * has gone away, and what `work` throws.
 */
export function inLedgerTransaction<T>(
  { db, ledgerMutex }: LedgerMutexDeps,
  ledgerId: number,
  { signal, lockTimeoutMs }: LedgerWait,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return ledgerMutex.run(ledgerId, async ({ waited, leftMs }) => {
    refuseGone(signal);
    // A request that did not wait has all of its time, and that is the limit of all transactions.
    return inTransaction(
      db.pool,
      work,
      beginLimited(lockTimeoutMs ?? (waited ? leftMs : Number.POSITIVE_INFINITY)),
    );
  });
}

/** How a request waits that will take its locks in a thread. */
export interface FreeLedgerWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** Whether the work is a sync, which also waits for other syncs of the ledger. */
  readonly isSync: boolean;
}

/**
 * Waits until a ledger's locks are free: takes them under the given mutex and releases them. Another request may take
 * them before the caller does. Throws WaitTimeout, the reason of the signal, or SQLSTATE 55P03 if the locks are not
 * free in time.
 */
export function untilLedgerIsFree(
  { db, mutex }: { readonly db: Pick<Database, 'pool'>; readonly mutex: KeyedMutex<number> },
  ledgerId: number,
  { waitMs, signal, isSync }: FreeLedgerWait,
): Promise<void> {
  const probe = ({ leftMs }: Wait) =>
    inTransaction(
      db.pool,
      async (tx) => {
        // A rollback needs no write to disk.
        await pipeline(tx).run({
          syncs: isSync ? () => lockSyncs(tx, ledgerId) : null,
          ledger: () => takeLedger(tx, ledgerId),
          release: () => tx.query('ROLLBACK'),
        });
      },
      beginLimited(leftMs),
    );
  return mutex.run(ledgerId, probe, { waitMs, signal });
}

/** Throws AppError bad_request if the caller has gone away. */
export function refuseGone(signal: LedgerWait['signal']): void {
  if (signal?.aborted) throw callerGone();
}

/**
 * Begins a transaction whose waits for locks are limited; Infinity: to the limit of all transactions. Its statements look
 * rows up by their keys, whatever the values: planning them at each call took a fifth of a turn of one order.
 */
export function beginLimited(milliseconds: number): string {
  const limit = Number.isFinite(milliseconds)
    ? `; SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(milliseconds))}` // 0 is no limit
    : '';
  return `BEGIN${limit}; SET LOCAL plan_cache_mode = force_generic_plan`;
}
