import type pg from 'pg';
import type { Logger } from 'pino';
import sql, { empty } from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { startDueReroutes } from '../ledger/reroute-run.ts';
import { RUN_COLUMNS, type RunRow } from '../ledger/run-row.ts';
import type { StatusTally } from '../ledger/status-counts.ts';
import { QUIET_SECONDS, type WorkDeps } from '../runs/background-work.ts';
import { computeFloor, giveUpFloor } from '../runs/certificate.ts';
import { allocateRun } from '../runs/managed/allocate-run.ts';
import { type ChoosingDeps, chooseOrders } from '../runs/managed/choose-orders.ts';
import {
  areRunsWorkedOn,
  firstInQueue,
  isFirstInQueue,
  loadManagedRun,
  markRunFailed,
} from '../runs/managed/managed-run.ts';
import { planAllocation } from '../runs/managed/plan-allocation.ts';
import { percentOfRun } from '../runs/managed/progress.ts';
import { isChoosing, WORKABLE, waitsForTurn } from '../runs/managed/run-states.ts';
import { scoreChunk } from '../runs/managed/score-chunk.ts';
import { priorityOf, scoringRoundOf } from '../runs/managed/scoring-round.ts';
import type { JobQueues, NewJob, QueueName } from './job-queues.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';
import { dueDeliveries } from './webhooks/due-deliveries.ts';
import { endWhatIf, UNDER_WAY, type WhatIf } from './what-if/what-ifs.ts';
import { workWhatIf } from './what-if/work-what-if.ts';

/** What the end of a job needs. */
export interface JobEndDeps {
  readonly db: Database;
  readonly queues: JobQueues;
  readonly logger: Pick<Logger, 'info'>;
}

/** What is counted of what jobs did. */
export interface JobCounters {
  countOrders(tally: StatusTally): void;
  observeAllocatorWait(milliseconds: number): void;
}

/** A kind of job. */
interface Job<Data extends object, Deps, Result> {
  readonly queue: QueueName;
  /** Checks the data of a job, which may have been in the queue for long. */
  readonly data: z.ZodType<Data>;
  /** While a job of this kind and identity waits or is worked on, no other one is added. */
  identity(data: NoInfer<Data>): string;
  /** The work. It may be repeated, killed, or done twice at once. What goes in and comes out is plain data. */
  task(deps: Deps, data: NoInfer<Data>): Promise<Result>;
  /** Counts what the task did, and adds the jobs that follow. Returns what Bull Board shows as the job's result. */
  report(
    deps: JobEndDeps & { readonly metrics: JobCounters },
    data: NoInfer<Data>,
    did: NoInfer<Result>,
  ): Promise<object>;
  /** Ends the work of a job that has failed for the last time. Returns what the log says; null: nothing was to be ended. */
  fail(deps: JobEndDeps, data: NoInfer<Data>): Promise<string | null>;
}

const id = z.int().min(1);
const index = z.int().min(0);

/**
 * All background work, an entry each: what is done in a job, after it, and when its tries are used up. What finds the work
 * that is due stands below. All tasks but deliveries, which wait for answers, are done in threads.
 */
export const JOBS = {
  /** Chooses the stored orders that a run routes again. */
  'choose-orders': job({
    queue: 'allocation',
    data: z.object({ run_id: id, ledger_id: id }),
    identity: ({ run_id }) => String(run_id),
    task: (deps: ChoosingDeps, { run_id }) => chooseOrders(deps, run_id),
    report: (deps, { run_id, ledger_id }, did) => reportRun(deps, run_id, did, ledger_id),
    fail: failRun,
  }),
  /** Scores a chunk of a run: its lanes and, where orders do not see each other, its decisions. */
  'score-chunk': job({
    queue: 'scoring',
    data: z.object({ run_id: id, chunk: index }),
    identity: ({ run_id, chunk }) => `${run_id}-${chunk}`,
    task: async (deps: WorkDeps, { run_id, chunk }) => {
      const did = await scoreChunk(deps, run_id, chunk);
      // If nothing was left to score, the worker that scored the last chunk may have been killed before this.
      if (did === null || did.to_allocate) await planAllocation(deps.db, run_id);
      return did;
    },
    report: (deps, { run_id }, did) => reportRun(deps, run_id, did),
    fail: failRun,
  }),
  /** Allocates the next batches of a run that uses up stock, one run of a client at a time. */
  'allocate-run': job({
    queue: 'allocation',
    // `batch` was next when the job was added. It is only part of the identity: the run's row says what is next now.
    data: z.object({ run_id: id, batch: index }),
    identity: ({ run_id, batch }) => `${run_id}-${batch}`,
    task: (deps: WorkDeps, { run_id }) => allocateRun(deps, run_id),
    report: (deps, { run_id }, did) => reportRun(deps, run_id, did),
    fail: failRun,
  }),
  /** Decides the next orders of a what-if twice: as they are configured, and with its draft. */
  'what-if': job({
    queue: 'background',
    // `step` was next when the job was added. It is only part of the identity.
    data: z.object({ what_if_id: id, ledger_id: id, step: index }),
    identity: ({ what_if_id, step }) => `${what_if_id}-${step}`,
    task: workWhatIf,
    async report({ db, queues }, { ledger_id }, whatIf) {
      await enqueueWhatIfs(db, queues, ledger_id);
      if (whatIf === null) return { nothing_to_do: 'no such what-if' };
      const { status, orders_decided, orders_total, orders_changed } = whatIf;
      return { status, orders_decided, orders_total, orders_changed };
    },
    async fail({ db, queues }, { what_if_id: id, ledger_id }) {
      const failure = 'An internal error stopped this what-if. Make a new one.';
      await inTransaction(db.pool, (tx) => endWhatIf(tx, { id, ledger_id }, 'failed', failure));
      await enqueueWhatIfs(db, queues, ledger_id);
      return 'what-if failed';
    },
  }),
  /** Computes the floor of orders that were improved together. */
  'window-floor': job({
    queue: 'background',
    data: z.object({ ledger_id: id, run_id: id, number: index }),
    identity: ({ run_id, number }) => `${run_id}-${number}`,
    task: computeFloor,
    report: async (_deps, _data, computed) => computed,
    async fail({ db }, window) {
      await giveUpFloor(db.pool, window);
      return 'floor of a batch given up';
    },
  }),
  /** Sends what is due to a webhook endpoint. */
  'deliver-webhooks': job({
    queue: 'deliveries',
    data: z.object({ endpoint_id: id, client_id: id }),
    identity: ({ endpoint_id }) => String(endpoint_id),
    task: deliverWebhooks,
    report: async (_deps, _data, delivered) => delivered,
    fail: async () => 'webhooks could not be delivered; trying again',
  }),
};

export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.output<(typeof JOBS)[N]['data']>;

/** Takes the types of an entry from its schema and its task. */
function job<Data extends object, Deps, Result>(kind: Job<Data, Deps, Result>): Job<Data, Deps, Result> {
  return kind;
}

/** Adds jobs of a kind, as `JobQueues.add` does. Their data names their client (`JobQueues.removeJobsOf`). */
export function addJobs<N extends JobName>(
  queues: JobQueues,
  kind: N,
  jobs: readonly (Omit<NewJob, 'id'> & { readonly client_id: number; readonly data: JobData<N> })[],
): Promise<void> {
  const { queue, identity } = JOBS[kind] as unknown as Job<JobData<N>, never, unknown>;
  const added = jobs.map(({ client_id, data, ...job }) => ({
    ...job,
    id: `${kind}-${identity(data)}`,
    data: { kind, client_id, ...data },
  }));
  return queues.add(queue, added);
}

/** The part that is read of what a run's job did; null: nothing was left to do. */
interface RunStep {
  /** What was decided. */
  readonly tally?: StatusTally;
  /** How long the job waited for the ledger's lock, in milliseconds. */
  readonly waited_ms?: number;
  /** What happened once in the run's life: its first job, its last chunk that was scored, its last order. */
  readonly started?: boolean;
  readonly to_allocate?: boolean;
  readonly finished: boolean;
}

/** `chooserOf` is the ledger of a run that has chosen its orders. */
async function reportRun(
  { db, queues, metrics, logger }: JobEndDeps & { readonly metrics: JobCounters },
  runId: number,
  did: RunStep | null,
  chooserOf: number | null = null,
): Promise<object> {
  const run = await loadManagedRun(db.pool, runId);
  if (did?.tally) metrics.countOrders(did.tally);
  if (did?.waited_ms !== undefined) metrics.observeAllocatorWait(did.waited_ms);
  if (run === null) {
    // A run without orders may be deleted. The next one of its ledger need not wait for housekeeping.
    if (chooserOf !== null) await enqueueFirstInQueue(db.pool, queues, chooserOf);
    return { nothing_to_do: 'no such run' };
  }
  if (did?.started) logger.info(factsOf(run), 'run started');
  if (did?.to_allocate) logger.info(factsOf(run), 'run is scored, its orders are allocated now');
  if (did?.finished) logger.info(factsOf(run), 'run completed');
  if (run.phase === 'allocating' || chooserOf !== null) await enqueueRun(db.pool, queues, run);
  if (run.phase === 'done' || run.status === 'failed')
    await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
  return { ...(did ?? { nothing_to_do: run.status }), run_percent: percentOfRun(run) };
}

function factsOf({ id: run_id, client_id, client_run_number, orders_total }: RunRow): object {
  return { run_id, client_id, client_run_number, orders_total };
}

/** Fails a run until a person retries it. The error may name internals: it is only in the log and on Bull Board. */
async function failRun(
  { db, queues }: JobEndDeps,
  { run_id }: { readonly run_id: number },
): Promise<string | null> {
  const failure = 'An internal error stopped this run. Retry it to continue where it stopped.';
  const run = await markRunFailed(db.pool, run_id, failure);
  if (run !== null) await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
  return run && 'run failed';
}

// Adds the jobs of work that is due. The database says what is due, and a job is only a hint: each function may be called at any
// time, in any process, also after the queue lost everything. No job is added beside an equal one.

/** Adds the jobs of all work that is due and made no progress for some seconds: its jobs may have been lost. */
export async function enqueueDue(db: Database, queues: JobQueues): Promise<void> {
  const { pool } = db;
  for (const ledgerId of await startDueReroutes(db)) await enqueueFirstInQueue(pool, queues, ledgerId);
  const { rows: runs } = await pool.query<RunRow>(
    `SELECT ${RUN_COLUMNS} FROM runs WHERE ${WORKABLE} AND updated_at < now() - make_interval(secs => $1)
     ORDER BY accepted_at, id`,
    [QUIET_SECONDS],
  );
  for (const run of runs) await enqueueRun(pool, queues, run);
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
  const { rows } = await pool.query<JobData<'window-floor'> & { readonly client_id: number }>(
    `SELECT l.client_id, w.ledger_id, w.run_id, w.number FROM ledgers l JOIN run_windows w ON w.ledger_id = l.id
     WHERE w.floor IS NULL AND w.failed_at IS NULL ORDER BY w.run_id, w.number LIMIT $1`,
    [JOBS_AT_ONCE],
  );
  const jobs = rows.map(({ client_id, ...data }) => ({
    title: `run ${data.run_id}: floor of window ${data.number + 1}`,
    client_id,
    data,
  }));
  await addJobs(queues, 'window-floor', jobs);
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
  const { id: run_id, client_id, ledger_id, orders_routed, orders_total, next_batch: batch } = run;
  const name = nameOfRun(run);
  if (isChoosing(run)) {
    const title = `${name}: choose stored orders`;
    return addJobs(queues, 'choose-orders', [{ title, client_id, data: { run_id, ledger_id } }]);
  }
  const title = `${name}: allocate from order ${orders_routed + 1} of ${orders_total}`;
  return addJobs(queues, 'allocate-run', [{ title, client_id, data: { run_id, batch } }]);
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
    await addJobs(
      queues,
      'score-chunk',
      chunks.slice(from, from + JOBS_AT_ONCE).map(({ chunk, chunks: total }) => ({
        title: `${nameOfRun(run)}: score chunk ${chunk + 1} of ${total}`,
        client_id: run.client_id,
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
    { client_id: number } & Pick<WhatIf, 'id' | 'status' | 'next_batch' | 'orders_decided' | 'orders_total'>
  >(
    `SELECT client_id, w.id, status, next_batch, orders_decided, orders_total
     FROM ledgers l JOIN what_ifs w ON w.ledger_id = l.id WHERE l.id = $1 AND ${UNDER_WAY} ORDER BY w.id LIMIT 1`,
    [ledgerId],
  );
  const [first] = rows;
  if (first === undefined) return;
  const { id: what_if_id, client_id, status, orders_decided, orders_total } = first;
  const what =
    status === 'queued' ? 'choose orders' : `decide from order ${orders_decided + 1} of ${orders_total}`;
  const data = { what_if_id, ledger_id: ledgerId, step: status === 'queued' ? 0 : first.next_batch + 1 };
  const delay = (await areRunsWorkedOn(pool, ledgerId)) ? BESIDE_RUNS_MS : 0;
  await addJobs(queues, 'what-if', [{ title: `what-if ${what_if_id}: ${what}`, client_id, data, delay }]);
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
    client_id,
    data: { endpoint_id, client_id },
    priority,
  }));
  await addJobs(queues, 'deliver-webhooks', jobs);
}
