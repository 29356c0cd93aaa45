import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import type { RunQueues } from '../../queue/run-queues.ts';
import { enqueueRun } from './enqueue-run.ts';
import type { ManagedRun } from './managed-run.ts';
import { loadManagedRun } from './managed-run.ts';

/** A run that has not moved for so long is looked after: its jobs may have been lost. */
const QUIET_SECONDS = 3;

/**
 * Looks after runs that stand still: adds the jobs that they need next again. Jobs are only ever hints; the
 * database says what is done. Safe to run at any time, in any number of processes.
 */
export async function recoverRuns(db: Database, queues: RunQueues): Promise<number> {
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

/** The ledger's next run in line, when one has ended. */
export async function enqueueNextInLine(
  db: pg.Pool,
  queues: RunQueues,
  ended: Pick<ManagedRun, 'ledger_id'>,
): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT id FROM runs WHERE ledger_id = $1 AND phase = 'allocating' AND status IN ('queued', 'running')
     ORDER BY accepted_at, id LIMIT 1`,
    [ended.ledger_id],
  );
  const next = rows[0] === undefined ? null : await loadManagedRun(db, rows[0].id);
  if (next !== null) await enqueueRun(db, queues, next);
}
