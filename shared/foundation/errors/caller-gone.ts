import { AppError } from './app-error.ts';

/** The error that ends the work for a request whose caller has gone away. Nobody reads its message. */
export function callerGone(): AppError {
  return new AppError('bad_request', 'The caller has gone away.');
}
