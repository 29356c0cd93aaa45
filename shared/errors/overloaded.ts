import { AppError } from './app-error.ts';

/** Seconds after which a caller may try again when there was no room for its request. */
const RETRY_AFTER_SECONDS = 5;

/** The 503 of a service that has too much to do for one more request. */
export function overloaded(): AppError {
  return new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
