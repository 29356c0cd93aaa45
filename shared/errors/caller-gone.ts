import { AppError } from './app-error.ts';

/** Stops the work for a request whose caller has gone away. Nobody reads the message. */
export function callerGone(): AppError {
  return new AppError('bad_request', 'The caller has gone away.');
}
