import type { Logger } from 'pino';
import type { Database } from '../shared/db/database.ts';
import { inTransaction } from '../shared/db/transaction.ts';
import type { RunRow } from '../shared/ledger/run-row.ts';
import type { StatusTally } from '../shared/ledger/status-counts.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import type { RoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { loadManagedRun, markRunFailed, noteRetry } from '../shared/runs/managed/managed-run.ts';
import { percentOfRun } from '../shared/runs/managed/progress.ts';
import { endBulkAction } from '../shared/work/bulk/bulk-actions.ts';
import { enqueueBulkAction } from '../shared/work/bulk/enqueue-bulk-actions.ts';
import { enqueueFirstInQueue, enqueueRun } from '../shared/work/enqueue-run.ts';
import type { JobQueues } from '../shared/work/job-queues.ts';
import { JOBS, type JobName, type RunJobName } from '../shared/work/jobs.ts';
import type { DeliveryDeps } from '../shared/work/webhooks/deliver.ts';
import { enqueueWhatIfs } from '../shared/work/what-if/enqueue-what-ifs.ts';
import { endWhatIf } from '../shared/work/what-if/what-ifs.ts';

/** What all parts of a worker need. */
export interface WorkerServices {
  readonly db: Database;
  readonly queues: JobQueues;
  readonly logger: Logger;
}

/** What work on a job needs. */
export interface JobDeps extends WorkerServices {
  readonly pool: RoutingPool;
  readonly metrics: ServiceMetrics;
  /** Webhooks have connections of their own, so that no number of them delays a run. */
  readonly deliveries: DeliveryDeps;
}

/** The part that a worker reads of what a run's job did; null: nothing was left to do. */
interface CountedOutcome {
  /** What was decided. */
  readonly tally?: StatusTally;
  /** How long the job waited for the ledger's lock, in milliseconds. */
  readonly waited_ms?: number;
  /** What happened once in the run's life: its first job, its last chunk that was scored, its last order. */
  readonly started?: boolean;
  readonly to_allocate?: boolean;
  readonly finished: boolean;
}

/**
 * Does a job: runs its task in a thread, counts what it did, and adds the jobs that the run needs next. Returns what
 * Bull Board shows as the job's result; `run_percent` is the run's percentage after it.
 */
export async function workJob(deps: JobDeps, name: JobName, stored: unknown): Promise<object> {
  switch (name) {
    case 'bulk-action':
      return workBulkJob(deps, stored);
    case 'what-if':
      return workWhatIfJob(deps, stored);
    case 'compare-runs':
      return deps.pool.run(name, JOBS[name].data.parse(stored), { inBackground: true });
    case 'deliver-webhooks':
      return JOBS[name].task(deps.deliveries, JOBS[name].data.parse(stored));
    default:
      return workRunJob(deps, name, stored);
  }
}

/**
 * Whose tasks what-ifs are in the threads: of nobody else. While runs wait for threads, too, they have turns by round robin.
 * No client has this id.
 */
const WHAT_IFS = 0;

async function workWhatIfJob({ db, queues, pool }: JobDeps, stored: unknown): Promise<object> {
  const data = JOBS['what-if'].data.parse(stored);
  const whatIf = await pool.run('what-if', data, { owner: WHAT_IFS });
  await enqueueWhatIfs(db, queues, data.ledger_id);
  if (whatIf === null) return { nothing_to_do: 'no such what-if' };
  const { status, orders_decided, orders_total, orders_changed } = whatIf;
  return { status, orders_decided, orders_total, orders_changed };
}

async function workBulkJob({ queues, pool, metrics }: JobDeps, stored: unknown): Promise<object> {
  const { action, tally } = await pool.run('bulk-action', JOBS['bulk-action'].data.parse(stored));
  metrics.countOrders(tally);
  if (action === null) return { nothing_to_do: 'no such bulk action' };
  await enqueueBulkAction(queues, action);
  const { status, found, done, unchanged, skipped, failed } = action;
  return { status, found, done, unchanged, skipped, failed };
}

async function workRunJob(deps: JobDeps, name: RunJobName, stored: unknown): Promise<object> {
  const { db, queues, pool, metrics, logger } = deps;
  const data = JOBS[name].data.parse(stored);
  const outcome = (await pool.run(name, data as never)) as CountedOutcome | null;
  const run = await loadManagedRun(db.pool, data.run_id);
  if (outcome?.tally) metrics.countOrders(outcome.tally);
  if (outcome?.waited_ms !== undefined) metrics.observeAllocatorWait(outcome.waited_ms);
  if (run === null) {
    // A run without orders may be deleted. The next one of its ledger need not wait for the caretaker.
    if ('ledger_id' in data) await enqueueFirstInQueue(db.pool, queues, data.ledger_id);
    return { nothing_to_do: 'no such run' };
  }
  if (outcome?.started) logger.info(factsOf(run), 'run started');
  if (outcome?.to_allocate) logger.info(factsOf(run), 'run is scored, its orders are allocated now');
  if (outcome?.finished) logger.info(factsOf(run), 'run completed');
  const isScored = run.phase === 'allocating';
  if (isScored || name === 'choose-orders') await enqueueRun(db.pool, queues, run);
  if (run.phase === 'done' || run.status === 'failed')
    await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
  return { ...(outcome ?? { nothing_to_do: run.status }), run_percent: percentOfRun(run) };
}

function factsOf({ id: run_id, client_id, client_run_number, orders_total }: RunRow): object {
  return { run_id, client_id, client_run_number, orders_total };
}

/** What people see of work that has failed. The error may name internals: it is only in the log and on Bull Board. */
const FAILURES = {
  run: 'An internal error stopped this run. Retry it to continue where it stopped.',
  whatIf: 'An internal error stopped this what-if. Make a new one.',
  bulkAction: 'An internal error stopped this action. What it did stays done.',
} as const;

/** Fails the work of a job that has failed for the last time; a run until a person retries it. */
export async function failWorkOf(
  deps: WorkerServices,
  name: JobName,
  stored: object,
  error: Error,
): Promise<void> {
  const { logger } = deps;
  try {
    const failed = await failIn(deps, name, stored);
    if (failed !== null) logger.error({ err: error, ...stored }, failed);
  } catch (cause) {
    logger.error({ err: error, ...stored }, `${name} failed`);
    logger.error({ err: cause, ...stored }, `${name} could not be marked as failed`);
  }
}

/** Notes that a job is tried again after `delayMs`, if it is one of a run. Without the database nobody could read it. */
export async function noteRetryOf(
  { db }: WorkerServices,
  { run_id }: { readonly run_id?: number },
  error: unknown,
  delayMs: number,
): Promise<void> {
  if (run_id !== undefined) await noteRetry(db.pool, run_id, error as Error, delayMs).catch(() => undefined);
}

/** Returns what the log says of it; null: there is nothing to fail. */
async function failIn({ db, queues }: WorkerServices, name: JobName, stored: object): Promise<string | null> {
  switch (name) {
    case 'deliver-webhooks':
      return 'webhooks could not be delivered; trying again';
    case 'compare-runs':
      return 'runs could not be compared; trying again';
    case 'bulk-action': {
      const { bulk_action_id: id, ledger_id } = JOBS[name].data.parse(stored);
      await endBulkAction(db.pool, { id, ledger_id }, 'failed', FAILURES.bulkAction);
      return 'bulk action failed';
    }
    case 'what-if': {
      const { what_if_id: id, ledger_id } = JOBS[name].data.parse(stored);
      await inTransaction(db.pool, (tx) => endWhatIf(tx, { id, ledger_id }, 'failed', FAILURES.whatIf));
      await enqueueWhatIfs(db, queues, ledger_id);
      return 'what-if failed';
    }
    default: {
      const run = await markRunFailed(db.pool, JOBS[name].data.parse(stored).run_id, FAILURES.run);
      if (run !== null) await enqueueFirstInQueue(db.pool, queues, run.ledger_id);
      return run && 'run failed';
    }
  }
}
