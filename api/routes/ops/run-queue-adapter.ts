import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { QueueAdapterOptions } from '@bull-board/api/typings/app';
import type { Job, Queue } from 'bullmq';
import type { Database } from '../../../shared/db/database.ts';
import { retryRun } from '../../../shared/runs/managed/managed-run.ts';
import type { JobQueues } from '../../../shared/work/job-queues.ts';
import { enqueueRun } from '../../../shared/work/jobs.ts';

interface RetryDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly queues: JobQueues;
}

/**
 * Shows a queue on Bull Board. To retry a job there continues its failed run with all of the run's jobs, and resets the
 * job's count of tries.
 */
export class RunQueueAdapter extends BullMQAdapter {
  readonly #deps: RetryDeps;

  constructor(deps: RetryDeps, queue: Queue, options: Partial<QueueAdapterOptions>) {
    super(queue, options);
    this.#deps = deps;
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const job = await super.getJob(id);
    return job && this.#resumingRun(job);
  }

  override async getJobs(...page: Parameters<BullMQAdapter['getJobs']>): Promise<Job[]> {
    return (await super.getJobs(...page)).map((job) => this.#resumingRun(job));
  }

  #resumingRun(job: Job): Job {
    const { db, queues } = this.#deps;
    const retry = job.retry.bind(job);
    job.retry = async (state) => {
      // A bulk action that failed has ended.
      const { run_id } = job.data as { run_id?: number };
      const run = run_id === undefined ? null : await retryRun(db.pool, run_id);
      await retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
      if (run !== null) await enqueueRun(db.pool, queues, run);
    };
    return job;
  }
}
