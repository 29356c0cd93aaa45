import type { Database } from '../db/database.ts';

/** Advisory lock of pruning: one process of all does it at a time. PostgreSQL gives it back when its holder dies. */
const PRUNE_LOCK = 0x7072756e;

/** Does `work` while no other process prunes. Returns null if one does. */
export async function withPruneLock<T>(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<T>,
): Promise<T | null> {
  const holder = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await holder.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      PRUNE_LOCK,
    ]);
    if (!rows[0]!.taken) return null;
    try {
      return await work();
    } finally {
      // Without its connection the lock is given back already.
      await holder.query('SELECT pg_advisory_unlock($1)', [PRUNE_LOCK]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    holder.release(broken);
  }
}
