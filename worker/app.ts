import type { Job, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Config } from '../shared/config/config.ts';
import type { Database } from '../shared/db/database.ts';
import type { ServiceMetrics } from '../shared/metrics/service-metrics.ts';
import type { JobName } from '../shared/queue/job-catalogue.ts';
import type { QueueBackend } from '../shared/queue/queue-backend.ts';
import type { RunQueues } from '../shared/queue/run-queues.ts';
import { markRunFailed } from '../shared/runs/managed/fail-run.ts';
import { enqueueNextInLine } from '../shared/runs/managed/recover-runs.ts';
import type { RoutingPool } from '../shared/threads/routing-pool.ts';
import { startCaretaker } from './caretaker.ts';
import { startEarlierCounter } from './earlier-counter.ts';
import { startHeartbeat } from './heartbeat.ts';
import { JOB_HANDLERS } from './jobs/handlers.ts';
import { postponing } from './postpone.ts';
import { startPruner } from './pruner.ts';

/** All that a worker is given. It closes none of it. */
export interface WorkerDeps {
  readonly config: Pick<Config, 'workerConcurrency' | 'retentionDays'>;
  readonly db: Database;
  readonly backend: QueueBackend;
  readonly queues: RunQueues;
  readonly pool: RoutingPool;
  readonly metrics: ServiceMetrics;
  readonly logger: Logger;
}

/**
 * A killed worker's job is taken over when its lock has run out. Work is idempotent, so being taken over is no
 * fault of the job and may happen any number of times.
 */
const TUNING = {
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000_000,
  /** Pause before a queue that was not reached is tried again. */
  runRetryDelay: 1_000,
} as const;

/** Starts working on the queues. `close` lets jobs under way end and takes no more. */
export function startWorker(deps: WorkerDeps): { close(): Promise<void> } {
  const { backend, logger } = deps;
  const workers = (Object.keys(JOB_HANDLERS) as JobName[]).map((name): Worker => {
    const handle = JOB_HANDLERS[name] as (deps: WorkerDeps, data: object) => Promise<unknown>;
    const work = async (job: Job) => {
      const result = await handle(deps, job.data as object);
      await job.updateProgress(100);
      return result;
    };
    const onPostponed = (job: Job, error: unknown) =>
      logger.warn({ err: error, job: job.name }, 'job postponed: the database or the queue is not available');
    const worker = backend.openWorker(name, postponing(work, onPostponed), {
      ...TUNING,
      concurrency: deps.config.workerConcurrency,
    });
    worker.on('error', (error) => logger.warn({ err: error, queue: name }, 'queue unreachable'));
    worker.on('failed', (job, error) => void onFailed(deps, job, error));
    return worker;
  });
  const caretaker = startCaretaker(deps);
  const pruner = startPruner(deps);
  const counter = startEarlierCounter(deps);
  const heartbeat = startHeartbeat(deps);
  return {
    async close() {
      await Promise.all([caretaker.close(), pruner.close(), counter.close()]);
      await Promise.all(workers.map((worker) => worker.close()));
      await heartbeat.close();
    },
  };
}

/** The error itself may name what is no business of the client: it is in the log and on Bull Board. */
const FAILURE = 'An error of the service stopped the run. Its operators can take it up where it stopped.';

/** A job that has failed for the last time fails its run, until a person retries the job on Bull Board. */
async function onFailed(deps: WorkerDeps, job: Job | undefined, error: Error): Promise<void> {
  deps.logger.warn({ err: error, job: job?.name, attempt: job?.attemptsMade }, 'job failed');
  if (job === undefined || job.attemptsMade < (job.opts.attempts ?? 1)) return;
  const { run_id } = job.data as { run_id: number };
  try {
    const failed = await markRunFailed(deps.db.pool, run_id, FAILURE);
    if (failed === null) return;
    deps.logger.error({ err: error, run_id }, 'run failed');
    await enqueueNextInLine(deps.db.pool, deps.queues, failed);
  } catch (cause) {
    deps.logger.error({ err: cause, run_id }, 'run could not be marked as failed');
  }
}
