import type pg from 'pg';
import { isWorkable, lockRunOfJob, type ManagedRun } from './managed-run.ts';

/**
 * Marks a run as running, once. Returns the run and whether this call started it, or null if no job may work on the run.
 */
export async function startRun(
  tx: pg.PoolClient,
  runId: number,
): Promise<{ readonly run: ManagedRun; readonly first: boolean } | null> {
  const run = await lockRunOfJob(tx, runId);
  if (run === null || !isWorkable(run)) return null;
  if (run.status === 'running') return { run, first: false };
  await tx.query(
    `UPDATE runs SET status = 'running', started_at = coalesce(started_at, clock_timestamp()),
       updated_at = clock_timestamp()
     WHERE id = $1 AND ledger_id = $2`,
    [runId, run.ledger_id],
  );
  return { run: { ...run, status: 'running' }, first: true };
}
