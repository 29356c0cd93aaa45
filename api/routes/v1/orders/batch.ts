import { finished } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { batchResponseB } from '../../../../shared/contracts/b/schema.ts';
import { batchRequest } from '../../../../shared/contracts/order.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { orderCsv } from '../../../../shared/intake/csv-schemas.ts';
import { routeBatch } from '../../../../shared/runs/route-batch.ts';
import { giveBack } from '../../../../shared/threads/answer-memory.ts';
import { idempotencyHeaders, idempotentRequestOf } from '../../../idempotency.ts';
import { keepDigest } from '../../../plugins/json-body.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, idempotencyErrors } from '../responses.ts';
import { answerAsync, preferHeader, prefersAsync } from './answer-async.ts';

/**
 * A body of so many bytes (some hundred orders) is parsed, decided and answered in a thread: on the event loop it
 * would hold up all other requests. A smaller one is done before it would have got there. `npm run bench -- --suite
 * event-loop` guards it.
 */
const LARGE_BYTES = 64 * 1024;

/** POST /orders/batch-route (routing-service-api.md section 4.3): from the body's bytes to the answer's. */
const batchRoute: FastifyPluginAsyncZod = async (app) => {
  const types = ['application/json', 'text/csv'];
  app.removeContentTypeParser(types);
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    keepDigest(request, bytes);
    return bytes;
  });

  app.post(
    '/orders/batch-route',
    {
      config: { ownBodies: { 'text/csv': orderCsv } },
      schema: {
        operationId: 'routeOrders',
        tags: ['Orders'],
        summary: 'Route a batch of orders',
        description:
          'One shared run, one result an order, in request order. Up to 5,000 orders (Variant A) or 250 (Variant ' +
          'B). Counts one routed order each, NONE included; a batch that would pass the plan is refused whole. ' +
          'As CSV, faults are told by line. With Prefer: respond-async a JSON batch may have any size and is ' +
          'routed in the background, as by POST /runs.',
        headers: idempotencyHeaders.extend({ prefer: preferHeader }),
        body: batchRequest,
        response: {
          200: z.union([runResponseA, batchResponseB]).describe('Every order was decided.'),
          202: runView.describe(
            'With Prefer: respond-async, the run was accepted. Location says where it is found.',
          ),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
      onRequest: async (request, reply) => {
        if (prefersAsync(request)) reply.send(await answerAsync(app, request, reply));
      },
    },
    async (request, reply) => {
      const bytes = request.body as unknown as Buffer;
      const batch = {
        principal: request.principal,
        body: { bytes, format: isCsv(request) ? 'csv' : 'json' },
        idempotency: idempotentRequestOf(request),
      } as const;
      const { threads } = app.services;
      const { answer, tally } =
        bytes.length < LARGE_BYTES
          ? await routeBatch(app.services, batch)
          : await threads.run('route-batch', batch, [bytes.buffer as ArrayBuffer]);
      app.countRun(tally);
      finished(reply.raw, () => giveBack(answer)); // whether it was sent or its receiver has gone
      sendJson(reply, Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      return reply;
    },
  );
};

function isCsv({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.trimStart().toLowerCase().startsWith('text/csv') ?? false;
}

export default batchRoute;
