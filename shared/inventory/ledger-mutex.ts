import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { pipeline, runAfter } from '../db/pipeline.ts';
import { inTransaction } from '../db/transaction.ts';
import { callerGone } from '../errors/caller-gone.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { takeLedger } from './ledger-lock.ts';
import { lockSyncs } from './sync-lock.ts';

/**
 * How requests wait for a ledger. In a process they wait in a queue in memory (`ledgerMutex`), without a connection and
 * without a thread. Only the first has a connection, on which it waits for the ledger's row lock if another
 * process has it. So requests of one ledger, however many, take one connection of the pool while they wait.
 */
export interface LedgerMutexDeps {
  readonly db: Pick<Database, 'pool'>;
  /** The queue of each ledger in this process. */
  readonly ledgerMutex: KeyedMutex<number>;
}

/** How one request waits. */
export interface LedgerWait {
  /** Aborted when the caller has gone away. Nothing is done for it then. */
  readonly signal?: Pick<AbortSignal, 'aborted'> | undefined;
  /** The longest wait for a lock, in milliseconds; not given: what is left after the wait in the queue. */
  readonly lockMs?: number | undefined;
}

/**
 * Runs `work` in a transaction when the request has the ledger's mutex. `work` takes the ledger's lock with its first statements,
 * and calls `refuseGone` once it has it. Throws WaitTimeout, and what `work` throws; AppError bad_request if the
 * caller has gone away.
 */
export function inLedgerTransaction<T>(
  { db, ledgerMutex }: LedgerMutexDeps,
  ledgerId: number,
  { signal, lockMs }: LedgerWait,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return ledgerMutex.run(ledgerId, async (leftMs) => {
    refuseGone(signal);
    return waitingForLedger(db, lockMs ?? leftMs, work);
  });
}

/**
 * Runs `work` in a transaction whose waits for a lock are limited; null: as those of any transaction. The caller
 * has the mutex.
 */
export function waitingForLedger<T>(
  { pool }: Pick<Database, 'pool'>,
  limitMs: number | null,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (tx) => {
    if (limitMs === null) return work(tx);
    const { result } = await pipeline(tx).run({
      limit: () => limitLockWaits(tx, limitMs),
      result: runAfter('limit', () => work(tx)),
    });
    return result;
  });
}

/** How a request waits whose locks are taken in a thread. */
export interface FreeLedgerWait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** The work is a sync: it waits for other syncs of the ledger, too. */
  readonly isSync: boolean;
}

/**
 * Waits until a ledger's locks were free for a moment, in the given mutex of this process.
 * Throws WaitTimeout, the reason of the signal, and SQLSTATE 55P03 if the locks were not free in time.
 */
export function untilLedgerIsFree(
  { db, mutex }: { readonly db: Pick<Database, 'pool'>; readonly mutex: KeyedMutex<number> },
  ledgerId: number,
  { waitMs, signal, isSync }: FreeLedgerWait,
): Promise<void> {
  const probe = (leftMs: number | null) =>
    inTransaction(db.pool, async (tx) => {
      // A lock that is rolled back needs no write to disk.
      await pipeline(tx).run({
        limit: () => limitLockWaits(tx, leftMs ?? waitMs),
        syncs: runAfter('limit', isSync ? () => lockSyncs(tx, ledgerId) : null),
        ledger: runAfter('syncs', () => takeLedger(tx, ledgerId)),
        release: runAfter('ledger', () => tx.query('ROLLBACK')),
      });
    });
  return mutex.run(ledgerId, probe, { waitMs, signal });
}

/** Throws AppError bad_request if the caller has gone away; nobody reads it. */
export function refuseGone(signal: LedgerWait['signal']): void {
  if (signal?.aborted) throw callerGone();
}

/** Limits each wait for a lock to the end of the transaction. */
async function limitLockWaits(tx: pg.PoolClient, milliseconds: number): Promise<void> {
  if (!Number.isFinite(milliseconds)) return;
  await tx.query(`SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(milliseconds))}`); // 0 is no limit
}
