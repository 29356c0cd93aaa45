import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import { COMPLETED_JOBS, FAILED_JOBS, TRIES } from '../db/queue/job-limits.ts';
import type { QueueBackend } from '../db/queue/queue-backend.ts';
import { isUnavailable } from '../foundation/errors/is-unavailable.ts';
import { WaitTimeout } from '../foundation/keyed-mutex.ts';

/** The queues: an operator can pause each by itself, and start workers for what waits there. As Bull Board describes them. */
export const QUEUES = {
  scoring: 'Scores the chunks of runs: their lanes and, where orders do not see each other, their decisions.',
  allocation: 'Allocates the orders of runs that use up stock, one run of a client at a time.',
  deliveries: 'Sends what is due to webhook endpoints.',
  background: 'Works on what-ifs, and on floors of batches, a step at a time.',
} as const;

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** A job to be added. */
export interface NewJob {
  /** While a job of this id waits or is worked on, no other one is added. */
  readonly id: string;
  /** The name that people read. */
  readonly title: string;
  readonly data: object;
  /** From 1, the lower the sooner. Jobs of one priority, and jobs without, are worked in the order of their adding. */
  readonly priority?: number;
  /** So many milliseconds pass before it is worked on. */
  readonly delay?: number;
}

/** The queue was not reached. It is noted, so nobody else logs it. */
export class QueueUnreached extends Error {
  constructor(cause: unknown) {
    super('The queue cannot be reached.', { cause });
  }
}

/** A queue that does not answer within so many milliseconds is not reached. */
const ANSWER_MS = 5_000;

/** What a queue answers. BullMQ alone waits without end for a server that was never reached. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WaitTimeout('The queue did not answer in time.')), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Jobs that are read at a time. */
const PAGE = 1000;

/** How long a worker may take to end a job whose work was cancelled, and how often that is looked at. */
const ENDING_MS = 60_000;
const LOOK_MS = 500;

/** The service's queues. A job's data has its `kind`, so that its name is free: people read it. */
export class JobQueues {
  readonly #queues: ReadonlyMap<QueueName, Queue>;
  readonly #onError: (error: Error) => void;

  constructor(backend: QueueBackend, onError: (error: Error) => void) {
    this.#onError = onError;
    this.#queues = new Map(
      QUEUE_NAMES.map((name) => {
        const queue = backend.openQueue(name);
        queue.on('error', onError);
        return [name, queue];
      }),
    );
  }

  of(name: QueueName): Queue {
    return this.#queues.get(name)!;
  }

  /** For Bull Board and metrics. In no order to rely on. */
  all(): Queue[] {
    return [...this.#queues.values()];
  }

  /** Adds jobs to a queue. Throws QueueUnreached. */
  async add(queue: QueueName, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const added = this.of(queue).addBulk(
      jobs.map(({ id, title, data, priority, delay }) => ({
        name: title,
        data,
        opts: {
          ...TRIES,
          deduplication: { id },
          ...(priority !== undefined && { priority }),
          ...(delay !== undefined && { delay }),
          removeOnComplete: COMPLETED_JOBS,
          removeOnFail: FAILED_JOBS,
        },
      })),
    );
    await inTime(added).catch((error) => {
      if (!isUnavailable(error)) throw error;
      this.#onError(error);
      throw new QueueUnreached(error);
    });
  }

  /**
   * Removes the jobs of a client from all queues, also those that have ended. One that is worked on is waited for: its work was
   * cancelled. Returns how many it removed. Throws an Error if a worker does not end.
   */
  async removeJobsOf(client_id: number): Promise<number> {
    const end = Date.now() + ENDING_MS;
    let removed = 0;
    for (const queue of this.all()) {
      for (;;) {
        // A job that is worked on is locked, and cannot be removed.
        const outcomes = await Promise.allSettled(
          (await jobsOf(queue, client_id)).map((job) => job.remove()),
        );
        const failed = outcomes.filter((each) => each.status === 'rejected');
        removed += outcomes.length - failed.length;
        if (failed.length === 0) break;
        if (Date.now() > end)
          throw new Error(`A worker still works on a job of ${queue.name}. Try again when it has ended.`, {
            cause: failed[0]!.reason,
          });
        await pause(LOOK_MS);
      }
    }
    return removed;
  }

  /** Rejects if the queue is not reached. */
  async ping(): Promise<void> {
    const [queue] = this.all();
    await inTime(queue!.getWaitingCount());
  }

  /** The names of the queues from which no worker takes jobs, because an operator paused them. Rejects as `ping` does. */
  async paused(): Promise<string[]> {
    const all = this.all();
    const arePaused = await Promise.all(all.map((queue) => queue.isPaused()));
    return all.flatMap(({ name }, index) => (arePaused[index] ? name : [])).sort();
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((queue) => queue.close()));
  }
}

/** The jobs of a client in a queue. All pages are read before any is removed, because a removal moves those behind it. */
async function jobsOf(queue: Queue, client_id: number): Promise<Job[]> {
  const found: Job[] = [];
  for (let from = 0; ; from += PAGE) {
    const page: (Job | undefined)[] = await queue.getJobs(undefined, from, from + PAGE - 1);
    // A job of an earlier release may name no client. It is only a hint: what is due gets another one.
    for (const job of page)
      if (job !== undefined && (job.data.client_id ?? client_id) === client_id) found.push(job);
    if (page.length === 0) return found;
  }
}
