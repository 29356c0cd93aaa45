import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { batchResponseB } from '../../../../shared/contracts/b/schema.ts';
import {
  dryRunA,
  dryRunBatchB,
  dryRunOf,
  explainedDryRunQuery,
} from '../../../../shared/contracts/dry-run.ts';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { batchRequest } from '../../../../shared/contracts/order.ts';
import { MORE_ORDERS } from '../../../../shared/contracts/order-limits.ts';
import { type RunView, runView } from '../../../../shared/contracts/run.ts';
import { AppError } from '../../../../shared/foundation/errors/app-error.ts';
import { routeBatch } from '../../../../shared/runs/answer-batch.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { endpointOf, idempotencyHeaders } from '../../../idempotency.ts';
import { prefersAsync } from '../prefers-async.ts';
import { addOperation } from '../responses.ts';
import { answerReceivedRun } from '../runs/accept.ts';

const preferHeader = z
  .string()
  .optional()
  .describe('respond-async: take a batch of any size and answer 202 with its run.');

/** POST /orders/batch-route: from the body's bytes to the answer's. */
export default async function batchRoute(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Orders', 'POST /orders/batch-route', {
    operationId: 'routeOrders',
    summary: 'Route a batch of orders',
    description:
      'One shared run, one result an order, in request order. Up to 5,000 orders (Variant A) or 250 (Variant ' +
      'B). Counts one routed order each, NONE included; a batch that would pass the plan is refused whole. ' +
      'Faults of CSV (commas, semicolons or tabs) name their line. An order over a limit of its own is a 422 that names it. With Prefer: respond-async a JSON batch may have any size and is ' +
      'routed in the background, as by POST /runs.',
    config: { ifLarger: MORE_ORDERS, needsBody: true },
    query: explainedDryRunQuery.extend(csvQuery.shape),
    headers: idempotencyHeaders.extend({ prefer: preferHeader }),
    bodies: { 'application/json': batchRequest, 'text/csv': orderCsv },
    answer: z
      .union([runResponseA, batchResponseB, dryRunA, dryRunBatchB])
      .describe('Every order was decided.'),
    responses: {
      202: runView.describe(
        'With Prefer: respond-async, the run was accepted. Location says where it is found.',
      ),
    },
    onRequest: async (request, reply) => {
      if (!prefersAsync(request)) return;
      refuseAsyncDryRun(request);
      reply.send(await answerAsync(app, request, reply));
    },
    handle: async (request, reply) => {
      const { zip_leading_zeros } = request.query;
      const dry_run = dryRunOf(request.query);
      return answerBody(app, request, reply, routeBatch, { dry_run, zip_leading_zeros });
    },
  });
}

/** Takes a batch as a managed run while its body arrives. Call it before the body is parsed. */
async function answerAsync(
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
  const options = { format: 'json', on_invalid: 'reject', takes_holds: true } as const;
  const run = await answerReceivedRun(app, request, reply, options, endpoint);
  reply.header('preference-applied', 'respond-async');
  return run;
}

/** Refuses a dry run in the background, before the request's query is checked. Throws AppError incompatible_options. */
function refuseAsyncDryRun({ query }: Pick<FastifyRequest, 'query'>): void {
  const { dry_run, explain } = query as Record<string, unknown>;
  if ([dry_run, explain].every((flag) => flag === undefined || flag === 'false')) return;
  throw new AppError(
    'incompatible_options',
    'dry_run and explain cannot be used with Prefer: respond-async.',
  );
}
