import type pg from 'pg';
import sql, { empty } from 'sql-template-tag';
import type { Database } from '../db/database.ts';
import { startDueReroutes } from '../ledger/reroute-run.ts';
import type { RunRow } from '../ledger/run-row.ts';
import { QUIET_SECONDS } from '../runs/background-work.ts';
import {
  areRunsWorkedOn,
  firstInQueue,
  isFirstInQueue,
  loadManagedRun,
} from '../runs/managed/managed-run.ts';
import { isChoosing, WORKABLE, waitsForTurn } from '../runs/managed/run-states.ts';
import { priorityOf, scoringRoundOf } from '../runs/managed/scoring-round.ts';
import type { JobData } from './job-kinds.ts';
import type { JobQueues } from './job-queues.ts';
import { dueDeliveries } from './webhooks/due-deliveries.ts';
import { UNDER_WAY, type WhatIf } from './what-if/what-ifs.ts';

// Adds the jobs of work that is due. The database says what is due, and a job is only a hint: each function may be called at any
// time, in any process, also after the queue lost everything. No job is added beside an equal one.

/** Adds the jobs of all work that is due and made no progress for some seconds: its jobs may have been lost. */
export async function enqueueDue(db: Database, queues: JobQueues): Promise<void> {
  const { pool } = db;
  for (const ledgerId of await startDueReroutes(db)) await enqueueFirstInQueue(pool, queues, ledgerId);
  const { rows: runs } = await pool.query<Pick<RunRow, 'id'>>(
    `SELECT id FROM runs WHERE ${WORKABLE} AND updated_at < now() - make_interval(secs => $1)
     ORDER BY accepted_at, id`,
    [QUIET_SECONDS],
  );
  for (const { id } of runs) {
    const run = await loadManagedRun(pool, id);
    if (run !== null) await enqueueRun(pool, queues, run);
  }
  const { rows: whatIfs } = await pool.query<Pick<WhatIf, 'ledger_id'>>(
    `SELECT ledger_id
     FROM (
       SELECT DISTINCT ON (l.id) w.ledger_id, w.updated_at FROM ledgers l JOIN what_ifs w ON w.ledger_id = l.id
       WHERE w.${UNDER_WAY} ORDER BY l.id, w.id
     ) AS first
     WHERE updated_at < now() - make_interval(secs => $1)`,
    [QUIET_SECONDS],
  );
  for (const { ledger_id } of whatIfs) await enqueueWhatIfs(db, queues, ledger_id);
  await enqueueFloors(db, queues);
}

/** Adds a job for each window of orders whose floor is not computed yet. Answers do not wait for it. */
async function enqueueFloors({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<JobData<'window-floor'>>(
    `SELECT w.ledger_id, w.run_id, w.number FROM ledgers l JOIN run_windows w ON w.ledger_id = l.id
     WHERE w.floor IS NULL AND w.failed_at IS NULL ORDER BY w.run_id, w.number LIMIT $1`,
    [JOBS_AT_ONCE],
  );
  const jobs = rows.map((data) => ({
    title: `run ${data.run_id}: floor of window ${data.number + 1}`,
    data,
  }));
  await queues.add('window-floor', jobs);
}

/** Jobs that are added to a queue at once. */
const JOBS_AT_ONCE = 500;

/** Adds the jobs that a run needs next: its unscored chunks, or its next allocation batches. */
export async function enqueueRun(db: pg.Pool, queues: JobQueues, run: RunRow): Promise<void> {
  if (run.phase === 'scoring' && !isChoosing(run)) await enqueueScoring(db, queues, run);
  if (waitsForTurn(run) && (await isFirstInQueue(db, run))) await enqueueTurn(queues, run);
}

/** Adds the job of the first run in a ledger's queue, if that run waited for the run before it, which has ended. */
export async function enqueueFirstInQueue(db: pg.Pool, queues: JobQueues, ledgerId: number): Promise<void> {
  const id = await firstInQueue(db, ledgerId);
  const first = id === null ? null : await loadManagedRun(db, id);
  if (first !== null && waitsForTurn(first)) await enqueueTurn(queues, first);
}

async function enqueueTurn(queues: JobQueues, run: RunRow): Promise<void> {
  const { id: run_id, ledger_id, orders_routed, orders_total, next_batch: batch } = run;
  const name = nameOfRun(run);
  if (isChoosing(run)) {
    const title = `${name}: choose stored orders`;
    return queues.add('choose-orders', [{ title, data: { run_id, ledger_id } }]);
  }
  const title = `${name}: allocate from order ${orders_routed + 1} of ${orders_total}`;
  return queues.add('allocate-run', [{ title, data: { run_id, batch } }]);
}

async function enqueueScoring(db: pg.Pool, queues: JobQueues, run: RunRow): Promise<void> {
  const round = await scoringRoundOf(db, run);
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
        title: `${nameOfRun(run)}: score chunk ${chunk + 1} of ${total}`,
        data: { run_id: run.id, chunk },
        priority: priorityOf(round, chunk),
      })),
    );
  }
}

/** Jobs and their events outlive a client that is erased, so they have its number and never its name. */
function nameOfRun({ id, client_id }: Pick<RunRow, 'id' | 'client_id'>): string {
  return `client ${client_id} run ${id}`;
}

/** Between two steps of a what-if while runs of its ledger are worked on, in milliseconds: they go first. */
const BESIDE_RUNS_MS = 1000;

/**
 * Adds the next job of a ledger's first what-if that is under way: what-ifs of a ledger are worked on one after another,
 * because each has a copy of its stock.
 */
export async function enqueueWhatIfs(
  { pool }: Pick<Database, 'pool'>,
  queues: JobQueues,
  ledgerId: number,
): Promise<void> {
  const { rows } = await pool.query<
    Pick<WhatIf, 'id' | 'status' | 'next_batch' | 'orders_decided' | 'orders_total'>
  >(
    `SELECT id, status, next_batch, orders_decided, orders_total FROM what_ifs
     WHERE ledger_id = $1 AND ${UNDER_WAY} ORDER BY id LIMIT 1`,
    [ledgerId],
  );
  const [first] = rows;
  if (first === undefined) return;
  const { id: what_if_id, status, orders_decided, orders_total } = first;
  const what =
    status === 'queued' ? 'choose orders' : `decide from order ${orders_decided + 1} of ${orders_total}`;
  const data = { what_if_id, ledger_id: ledgerId, step: status === 'queued' ? 0 : first.next_batch + 1 };
  const delay = (await areRunsWorkedOn(pool, ledgerId)) ? BESIDE_RUNS_MS : 0;
  await queues.add('what-if', [{ title: `what-if ${what_if_id}: ${what}`, data, delay }]);
}

interface DueEndpoint extends JobData<'deliver-webhooks'> {
  /** Its index among those of its client. */
  readonly priority: number;
}

/**
 * Adds a job for each endpoint that has due deliveries, so that requests need not add jobs. Clients take turns, endpoint by
 * endpoint; those of one client are in the order in which they were last called.
 */
export async function enqueueDeliveries({ pool }: Pick<Database, 'pool'>, queues: JobQueues): Promise<void> {
  const { rows } = await pool.query<DueEndpoint>(sql`
    SELECT e.id AS endpoint_id, e.client_id,
           row_number() OVER (PARTITION BY e.client_id ORDER BY e.answered_at NULLS FIRST, e.id)::int AS priority
    FROM clients c JOIN webhook_endpoints e ON e.client_id = c.id
    WHERE EXISTS (SELECT FROM ${dueDeliveries(1, empty)})`);
  const jobs = rows.map(({ endpoint_id, client_id, priority }) => ({
    title: `client ${client_id}: deliver to endpoint ${endpoint_id}`,
    data: { endpoint_id, client_id },
    priority,
  }));
  await queues.add('deliver-webhooks', jobs);
}
