import type { Job, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { Config } from '../shared/config/config.ts';
import type { Database } from '../shared/db/database.ts';
import type { JobName } from '../shared/queue/job-catalogue.ts';
import type { QueueBackend } from '../shared/queue/queue-backend.ts';
import type { RunQueues } from '../shared/queue/run-queues.ts';
import { markRunFailed } from '../shared/runs/managed/fail-run.ts';
import type { RoutingPool } from '../shared/threads/routing-pool.ts';
import { startCaretaker } from './caretaker.ts';
import { JOB_HANDLERS, type Report } from './jobs/handlers.ts';

/** All that a worker is given. It closes none of it. */
export interface WorkerDeps {
  readonly config: Pick<Config, 'workerConcurrency'>;
  readonly db: Database;
  readonly backend: QueueBackend;
  readonly queues: RunQueues;
  readonly pool: RoutingPool;
  readonly logger: Logger;
}

/**
 * A killed worker's job is taken over when its lock has run out. Work is idempotent, so being taken over is no
 * fault of the job and may happen any number of times.
 */
const TUNING = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000_000 } as const;

/** Starts working on the queues. `close` lets jobs under way end and takes no more. */
export function startWorker(deps: WorkerDeps): { close(): Promise<void> } {
  const { backend, logger } = deps;
  const workers = (Object.keys(JOB_HANDLERS) as JobName[]).map((name): Worker => {
    const handle = JOB_HANDLERS[name] as (deps: WorkerDeps, data: object, report: Report) => Promise<unknown>;
    const process = (job: Job) => handle(deps, job.data as object, (percent) => job.updateProgress(percent));
    const worker = backend.openWorker(name, process, {
      ...TUNING,
      concurrency: deps.config.workerConcurrency,
    });
    worker.on('error', (error) => logger.warn({ err: error, queue: name }, 'queue unreachable'));
    worker.on('failed', (job, error) => void onFailed(deps, job, error));
    return worker;
  });
  const caretaker = startCaretaker(deps);
  return {
    async close() {
      await caretaker.close();
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** What a client is told. The error itself may name what is none of its business: it is in the log and the board. */
const FAILURE = 'An error of the service stopped the run. Its operators can take it up where it stopped.';

/** A job that has failed for the last time fails its run, which its retry in Bull Board takes up again. */
async function onFailed(deps: WorkerDeps, job: Job | undefined, error: Error): Promise<void> {
  deps.logger.warn({ err: error, job: job?.name, attempt: job?.attemptsMade }, 'job failed');
  if (job === undefined || job.attemptsMade < (job.opts.attempts ?? 1)) return;
  const { run_id } = job.data as { run_id: number };
  await markRunFailed(deps.db, run_id, FAILURE).catch((cause: unknown) =>
    deps.logger.error({ err: cause, run_id }, 'run could not be marked as failed'),
  );
}
