import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorBody } from '../shared/contracts/errors.ts';
import { AppError } from '../shared/foundation/errors/app-error.ts';
import {
  type AnsweredOnce,
  answerTextOnce,
  type IdempotentRequest,
  type SaveKey,
} from '../shared/ledger/idempotency/answer-once.ts';
import { sendJson } from './send-json.ts';

const NO_BODY = Buffer.alloc(0);

/** Headers of an endpoint that takes Idempotency-Key. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'Makes the request take effect once: the same key with the same body gives the first answer again, ' +
        'with the header Idempotent-Replayed: true; with another request it is a 409. A key lives 24 hours. Refused requests keep no key. After a 503, or no answer at all, the ' +
        'same request with the same key is safe. The answer is written again from what was stored: the same ' +
        'decisions under the configuration they were made with, whatever has been configured since. It is the same ' +
        'bytes as long as the service is the same release; a later release may word reasons and messages ' +
        'differently and add fields, and never decides again. A managed run is answered as it was accepted.',
    ),
});

/** What such an endpoint may also answer. */
export const idempotencyErrors = {
  409: errorBody.describe('The Idempotency-Key was used with another request.'),
} as const;

/** The request's Idempotency-Key, or null. Throws AppError bad_request. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = idempotencyHeaders.safeParse(headers);
  if (key.success) return key.data['idempotency-key'] ?? null;
  throw new AppError('bad_request', 'Idempotency-Key must have 1 to 255 characters.');
}

/** The key, endpoint and body hash of a request, so that it takes effect once; null if it has no key. */
export function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | null {
  const key = idempotencyKeyOf(request);
  if (key === null) return null;
  return { key, endpoint: endpointOf(request), request_hash: request.bodyDigest ?? NO_BODY };
}

/**
 * Answers a request that takes effect once, with JSON. `work` gives the answer; it saves it with its request, by the
 * statements that `saveKey` makes: none without an Idempotency-Key.
 */
export function answeredOnce(
  request: FastifyRequest,
  work: (saveKey: SaveKey) => Promise<string>,
): Promise<AnsweredOnce<string>> {
  const { server, principal } = request;
  return answerTextOnce(server.services.db, principal.ledger_id, idempotentRequestOf(request), work);
}

/** Sends an answer as JSON. Marks an answer that repeats the first one. */
export function sendAnswer(
  reply: FastifyReply,
  { answer, replayed }: AnsweredOnce<string | Uint8Array>,
): FastifyReply {
  markReplayed(reply, replayed);
  return sendJson(reply, answer);
}

/** Marks an answer that repeats the first answer (docs/guides/retry.md). */
export function markReplayed(reply: FastifyReply, replayed: boolean): void {
  if (replayed) reply.header('idempotent-replayed', 'true');
}

/** The method and URL of a request. */
export function endpointOf(request: FastifyRequest): string {
  return `${request.method} ${request.url}`;
}
