import type pg from 'pg';
import { lockSyncs, takeLedger } from '../../account/ledger-lock.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inLockedTransaction, type LockedTransaction } from '../../db/transaction.ts';
import { callerGone } from '../../foundation/errors/caller-gone.ts';
import type { KeyedMutex, Wait } from '../../foundation/keyed-mutex.ts';
import type { Principal } from '../../identity/principal.ts';

/**
 * What requests need to wait for a ledger. The requests of a process wait in a queue in memory (`ledgerMutex`), without
 * a connection and without a thread. Only the first one tries to take the ledger's row lock, which another process may have
 * (db/lock-waits.ts).
 */
export interface LedgerMutexDeps {
  readonly db: Pick<Database, 'pool' | 'locks'>;
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
  principal: Pick<Principal, 'client_id' | 'ledger_id'>,
  { signal, lockTimeoutMs }: LedgerWait,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return ledgerMutex.run(principal.ledger_id, async ({ leftMs }) => {
    refuseGone(signal);
    return inLockedTransaction(db, turnLock(principal, lockTimeoutMs ?? leftMs), work);
  });
}

/**
 * How a turn of a ledger begins, for requests that are in its queue. Its statements look rows up by their keys, whatever the
 * values: planning them at each call took a fifth of a turn of one order.
 */
export function turnLock({ client_id }: Pick<Principal, 'client_id'>, waitMs: number): LockedTransaction {
  return {
    owner: client_id,
    lock: null,
    waitMs,
    settings: '; SET LOCAL plan_cache_mode = force_generic_plan',
  };
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
  { db, mutex }: { readonly db: Pick<Database, 'pool' | 'locks'>; readonly mutex: KeyedMutex<number> },
  principal: Pick<Principal, 'client_id' | 'ledger_id'>,
  { waitMs, signal, isSync }: FreeLedgerWait,
): Promise<void> {
  const { ledger_id } = principal;
  const probe = ({ leftMs }: Wait) =>
    inLockedTransaction(db, turnLock(principal, leftMs), async (tx) => {
      // A rollback needs no write to disk.
      await pipeline(tx).run({
        syncs: isSync ? () => lockSyncs(tx, ledger_id) : null,
        ledger: () => takeLedger(tx, ledger_id),
        release: () => tx.query('ROLLBACK'),
      });
    });
  return mutex.run(ledger_id, probe, { waitMs, signal });
}

/** Throws AppError bad_request if the caller has gone away. */
export function refuseGone(signal: LedgerWait['signal']): void {
  if (signal?.aborted) throw callerGone();
}
