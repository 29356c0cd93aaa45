import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../shared/errors/app-error.ts';
import type { IdempotentRequest } from '../shared/idempotency/idempotency-keys.ts';

const NO_BODY = Buffer.alloc(0);

/** Headers of an endpoint that honours Idempotency-Key. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Makes the request take effect once: the same key with the same body gives the first answer again, with ' +
        'another request 409. Refused requests keep no key.',
    ),
});

/** The request's Idempotency-Key, null where it has none. Throws AppError bad_request. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = idempotencyHeaders.safeParse(headers);
  if (key.success) return key.data['idempotency-key'] ?? null;
  throw new AppError('bad_request', 'Idempotency-Key must have 1 to 255 characters.');
}

/** What makes a request with a parsed body one that takes effect once; null where it has no key. */
export function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | null {
  const key = idempotencyKeyOf(request);
  if (key === null) return null;
  return { key, endpoint: endpointOf(request), request_hash: request.bodyDigest ?? NO_BODY };
}

/** What is asked for beside the body. */
export function endpointOf(request: FastifyRequest): string {
  return `${request.method} ${request.url}`;
}
