import type { Database } from '../../db/database.ts';
import type { JobQueues } from '../job-queues.ts';

/** Comparing takes at most a tenth of one thread's time for a ledger: after each comparison it rests nine times as long. */
const RESTS = 9;

/**
 * Adds a job for each ledger with shadow settings that has new synchronous runs. The database alone says which those are,
 * so this can be called at any time. Answers do not take part in it: they take as long as without shadow settings.
 */
export async function enqueueComparisons({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<{ ledger_id: number; since: number }>(
    `SELECT l.id AS ledger_id, coalesce(p.run_id, 0) AS since
     FROM client_settings s
     JOIN ledgers l ON l.client_id = s.client_id
     LEFT JOIN shadow_positions p ON p.ledger_id = l.id
     WHERE s.shadow IS NOT NULL
       AND (p.ledger_id IS NULL OR p.updated_at + p.took_ms * $1 * interval '1 ms' < clock_timestamp())
       AND EXISTS (
         SELECT FROM runs r WHERE r.ledger_id = l.id AND r.kind = 'sync' AND r.id > coalesce(p.run_id, 0)
       )`,
    [RESTS],
  );
  const jobs = rows.map(({ ledger_id, since }) => ({
    title: `ledger ${ledger_id}: compare runs after ${since}`,
    data: { ledger_id, since },
  }));
  if (jobs.length > 0) await queues.add('compare-runs', jobs);
}
