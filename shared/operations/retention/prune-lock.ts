import pg from 'pg';
import type { Database } from '../../db/database.ts';

/** The advisory lock of pruning: only one process prunes at a time. PostgreSQL releases it if its process dies. */
const PRUNE_LOCK = 0x7072756e;

/** Does `work` if no other process prunes. Returns null if one does. */
export async function withPruneLock<T>(
  { directUrl }: Pick<Database, 'directUrl'>,
  work: () => Promise<T>,
): Promise<T | null> {
  const holder = new pg.Client({ connectionString: directUrl, application_name: 'wrs prune' });
  // If the connection breaks, the lock is released and the next statement fails.
  holder.on('error', () => undefined);
  await holder.connect();
  try {
    const { rows } = await holder.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      PRUNE_LOCK,
    ]);
    if (!rows[0]!.taken) return null;
    return await work();
  } finally {
    await holder.end(); // releases the lock
  }
}
