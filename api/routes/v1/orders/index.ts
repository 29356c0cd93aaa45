import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { presentOrderB } from '../../../../shared/contracts/b/present.ts';
import { orderResultB } from '../../../../shared/contracts/b/schema.ts';
import { errorBody } from '../../../../shared/contracts/errors.ts';
import { orderRequest, refuseMalformed, toRoutingOrders } from '../../../../shared/contracts/order.ts';
import {
  orderHistory,
  orderHistoryParams,
  orderHistoryQuery,
} from '../../../../shared/contracts/order-history.ts';
import { isPlainOrder } from '../../../../shared/contracts/plain-order.ts';
import { presentRun } from '../../../../shared/contracts/present-run.ts';
import { readCsvOrder } from '../../../../shared/intake/csv-batch.ts';
import { orderCsv } from '../../../../shared/intake/csv-schemas.ts';
import { singlePath } from '../../../../shared/intake/refuse-orders.ts';
import { atOnce } from '../../../../shared/platform/steps.ts';
import type { StoredRun } from '../../../../shared/runs/load-run.ts';
import { routeOnce } from '../../../../shared/runs/route-once.ts';
import { idempotencyHeaders, idempotentRequestOf } from '../../../idempotency.ts';
import csvBody, { csvOf } from '../../../plugins/csv-body.ts';
import { unlessPlain } from '../../../plugins/validation.ts';
import { sendJson } from '../../../send-json.ts';
import { bodyErrors, commonErrors, idempotencyErrors } from '../responses.ts';
import batchRoute from './batch.ts';
import { readOrderHistory } from './order-history.ts';

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
      validatorCompiler: unlessPlain(isPlainOrder),
    },
    async (request, reply) => {
      const csv = csvOf(request);
      const orders = csv ? await readCsvOrder(csv) : toRoutingOrders([request.body], singlePath);
      const { answer, tally } = await routeOnce(
        app.services,
        request.principal,
        orders,
        idempotentRequestOf(request),
        presentSingle,
      );
      app.countRun(tally);
      sendJson(reply, answer);
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
    async ({ params, query, principal }) =>
      readOrderHistory(app.services.db, principal.ledger_id, params.order_id, query),
  );
};

/** A single order is answered as a run of one in Variant A, as its result alone in Variant B. */
function presentSingle(routed: StoredRun): string | Buffer {
  const variantB = routed.configuration.contract_variant === 'B';
  return variantB ? presentOrderB(routed.configuration, routed.decisions[0]!) : atOnce(presentRun(routed));
}

export default orders;
