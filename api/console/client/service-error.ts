/** A fault at one place of a request. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** An error of the service: status (0 if there was no answer), code, sentence, and on 422 the faults. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  /** The whole body, because some refusals have more than a sentence. */
  readonly body: unknown;

  /** The seconds of Retry-After; null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const { detail, code, errors } = (body ?? {}) as { detail?: string; code?: string; errors?: Fault[] };
    super(detail ?? 'The service is not responding. Check your connection and try again.');
    this.status = status;
    this.code = code ?? 'unreachable';
    this.faults = errors ?? [];
    this.body = body;
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
  }
}

/** Whether the service answered 412: somebody else changed it since it was read. */
export const isChangedMeanwhile = (error: unknown) => error instanceof ServiceError && error.status === 412;

/** What people read of an error. */
export function sentenceOf(error: unknown): string {
  if (isChangedMeanwhile(error))
    return 'Someone else changed this while you were editing, so your change was not saved. The page now shows the latest version: review it and try again.';
  return error instanceof ServiceError ? error.message : 'Something went wrong. Reload the page.';
}

/** Whether a sign-in needs a code too. */
export const needsCode = (error: unknown) =>
  error instanceof ServiceError && error.code === 'second_factor_required';

/** Whether the service answered 404. */
export const isMissing = (error: unknown) => error instanceof ServiceError && error.status === 404;
