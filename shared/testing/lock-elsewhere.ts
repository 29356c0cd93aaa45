import pg from 'pg';

/** A ledger's row lock that another process has, as far as the code under test can see. */
export interface LockElsewhere {
  /** Resolves when as many other connections wait for the lock, the first for its holder, the rest for the first. */
  untilWaitedFor(connections?: number): Promise<void>;
  release(): Promise<void>;
}

/** Takes a ledger's lock on a connection of its own, without any time-out. */
export async function lockLedgerElsewhere(url: string, ledgerId: number): Promise<LockElsewhere> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE', [ledgerId]);
  return {
    async untilWaitedFor(connections = 1) {
      // Not from pg_stat_activity, which shows a transaction the connections of the moment when it first looked.
      const waiting = `SELECT FROM pg_locks
                       WHERE NOT granted AND (transactionid = pg_current_xact_id()::xid
                         OR (locktype = 'tuple' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))`;
      while (((await holder.query(waiting)).rowCount ?? 0) < connections);
    },
    async release() {
      await holder.query('ROLLBACK');
      await holder.end();
    },
  };
}
