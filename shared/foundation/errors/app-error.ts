import { ERRORS, type ErrorCode } from './catalogue.ts';

/** One fault in a request: its place (`orders[3].lines[0].quantity`, `line 12`) and what is wrong. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** An expected failure that is shown to the caller: a code of the catalogue and a sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: readonly Fault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** `detail` replaces the catalogue's sentence if there is more to say. */
  constructor(
    code: ErrorCode,
    detail?: string,
    options: { faults?: readonly Fault[]; retryAfterSeconds?: number; cause?: unknown; status?: number } = {},
  ) {
    super(detail ?? ERRORS[code].detail, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The error that ends the work for a request whose caller has gone away. Nobody reads its message. */
export function callerGone(): AppError {
  return new AppError('bad_request', 'The caller has gone away.');
}

/** Seconds after which a caller may send a refused request again. */
const RETRY_AFTER_SECONDS = 5;

/** The 503 of a service that cannot take another request now. */
export function overloaded(): AppError {
  return new AppError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
