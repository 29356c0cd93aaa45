import type { Database } from '../../db/database.ts';
import { onOwnConnection } from '../../db/own-connection.ts';
import { type PrunedKind, prune, type Retention } from './prune.ts';

const TASK = 'prune';

/**
 * Prunes if no process has pruned for a day. Returns what it removed; null: it is not due, or another process prunes
 * now.
 */
export async function pruneDaily(
  db: Pick<Database, 'pool' | 'directUrl'>,
  retention: Retention,
  signal?: AbortSignal,
): Promise<PrunedKind[] | null> {
  return withPruneLock(db, async () => {
    const { rowCount } = await db.pool.query(
      `SELECT FROM daily_tasks WHERE task = $1 AND done_at > now() - interval '1 day'`,
      [TASK],
    );
    if (rowCount === 1) return null;
    const pruned = await prune(db, retention, { dryRun: false, signal });
    if (signal?.aborted) return pruned; // the rest is still due
    await db.pool.query(
      `INSERT INTO daily_tasks (task, done_at) VALUES ($1, now())
       ON CONFLICT (task) DO UPDATE SET done_at = excluded.done_at`,
      [TASK],
    );
    return pruned;
  });
}

/** The advisory lock of pruning: only one process prunes at a time. */
const PRUNE_LOCK = 0x7072756e;

/** Does `work` if no other process prunes. Returns null if one does. */
export function withPruneLock<T>(
  { directUrl }: Pick<Database, 'directUrl'>,
  work: () => Promise<T>,
): Promise<T | null> {
  return onOwnConnection(directUrl, 'wrs prune', async (holder) => {
    const { rows } = await holder.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      PRUNE_LOCK,
    ]);
    return rows[0]!.taken ? await work() : null;
  });
}
