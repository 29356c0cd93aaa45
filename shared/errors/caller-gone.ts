import { AppError } from './app-error.ts';

/** Why nothing is done for a request: its caller has gone away, so that nobody reads this. */
export function callerGone(): AppError {
  return new AppError('bad_request', 'The caller has gone away.');
}
