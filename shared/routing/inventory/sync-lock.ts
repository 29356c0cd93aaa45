import type { Queryable } from '../../db/database.ts';

/** First half of the advisory lock of a ledger's syncs. The second half is the ledger's id. */
const SYNC_LOCK = 0x73796e63;

/**
 * Takes the lock of the ledger's syncs until the transaction ends. An upload merges its rows into the stock before it
 * takes the ledger's lock, so no other sync may change the stock meanwhile. Orders do not wait for this lock.
 */
export async function lockSyncs(tx: Queryable, ledgerId: number): Promise<void> {
  await tx.query({
    name: 'lock-syncs',
    text: 'SELECT pg_advisory_xact_lock($1, $2)',
    values: [SYNC_LOCK, ledgerId],
  });
}
