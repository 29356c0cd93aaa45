import { DelayedError, type Job, type Processor } from 'bullmq';
import { isUnavailable } from '../shared/errors/is-unavailable.ts';

/** Pause before work that was not possible is tried again, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Work that fails because the database or the queue is not reached, or because a time-out struck, is tried again until
 * it succeeds, however long that takes. It uses up no try of its job: those are for the faults of the work itself.
 * `onPostponed` hears of each such failure.
 */
export function postponing(
  work: (job: Job) => Promise<unknown>,
  onPostponed: (job: Job, error: unknown) => void,
): Processor {
  return async (job, token) => {
    try {
      return await work(job);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      onPostponed(job, error);
      // If the queue cannot even take this, the job's lock runs out, and a worker takes the job over then.
      await job.moveToDelayed(Date.now() + PAUSE_MS, token).catch(() => undefined);
      throw new DelayedError();
    }
  };
}
