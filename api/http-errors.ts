import { AppError } from '../shared/foundation/errors/app-error.ts';
import type { ErrorCode } from '../shared/foundation/errors/catalogue.ts';
import { isUnavailable } from '../shared/foundation/errors/is-unavailable.ts';

/** The default Retry-After of a 503, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

const OF_FASTIFY: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/**
 * Any failure of a request as an error of the catalogue. An unexpected failure is `internal`, which shows nothing of its
 * cause. `bodyLimit` is how many bytes the route takes; body_too_large names it.
 */
export function toAppError(error: unknown, bodyLimit?: number): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return unavailable(error);
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? OF_FASTIFY[code] : undefined;
  if (known === 'body_too_large' && bodyLimit !== undefined)
    return new AppError(known, `The request body may have up to ${bodyLimit} bytes.`, { cause: error });
  if (known) return new AppError(known, undefined, { cause: error });
  // The caller's fault: a body that breaks off, a header that Fastify refuses.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', undefined, { cause: error });
  }
  return new AppError('internal', undefined, { cause: error });
}

/** The 503 of a service that cannot serve for the moment. */
export function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', undefined, { cause });
}

/** The body of an error's answer (docs/reference/errors.md). */
export function errorBodyOf({ message, code, faults }: AppError): {
  detail: string;
  code: ErrorCode;
  errors?: AppError['faults'];
} {
  return { detail: message, code, ...(faults && { errors: faults }) };
}
