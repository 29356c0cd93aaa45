import { z } from 'zod';

/**
 * Every background job, once: what it carries, how often it is tried and what makes two of them one. A queue
 * holds one kind of job, so that a job's name is free to be read by people.
 */
const chunkOfRun = z.object({
  run_id: z.int().min(1),
  chunk: z.int().min(0),
});

const turnOfRun = z.object({
  run_id: z.int().min(1),
  /** The turn that was next when the job was made; the run's row says which is next now. */
  turn: z.int().min(0),
});

/**
 * Tries of a job that fails by its own fault, and the waits between them, doubling from a quarter of a second. A
 * database or queue that is not available uses up none (worker/postpone.ts).
 */
const backoff = { type: 'exponential', delay: 250, jitter: 0.2 } as const;
const attempts = 12;

export const JOBS = {
  'score-chunk': {
    data: chunkOfRun,
    attempts,
    backoff,
    /** While a job of this identity waits or works, another is not added. */
    identity: (job: z.output<typeof chunkOfRun>) => `${job.run_id}-${job.chunk}`,
  },
  'allocate-run': {
    data: turnOfRun,
    attempts,
    backoff,
    identity: (job: z.output<typeof turnOfRun>) => `${job.run_id}-${job.turn}`,
  },
} as const;

/** The last of BullMQ's job priorities, the first being 1. Jobs without one go before all. */
export const MAX_PRIORITY = 2 ** 21 - 1;

export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.output<(typeof JOBS)[N]['data']>;

const DAY_SECONDS = 24 * 3600;

/** Completed jobs that stay to be looked at. */
export const COMPLETED_JOBS = { age: DAY_SECONDS, count: 1000 } as const;

/** Failed jobs that stay longer, to be retried: a person may come back from a weekend. */
export const FAILED_JOBS = { age: 30 * DAY_SECONDS, count: 10_000 } as const;
