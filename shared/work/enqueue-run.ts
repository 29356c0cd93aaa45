import type pg from 'pg';
import type { Database, Queryable } from '../db/database.ts';
import type { RunRow } from '../ledger/run-row.ts';
import { QUIET_SECONDS } from '../runs/background-work.ts';
import { firstInQueue, isFirstInQueue, loadManagedRun } from '../runs/managed/managed-run.ts';
import { isChoosing, WORKABLE, waitsForTurn } from '../runs/managed/run-states.ts';
import { priorityOf, scoringRoundOf } from '../runs/managed/scoring-round.ts';
import type { JobQueues } from './job-queues.ts';

/** Jobs that are added to a queue at once. */
const JOBS_AT_ONCE = 500;

/**
 * Adds the jobs that a run needs next: its unscored chunks, or its next allocation batches. The database alone says
 * what those are, so that this can be called at any time, also after the queue lost everything.
 */
export async function enqueueRun(db: pg.Pool, queues: JobQueues, run: RunRow): Promise<void> {
  if (run.phase === 'scoring' && !isChoosing(run)) await enqueueScoring(db, queues, run);
  if (waitsForTurn(run) && (await isFirstInQueue(db, run))) await enqueueTurn(db, queues, run);
}

/** Adds the job of the first run in a ledger's queue, if that run waited for the run before it, which has ended. */
export async function enqueueFirstInQueue(db: pg.Pool, queues: JobQueues, ledgerId: number): Promise<void> {
  const id = await firstInQueue(db, ledgerId);
  const first = id === null ? null : await loadManagedRun(db, id);
  if (first !== null && waitsForTurn(first)) await enqueueTurn(db, queues, first);
}

async function enqueueTurn(db: pg.Pool, queues: JobQueues, run: RunRow): Promise<void> {
  const { id: run_id, ledger_id, orders_routed, orders_total, next_batch: batch } = run;
  const name = `${await slugOfClient(db, run.client_id)} run ${run_id}`;
  if (isChoosing(run)) {
    const title = `${name}: choose stored orders`;
    return queues.add('choose-orders', [{ title, data: { run_id, ledger_id } }]);
  }
  const title = `${name}: allocate from order ${orders_routed + 1} of ${orders_total}`;
  return queues.add('allocate-run', [{ title, data: { run_id, batch } }]);
}

async function enqueueScoring(db: pg.Pool, queues: JobQueues, run: RunRow): Promise<void> {
  const [slug, round] = await Promise.all([slugOfClient(db, run.client_id), scoringRoundOf(db, run)]);
  const { rows } = await db.query<{ chunk: number; chunks: number }>(
    `SELECT chunk, (SELECT count(*)::int FROM run_chunks WHERE run_id = $1) AS chunks
     FROM run_chunks WHERE run_id = $1 AND scored_at IS NULL ORDER BY chunk`,
    [run.id],
  );
  // If all chunks are scored, the worker of the last one was killed before it planned the allocation. The job of any
  // chunk does that.
  const chunks = rows.length > 0 ? rows : [{ chunk: 0, chunks: 0 }];
  for (let from = 0; from < chunks.length; from += JOBS_AT_ONCE) {
    await queues.add(
      'score-chunk',
      chunks.slice(from, from + JOBS_AT_ONCE).map(({ chunk, chunks: total }) => ({
        title: `${slug} run ${run.id}: score chunk ${chunk + 1} of ${total}`,
        data: { run_id: run.id, chunk },
        priority: priorityOf(round, chunk),
      })),
    );
  }
}

async function slugOfClient(db: Queryable, clientId: number): Promise<string> {
  const { rows } = await db.query<{ slug: string }>('SELECT slug FROM clients WHERE id = $1', [clientId]);
  return rows[0]?.slug ?? `client ${clientId}`;
}

/**
 * Adds the jobs again that runs without progress need next. Jobs are only hints; the database says what is done. It may
 * run at any time, in any number of processes. Returns how many runs it looked after.
 */
export async function recoverRuns(db: Database, queues: JobQueues): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `SELECT id FROM runs WHERE ${WORKABLE} AND updated_at < now() - make_interval(secs => $1)
     ORDER BY accepted_at, id`,
    [QUIET_SECONDS],
  );
  for (const { id } of rows) {
    const run = await loadManagedRun(db.pool, id);
    if (run !== null) await enqueueRun(db.pool, queues, run);
  }
  return rows.length;
}
