import type { Queryable } from '../db/database.ts';

/** First half of the advisory lock of a ledger's syncs; the ledger's id is the other half. */
const SYNC_LOCK = 0x73796e63;

/**
 * Waits until no other sync of the ledger is under way in any process, and makes others wait until the transaction
 * ends. An upload merges its rows before it takes the ledger's lock: what it merged them with must still be true then.
 * Orders do not wait for this lock.
 */
export async function lockSyncs(tx: Queryable, ledgerId: number): Promise<void> {
  await tx.query({
    name: 'lock-syncs',
    text: 'SELECT pg_advisory_xact_lock($1, $2)',
    values: [SYNC_LOCK, ledgerId],
  });
}
