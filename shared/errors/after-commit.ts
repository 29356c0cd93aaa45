import { AppError } from './app-error.ts';
import { isUnavailable } from './is-unavailable.ts';

/**
 * Runs what is left to do for a request once it is, or may be, committed. If that is unavailable, the plain 503 would
 * say that nothing was kept. Throws AppError outcome_unknown then, and what else `work` throws.
 */
export async function afterCommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new AppError('outcome_unknown', undefined, { cause: error });
  }
}
