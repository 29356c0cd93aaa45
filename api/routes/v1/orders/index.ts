import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { presentRunA } from '../../../../shared/contracts/a/present.ts';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { presentBatchB, presentOrderB } from '../../../../shared/contracts/b/present.ts';
import { batchResponseB, orderResultB } from '../../../../shared/contracts/b/schema.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import {
  batchRequest,
  orderRequest,
  refuseMalformed,
  toRoutingOrders,
} from '../../../../shared/contracts/order.ts';
import {
  orderHistory,
  orderHistoryParams,
  orderHistoryQuery,
} from '../../../../shared/contracts/order-history.ts';
import { runView } from '../../../../shared/contracts/run.ts';
import { orderCsv } from '../../../../shared/intake/csv-schemas.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import csvBody, { csvOf } from '../../../plugins/csv-body.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, commonErrors, idempotencyErrors } from '../responses.ts';
import { answerAsync, preferHeader, prefersAsync } from './answer-async.ts';
import { readCsvBatch, readCsvOrder } from './csv-orders.ts';
import { readOrderHistory } from './order-history.ts';
import { batchPath, refuseBatch, singlePath } from './refuse-orders.ts';
import { routeOnce } from './route-once.ts';

/** Routing decisions and their history (routing-service-api.md sections 4.3 and 4.4). */
const orders: FastifyPluginAsyncZod = async (app) => {
  await app.register(csvBody);

  app.post(
    '/orders/route',
    {
      config: { ownBodies: { 'text/csv': orderCsv } },
      schema: {
        operationId: 'routeOrder',
        tags: ['Orders'],
        summary: 'Route one order',
        description:
          'Variant A answers a routing run whose results has exactly one element, Variant B the order result. ' +
          'Counts as one routed order. As CSV, all rows are lines of the one order.',
        headers: idempotencyHeaders,
        body: orderRequest,
        response: {
          200: z.union([runResponseA, orderResultB]).describe('The order was decided.'),
          ...bodyErrors,
          ...idempotencyErrors,
        },
      },
      preValidation: async (request) => {
        if (csvOf(request) === null) refuseMalformed([request.body], singlePath);
      },
    },
    async (request, reply) => {
      const csv = csvOf(request);
      const orders = csv ? await readCsvOrder(csv) : toRoutingOrders([request.body], singlePath);
      const routed = await routeOnce(app, request, orders);
      const [decided] = routed.decisions;
      const variantB = routed.configuration.contract_variant === 'B';
      sendJson(reply, variantB ? presentOrderB(routed.configuration, decided!) : presentRunA(routed));
      return reply;
    },
  );

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
      preValidation: async (request) => {
        if (csvOf(request) === null) refuseBatch(request.body, request.principal.contract_variant);
      },
    },
    async (request, reply) => {
      const csv = csvOf(request);
      const { contract_variant } = request.principal;
      const orders = csv
        ? await readCsvBatch(csv, contract_variant)
        : toRoutingOrders(request.body.orders, batchPath);
      const routed = await routeOnce(app, request, orders);
      const variantB = routed.configuration.contract_variant === 'B';
      sendJson(reply, variantB ? presentBatchB(routed) : presentRunA(routed));
      return reply;
    },
  );

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
    async ({ params, query, principal }) =>
      readOrderHistory(app.services.db, principal.ledger_id, params.order_id, query),
  );
};

export default orders;
