import { DelayedError, type Job, type Processor } from 'bullmq';
import { isUnavailable } from '../shared/foundation/errors/is-unavailable.ts';

/** Pause before work is tried again, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * Work that fails because the database or the queue cannot be reached, or because of a time-out, is tried again until it
 * succeeds. That uses up no try of its job: tries are for faults of the work itself. `onPostponed` is called with each
 * such failure.
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
      // If the queue cannot be reached either, the job's lock expires, and then a worker takes the job over.
      await job.moveToDelayed(Date.now() + PAUSE_MS, token).catch(() => undefined);
      throw new DelayedError();
    }
  };
}
