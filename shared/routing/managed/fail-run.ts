import type { Queryable } from '../../db/database.ts';
import type { RunRow } from '../run-row.ts';

/**
 * Marks a run as failed after the last try of a job. `failure` is the sentence that its client reads. The phase stays, so
 * that a retry continues from there. Until then no job works on the run, and it is not in its ledger's run queue. Returns
 * null if no job may work on the run.
 */
export async function markRunFailed(
  db: Queryable,
  runId: number,
  failure: string,
): Promise<Pick<RunRow, 'ledger_id'> | null> {
  const { rows } = await db.query<Pick<RunRow, 'ledger_id'>>(
    `UPDATE runs SET status = 'failed', failure = $2, updated_at = clock_timestamp()
     WHERE id = $1 AND phase IN ('scoring', 'allocating') AND status IN ('queued', 'running')
     RETURNING ledger_id`,
    [runId, failure],
  );
  return rows[0] ?? null;
}
