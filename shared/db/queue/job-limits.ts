/**
 * How often a job that fails by its own fault is tried: twelve times in about nine minutes. The wait, in milliseconds,
 * doubles. If the database or the queue is not available, no try is used up (`postponing` in worker/job-workers.ts).
 */
export const TRIES = { attempts: 12, backoff: { type: 'exponential', delay: 250, jitter: 0.2 } } as const;

/** The last of BullMQ's job priorities. The first is 1; jobs without a priority go before all others. */
export const MAX_PRIORITY = 2 ** 21 - 1;

const DAY_SECONDS = 24 * 3600;

/** Completed jobs stay for some time, so that people can look at them. */
export const COMPLETED_JOBS = { age: DAY_SECONDS, count: 1000 } as const;

/** Failed jobs stay longer, because people retry them, perhaps after a weekend. */
export const FAILED_JOBS = { age: 30 * DAY_SECONDS, count: 10_000 } as const;
