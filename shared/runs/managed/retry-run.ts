import type { Queryable } from '../../db/database.ts';
import { loadManagedRun, type ManagedRun } from './managed-run.ts';

/**
 * Puts a failed run back to work because a person retries it. It takes its old place in its ledger's queue; its jobs
 * are the caller's to add (`enqueueRun`). Returns the run, or null if it has not failed or cannot go on: a run that was
 * never received to its end is done.
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
