import type { Queue } from 'bullmq';
import { COMPLETED_JOBS, FAILED_JOBS, TRIES } from '../db/queue/job-limits.ts';
import type { QueueBackend } from '../db/queue/queue-backend.ts';
import { isUnavailable } from '../foundation/errors/is-unavailable.ts';
import { WaitTimeout } from '../foundation/keyed-mutex.ts';
import { JOB_KINDS, type JobData, type JobName, QUEUE_NAMES, type QueueName } from './job-kinds.ts';

/** A job to be added: its data, and the name that people read. */
export interface NewJob<N extends JobName> {
  readonly title: string;
  readonly data: JobData<N>;
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

  /**
   * Adds jobs of a kind. One is left out while a job of the same identity waits or is worked on. Throws QueueUnreached.
   */
  async add<N extends JobName>(kind: N, jobs: readonly NewJob<N>[]): Promise<void> {
    if (jobs.length === 0) return;
    const { queue, data: schema } = JOB_KINDS[kind];
    const identity = JOB_KINDS[kind].identity as (data: JobData<N>) => string;
    const added = this.of(queue).addBulk(
      jobs.map(({ title, data, priority, delay }) => ({
        name: title,
        data: { kind, ...schema.parse(data) },
        opts: {
          ...TRIES,
          deduplication: { id: `${kind}-${identity(data)}` },
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
