import pg from 'pg';

/** A ledger's row lock in the hands of another process. */
export interface HeldLedger {
  /** Resolves when another connection waits for the lock. */
  untilWaitedFor(): Promise<void>;
  release(): Promise<void>;
}

/** Takes a ledger's lock on a connection of its own, without any time-out. */
export async function holdLedgerLock(url: string, ledgerId: number): Promise<HeldLedger> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM ledgers WHERE id = $1 FOR NO KEY UPDATE', [ledgerId]);
  return {
    async untilWaitedFor() {
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
      while ((await holder.query(waiting)).rowCount === 0);
    },
    async release() {
      await holder.query('ROLLBACK');
      await holder.end();
    },
  };
}
