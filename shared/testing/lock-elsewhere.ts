import pg from 'pg';
import { onTestFinished } from 'vitest';

/** A lock on another connection. For the code under test it is the lock of another process. */
export interface LockElsewhere {
  /** The transaction that has it. */
  readonly tx: pg.Client;
  /** Resolves when `connections` other connections wait: the first for the lock, the others for the first. */
  untilWaitedFor(connections?: number): Promise<void>;
  release(): Promise<void>;
}

/** Takes a ledger's lock on a connection of its own, without any time-out. The lock ends with the test at the latest. */
export function lockLedgerElsewhere(url: string, ledgerId: number): Promise<LockElsewhere> {
  return lockElsewhere(url, 'SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE', ledgerId);
}

/** The same for the locks that a statement takes. */
export async function lockElsewhere(
  url: string,
  statement: string,
  value: number | string,
): Promise<LockElsewhere> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(statement, [value]);
  let released: Promise<void> | undefined;
  // The server rolls back what a closed connection leaves behind.
  const release = () => (released ??= holder.end());
  onTestFinished(release);
  return {
    tx: holder,
    async untilWaitedFor(connections = 1) {
      // pg_stat_activity would not do: within a transaction it always shows the state of the first look.
      const waiting = `SELECT FROM pg_locks
                       WHERE NOT granted AND (transactionid = pg_current_xact_id()::xid
                         OR (locktype = 'tuple' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`;
      while (((await holder.query(waiting)).rowCount ?? 0) < connections);
    },
    release,
  };
}
