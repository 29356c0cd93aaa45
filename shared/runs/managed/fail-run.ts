import type { Database } from '../../db/database.ts';

/** Marks a run whose job has failed for the last time. Its phase stays, so that a retry goes on from there. */
export async function markRunFailed(db: Database, runId: number, failure: string): Promise<void> {
  await db.pool.query(
    `UPDATE runs SET status = 'failed', failure = $2, updated_at = clock_timestamp()
     WHERE id = $1 AND phase <> 'done' AND status IN ('queued', 'running')`,
    [runId, failure],
  );
}
