import type { Database } from '../../db/database.ts';
import { enqueueRun } from './enqueue-run.ts';
import type { JobQueues } from './job-queues.ts';
import { loadManagedRun } from './managed-run.ts';

/** After so long without progress a run's jobs may have been lost. */
const QUIET_SECONDS = 3;

/**
 * Adds the jobs again that runs without progress need next. Jobs are only hints; the database says what is done. It may
 * run at any time, in any number of processes. Returns how many runs it looked after.
 */
export async function recoverRuns(db: Database, queues: JobQueues): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `SELECT id FROM runs
     WHERE phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')
       AND updated_at < now() - make_interval(secs => $1)
     ORDER BY accepted_at, id`,
    [QUIET_SECONDS],
  );
  for (const { id } of rows) {
    const run = await loadManagedRun(db.pool, id);
    if (run !== null) await enqueueRun(db.pool, queues, run);
  }
  return rows.length;
}
