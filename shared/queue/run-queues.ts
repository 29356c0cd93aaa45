import type { Queue } from 'bullmq';
import { JOBS, type JobData, type JobName, KEPT_JOBS } from './job-catalogue.ts';
import type { QueueBackend } from './queue-backend.ts';

/** A job to be added: its data, and the name that people read. */
export interface NewJob<N extends JobName> {
  readonly title: string;
  readonly data: JobData<N>;
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
      jobs.map(({ title, data }) => ({
        name: title,
        data: schema.parse(data),
        opts: {
          attempts,
          backoff,
          deduplication: { id: identity(data) },
          removeOnComplete: KEPT_JOBS,
          removeOnFail: KEPT_JOBS,
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
