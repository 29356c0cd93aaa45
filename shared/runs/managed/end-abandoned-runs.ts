import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { RECEIVER_LOCK } from './receiver-locks.ts';
import { endReceiving } from './receiving-store.ts';

const FAILURE =
  'The service stopped while it received this run. None of its orders was routed: send it again.';

/**
 * Ends the runs whose receiver died: marks them as failed and deletes what there is of their orders. Safe to
 * run at any time, in any number of processes. Returns the runs that it ended.
 */
export async function endAbandonedRuns(db: Pick<Database, 'pool'>): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(`SELECT id FROM runs WHERE phase = 'receiving'`);
  const ended: number[] = [];
  for (const { id } of rows) {
    const wasAbandoned = await inTransaction(db.pool, async (tx) => {
      const lock = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS taken', [
        RECEIVER_LOCK,
        id,
      ]);
      return lock.rows[0]!.taken && endReceiving(tx, id, FAILURE);
    });
    if (wasAbandoned) ended.push(id);
  }
  return ended;
}
