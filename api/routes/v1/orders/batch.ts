import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { batchResponseB } from '../../../../shared/contracts/b/schema.ts';
import { dryRunA, dryRunBatchB, explainedDryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { MORE_ORDERS } from '../../../../shared/contracts/intake/refuse-orders.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { batchRequest } from '../../../../shared/contracts/order.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { routeBatch } from '../../../../shared/routing/answer-orders.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { addOperation } from '../responses.ts';
import { answerAsync, preferHeader, prefersAsync } from './answer-async.ts';
import { dryRunOf, refuseAsyncDryRun } from './dry-run.ts';

/** POST /orders/batch-route: from the body's bytes to the answer's. */
const batchRoute: FastifyPluginAsync = async (app) => {
  addOperation(app, 'POST /orders/batch-route', {
    operationId: 'routeOrders',
    tag: 'Orders',
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
};

export default batchRoute;
