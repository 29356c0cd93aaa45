import { raw } from 'sql-template-tag';
import type { Queryable } from '../db/database.ts';
import { noteLockTaken } from '../db/lock-waits.ts';
import { millisecondsOf } from '../db/sql.ts';
import { inSpan } from '../foundation/telemetry/tracing.ts';

/** The time now, in whole milliseconds since 1970, as SQL. */
export const MILLISECONDS_NOW = raw(millisecondsOf('clock_timestamp()'));

/** The database's time, in milliseconds since 1970. */
export async function databaseNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now: number }>({
    name: 'database-now',
    text: `SELECT ${MILLISECONDS_NOW.sql} AS now`,
    values: [],
  });
  return rows[0]!.now;
}

/** A ledger whose lock a transaction has. */
export interface LockedLedger {
  readonly stock_epoch: number;
  /** Whether decisions hold places of warehouses. */
  readonly holds_places: boolean;
  /** The latest moment that a count or a change was given, in milliseconds since 1970; null: there is none. */
  readonly latest_count: number | null;
  /** The moment of the lock, in milliseconds since 1970. */
  readonly as_of: number;
  /** The same moment by `performance.now()` of this process, no earlier. */
  readonly locked_at: number;
  /** How long the transaction waited for the lock, in milliseconds. */
  readonly waited_ms: number;
  /** The id of the transaction. */
  readonly xid: string;
}

/** The moment of decisions that a transaction makes: never before a count that was applied earlier. */
export function decisionMoment({
  as_of,
  latest_count,
}: Pick<LockedLedger, 'as_of' | 'latest_count'>): number {
  return Math.max(as_of, latest_count ?? 0);
}

/** The moment of decisions that are saved now. It is later than the lock, because a count may have a moment between the two. */
export function savedMoment({ as_of, locked_at, latest_count }: LockedLedger): number {
  return decisionMoment({ as_of: as_of + Math.floor(performance.now() - locked_at), latest_count });
}

/** The moment of what happens now: always later than a count that was applied earlier. */
export function momentAfter({ as_of, latest_count }: Pick<LockedLedger, 'as_of' | 'latest_count'>): number {
  return Math.max(as_of, (latest_count ?? 0) + 1);
}

/**
 * Takes a ledger's lock until the transaction ends. Code of any process that reserves, releases or replaces units of
 * the ledger must have it (docs/explanation/stock.md). With NO KEY, rows that refer to the ledger can still be
 * inserted.
 */
export async function takeLedger(tx: Queryable, ledgerId: number): Promise<LockedLedger> {
  const { rows } = await inSpan('ledger lock', () =>
    tx.query<Omit<LockedLedger, 'locked_at'>>({
      name: 'lock-ledger',
      text: `WITH locked AS MATERIALIZED (SELECT stock_epoch, holds_places, latest_count FROM ledgers WHERE id = $1 FOR NO KEY UPDATE)
           SELECT stock_epoch, holds_places, ${millisecondsOf('latest_count')} AS latest_count,
                  ${MILLISECONDS_NOW.sql} AS as_of,
                  extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000 AS waited_ms, pg_current_xact_id()::xid::text AS xid
           FROM locked`,
      values: [ledgerId],
    }),
  );
  if (rows[0] === undefined) throw new Error(`Ledger ${ledgerId} is gone.`);
  noteLockTaken(tx);
  return { ...rows[0], locked_at: performance.now() };
}

/** Whether another transaction waits for a lock of this one. */
export async function hasWaiters(db: Queryable, { xid }: LockedLedger): Promise<boolean> {
  const { rows } = await db.query<{ waited_for: boolean }>({
    name: 'is-waited-for',
    text: 'SELECT EXISTS (SELECT FROM pg_locks WHERE transactionid = $1::xid AND NOT granted) AS waited_for',
    values: [xid],
  });
  return rows[0]!.waited_for;
}

/** First half of the advisory lock of a ledger's syncs. The second half is the ledger's id. */
const SYNC_LOCK = 0x73796e63;

/**
 * Takes the lock of the ledger's syncs until the transaction ends. An upload merges its rows into the stock before it
 * takes the ledger's lock, so no other sync may change the stock meanwhile. Orders do not wait for this lock.
 */
export async function lockSyncs(tx: Queryable, ledgerId: number): Promise<void> {
  await tx.query({
    name: 'lock-syncs',
    text: 'SELECT FROM pg_advisory_xact_lock($1, $2)',
    values: [SYNC_LOCK, ledgerId],
  });
}
