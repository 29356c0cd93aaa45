import type { Queue } from 'bullmq';
import { COMPLETED_JOBS, FAILED_JOBS, JOBS, type JobData, type JobName } from './job-catalogue.ts';
import type { QueueBackend } from './queue-backend.ts';

/** A job to be added: its data, and the name that people read. */
export interface NewJob<N extends JobName> {
  readonly title: string;
  readonly data: JobData<N>;
  /** From 1, the lower the sooner. Jobs of one priority, and jobs without, are worked in the order of their adding. */
  readonly priority?: number;
}

/** The service's queues, by the job that each holds. */
export class RunQueues {
  readonly #queues: ReadonlyMap<JobName, Queue>;

  constructor(backend: QueueBackend, onError: (error: Error) => void) {
    this.#queues = new Map(
      (Object.keys(JOBS) as JobName[]).map((name) => {
        const queue = backend.openQueue(name);
        queue.on('error', onError);
        return [name, queue];
      }),
    );
  }

  /** For Bull Board and metrics. */
  all(): Queue[] {
    return [...this.#queues.values()];
  }

  /** Adds jobs; one whose like is waiting or at work is left out. Rejects where the queue cannot be reached. */
  async add<N extends JobName>(name: N, jobs: readonly NewJob<N>[]): Promise<void> {
    const { attempts, backoff, data: schema } = JOBS[name];
    const identity = JOBS[name].identity as (data: JobData<N>) => string;
    await this.#queues.get(name)!.addBulk(
      jobs.map(({ title, data, priority }) => ({
        name: title,
        data: schema.parse(data),
        opts: {
          attempts,
          backoff,
          deduplication: { id: identity(data) },
          ...(priority !== undefined && { priority }),
          removeOnComplete: COMPLETED_JOBS,
          removeOnFail: FAILED_JOBS,
        },
      })),
    );
  }

  /** Rejects where the queue cannot be reached. */
  async ping(): Promise<void> {
    await this.#queues.get('score-chunk')!.getWaitingCount();
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((queue) => queue.close()));
  }
}
