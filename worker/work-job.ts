import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../shared/db/database.ts';
import type { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import type { RoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { noteRetry } from '../shared/runs/managed/managed-run.ts';
import { JOB_KINDS, type JobName } from '../shared/work/job-kinds.ts';
import type { JobQueues } from '../shared/work/job-queues.ts';
import { JOBS } from '../shared/work/jobs.ts';
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

/** What a queue has of a job. */
const storedJob = z.looseObject({ kind: z.enum(Object.keys(JOB_KINDS) as JobName[]) });

/**
 * Whose tasks what-ifs are in the threads: of nobody else. While runs wait for threads, too, they have turns by round robin.
 * No client has this id.
 */
const WHAT_IFS = 0;

/** Does a job: its task, and what follows it. Returns what Bull Board shows as the job's result. */
export async function workJob(deps: JobDeps, stored: unknown): Promise<object> {
  const { kind } = storedJob.parse(stored);
  const data = JOB_KINDS[kind].data.parse(stored) as never;
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
    const failed = await JOBS[kind].fail(deps, JOB_KINDS[kind].data.parse(stored) as never);
    if (failed !== null) logger.error(facts, failed);
  } catch (cause) {
    logger.error(facts, 'job failed for the last time');
    logger.error({ ...facts, err: cause }, 'what it worked on could not be marked as failed');
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
