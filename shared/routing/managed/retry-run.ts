import type { Queryable } from '../../db/database.ts';
import { loadManagedRun, type ManagedRun } from './managed-run.ts';

/**
 * Lets a failed run go on because a person retries it. It takes its old place in its ledger's run queue. The caller has
 * found the run under its ledger, or has its job, and adds its jobs (`enqueueRun`). Returns the run, or null if it has not failed or cannot go on, as a run that was not received
 * to its end.
 */
export async function retryRun(db: Queryable, runId: number): Promise<ManagedRun | null> {
  const { rowCount } = await db.query(
    `UPDATE runs SET status = CASE WHEN started_at IS NULL THEN 'queued' ELSE 'running' END::run_status,
       failure = NULL, scoring_round = NULL, updated_at = clock_timestamp()
     WHERE id = $1 AND phase IN ('scoring', 'allocating') AND status = 'failed'`,
    [runId],
  );
  return rowCount === 0 ? null : loadManagedRun(db, runId);
}
