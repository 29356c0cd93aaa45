import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RunView } from '../../../../shared/contracts/run.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import { endpointOf } from '../../../idempotency.ts';
import { answerReceivedRun } from '../runs/receive.ts';

export const preferHeader = z
  .string()
  .optional()
  .describe('respond-async: take a batch of any size and answer 202 with its run.');

/** Whether the caller prefers to be answered before the orders are routed (RFC 7240). */
export function prefersAsync({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const preferences = [headers.prefer ?? []].flat().join(',').split(',');
  return preferences.some((preference) => /^respond-async\s*(;|$)/i.test(preference.trim()));
}

/** Takes a batch as a managed run while its body arrives. Call it before the body is parsed. */
export async function answerAsync(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RunView> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    const detail =
      'Prefer: respond-async works only with application/json. Send CSV and NDJSON to POST /api/v1/runs.';
    throw new AppError('unsupported_media_type', detail);
  }
  const endpoint = `${endpointOf(request)} respond-async`;
  const options = { format: 'json', on_invalid: 'reject' } as const;
  const run = await answerReceivedRun(app, request, reply, options, endpoint);
  reply.header('preference-applied', 'respond-async');
  return run;
}
