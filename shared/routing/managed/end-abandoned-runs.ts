import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { receiverLock } from './receiver-locks.ts';
import { endReceiving } from './receiving-store.ts';

const FAILURE =
  'The service stopped while it received this run. None of its orders was routed: send it again.';

/** Runs of one transaction: thousands may be being received. */
const TOGETHER = 500;

/**
 * Ends the runs whose receiver died: marks them as failed and deletes their orders. It may run at any time, in any number
 * of processes. Returns the ids of the runs that it ended.
 */
export async function endAbandonedRuns({ pool }: Pick<Database, 'pool'>): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE phase = 'receiving' ORDER BY id`,
  );
  const ended: number[] = [];
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const receiving = rows.slice(from, from + TOGETHER).map(({ id }) => id);
    const some = await inTransaction(pool, async (tx) => {
      const { rows: abandoned } = await tx.query<{ id: number }>(
        `SELECT id FROM unnest($1::bigint[]) AS id WHERE pg_try_advisory_xact_lock(${receiverLock('id')})`,
        [receiving],
      );
      return endReceiving(
        tx,
        abandoned.map(({ id }) => id),
        FAILURE,
      );
    });
    ended.push(...some);
  }
  return ended;
}
