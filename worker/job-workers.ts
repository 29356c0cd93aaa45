import { DelayedError, type Job, type Processor, type Worker } from 'bullmq';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../shared/db/database.ts';
import type { QueueBackend } from '../shared/db/queue/queue-backend.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { isUnavailable } from '../shared/foundation/errors/is-unavailable.ts';
import type { OutageLog } from '../shared/foundation/outage-log.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import type { RoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { noteRetry } from '../shared/runs/managed/managed-run.ts';
import { type JobQueues, QUEUE_NAMES, type QueueName } from '../shared/work/job-queues.ts';
import { JOBS, type JobName } from '../shared/work/jobs.ts';
import type { DeliveryDeps } from '../shared/work/webhooks/deliver.ts';

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

/**
 * If a worker is killed, another worker takes over its job as soon as the job's lock has expired. Work is idempotent, so
 * this is no fault of the job and may happen any number of times.
 */
const TUNING = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000_000,
  /** Pause before a queue that could not be reached is tried again. */
  runRetryDelay: 1_000,
} as const;

/** Webhook endpoints that one process calls at once. Nearly all of that is waiting, also for those that never answer. */
const ENDPOINTS_AT_ONCE = 1000;

/**
 * Starts taking jobs from all queues, `concurrency` at a time from each; on a copy from all but that of webhooks.
 * `close` lets jobs under way end.
 */
export function startJobWorkers(
  deps: JobDeps,
  {
    concurrency,
    isCopy,
    ...options
  }: WorkerOptions & Pick<Config, 'isCopy'> & { readonly concurrency: number },
): { close(): Promise<void> } {
  const taken = QUEUE_NAMES.filter((name) => !isCopy || name !== 'deliveries');
  const workers = taken.map((name) =>
    startJobWorker(deps, options, name, name === 'deliveries' ? ENDPOINTS_AT_ONCE : concurrency),
  );
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

interface WorkerOptions {
  readonly backend: QueueBackend;
  /** Of the queue. */
  readonly outages: OutageLog;
}

function startJobWorker(
  deps: JobDeps,
  { backend, outages }: WorkerOptions,
  name: QueueName,
  concurrency: number,
): Worker {
  const { logger } = deps;
  const work = async (job: Job) => {
    const result = await workJob(deps, job.data);
    await job.updateProgress(100);
    return result;
  };
  const onPostponed = (job: Job, error: unknown) => {
    logger.warn({ err: error, job: job.name }, 'job postponed: the database or the queue is not available');
    void noteRetryOf(deps, job.data, error, PAUSE_MS);
  };
  const worker = backend.openWorker(name, postponing(work, onPostponed), { ...TUNING, concurrency });
  worker.on('error', (error) => outages.note(error));
  worker.on('failed', (job, error) => {
    logger.warn({ err: error, job: job?.name, attempt: job?.attemptsMade }, 'job failed');
    const isLastTry = job !== undefined && job.attemptsMade >= (job.opts.attempts ?? 1);
    if (isLastTry) void failWorkOf(deps, job.data, error);
    else if (job !== undefined) void noteRetryOf(deps, job.data, error, job.delay);
  });
  return worker;
}

/** Pause before work is tried again, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Work that fails because the database or the queue cannot be reached, or because of a time-out, is tried again until it
 * succeeds. That uses up no try of its job: tries are for faults of the work itself. `onPostponed` is called with each
 * such failure.
 */
function postponing(
  work: (job: Job) => Promise<unknown>,
  onPostponed: (job: Job, error: unknown) => void,
): Processor {
  return async (job, token) => {
    try {
      return await work(job);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      onPostponed(job, error);
      // If the queue cannot be reached either, the job's lock expires, and then a worker takes the job over.
      await job.moveToDelayed(Date.now() + PAUSE_MS, token).catch(() => undefined);
      throw new DelayedError();
    }
  };
}

/** What a queue has of a job. */
const storedJob = z.looseObject({ kind: z.enum(Object.keys(JOBS) as JobName[]) });

/**
 * Whose tasks what-ifs are in the threads: of nobody else. While runs wait for threads, too, they have turns by round robin.
 * No client has this id.
 */
const WHAT_IFS = 0;

/** Does a job: its task, and what follows it. Returns what Bull Board shows as the job's result. */
export async function workJob(deps: JobDeps, stored: unknown): Promise<object> {
  const { kind } = storedJob.parse(stored);
  const data = JOBS[kind].data.parse(stored) as never;
  const did =
    kind === 'deliver-webhooks'
      ? await JOBS[kind].task(deps.deliveries, data)
      : await deps.pool.run(kind, data, kind === 'what-if' ? { owner: WHAT_IFS } : {});
  return JOBS[kind].report(deps, data, did as never);
}

/** Ends the work of a job that has failed for the last time. */
export async function failWorkOf(deps: WorkerServices, stored: unknown, error: Error): Promise<void> {
  const { logger } = deps;
  const facts = { err: error, ...(stored as object) };
  try {
    const { kind } = storedJob.parse(stored);
    const failed = await JOBS[kind].fail(deps, JOBS[kind].data.parse(stored) as never);
    if (failed !== null) logger.error(facts, failed);
  } catch (cause) {
    logger.error(facts, 'job failed for the last time');
    logger.error({ ...facts, err: cause }, 'what it worked on could not be marked as failed');
  }
}

/** Notes that a job is tried again after `delayMs`, if it is one of a run. Without the database nobody could read it. */
async function noteRetryOf(
  { db }: WorkerServices,
  { run_id }: { readonly run_id?: number },
  error: unknown,
  delayMs: number,
): Promise<void> {
  if (run_id !== undefined) await noteRetry(db.pool, run_id, error as Error, delayMs).catch(() => undefined);
}
