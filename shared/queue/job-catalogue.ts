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

/** Waits of a failed job: doubling from a quarter of a second, so that a restart of a database is outlasted. */
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

export type JobName = keyof typeof JOBS;
export type JobData<N extends JobName> = z.output<(typeof JOBS)[N]['data']>;

/** Finished jobs that stay to be looked at, in seconds and number. */
export const KEPT_JOBS = { age: 24 * 3600, count: 1000 } as const;
