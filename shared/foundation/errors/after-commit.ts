import { AppError } from './app-error.ts';
import { isUnavailable } from './is-unavailable.ts';

/**
 * Does the rest of the work for a request that is committed, or may be. If the database cannot be reached then, a plain
 * 503 would say that nothing was saved, so it throws AppError outcome_unknown instead. Throws what else `work` throws.
 */
export async function afterCommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new AppError('outcome_unknown', undefined, { cause: error });
  }
}
