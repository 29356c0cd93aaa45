import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { routedOrderB } from '../../../../shared/contracts/b/schema.ts';
import { dryRunA, dryRunOrderB, explainedDryRunQuery } from '../../../../shared/contracts/dry-run.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { MORE_ORDERS } from '../../../../shared/contracts/intake/refuse-orders.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { orderRequest } from '../../../../shared/contracts/order.ts';
import {
  orderHistory,
  orderHistoryParams,
  orderHistoryQuery,
} from '../../../../shared/contracts/order-history.ts';
import { MAX_ORDER_BYTES } from '../../../../shared/contracts/order-limits.ts';
import { routeOrder } from '../../../../shared/routing/answer-orders.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, commonErrors, idempotencyErrors } from '../responses.ts';
import batchRoute from './batch.ts';
import { dryRunOf } from './dry-run.ts';
import { readOrderHistory } from './order-history.ts';

/** Routing decisions and their history. */
const orders: FastifyPluginAsyncZod = async (app) => {
  takeFormats(app, 'csv');

  app.post(
    '/orders/route',
    {
      bodyLimit: Math.min(MAX_ORDER_BYTES, app.initialConfig.bodyLimit ?? MAX_ORDER_BYTES),
      config: { ownBodies: { 'text/csv': orderCsv }, ifLarger: MORE_ORDERS },
      schema: {
        operationId: 'routeOrder',
        tags: ['Orders'],
        summary: 'Route one order',
        description:
          'Variant A answers a routing run whose results has exactly one element, Variant B the order result. ' +
          `Counts as one routed order. As CSV, all rows are lines of the one order. A body of more than ${MAX_ORDER_BYTES} ` +
          'bytes is a 413.',
        headers: idempotencyHeaders,
        querystring: explainedDryRunQuery.extend(csvQuery.shape),
        body: orderRequest,
        response: {
          200: z
            .union([runResponseA, routedOrderB, dryRunA, dryRunOrderB])
            .describe('The order was decided.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
    },
    async (request, reply) => {
      const { zip_leading_zeros } = request.query;
      const dry_run = dryRunOf(request.query);
      await answerBody(app, request, reply, routeOrder, { dry_run, zip_leading_zeros });
      return reply;
    },
  );

  await app.register(batchRoute);

  app.get(
    '/orders/:order_id',
    {
      schema: {
        operationId: 'getOrder',
        tags: ['Orders'],
        summary: 'Show what became of an order',
        description:
          'Each time the order ID was routed, newest first: the order as it was sent, and its result.',
        params: orderHistoryParams,
        querystring: orderHistoryQuery,
        response: {
          200: orderHistory.describe('A page of routings.'),
          ...commonErrors,
          404: errorBody.describe("No order of this ID was routed in the key's environment."),
        },
      },
    },
    async ({ params, query, principal }, reply) => {
      return sendJson(
        reply,
        await readOrderHistory(app.services.db, principal.ledger_id, params.order_id, query),
      );
    },
  );
};

export default orders;
