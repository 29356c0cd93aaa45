import { AppError } from './app-error.ts';

/** Seconds after which a caller may send a refused request again. */
const RETRY_AFTER_SECONDS = 5;

/** The 503 of a service that cannot take another request now. */
export function overloaded(): AppError {
  return new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
