import type { Queryable } from '../../db/database.ts';
import type { ManagedRun } from './managed-run.ts';

/**
 * Marks a run as failed whose job has failed for the last time. `failure` is the sentence that its client reads. The
 * phase stays, so that a retry continues from there; until then no job works on the run, and the ledger's next run goes
 * first. Returns null if the run is not at work.
 */
export async function markRunFailed(
  db: Queryable,
  runId: number,
  failure: string,
): Promise<Pick<ManagedRun, 'ledger_id'> | null> {
  const { rows } = await db.query<{ ledger_id: number }>(
    `UPDATE runs SET status = 'failed', failure = $2, updated_at = clock_timestamp()
     WHERE id = $1 AND phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')
     RETURNING ledger_id`,
    [runId, failure],
  );
  return rows[0] ?? null;
}
