import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { runResponseA } from '../../../../shared/contracts/a/schema.ts';
import { routedOrderB } from '../../../../shared/contracts/b/schema.ts';
import {
  dryRunA,
  dryRunOf,
  dryRunOrderB,
  explainedDryRunQuery,
} from '../../../../shared/contracts/dry-run.ts';
import { orderCsv } from '../../../../shared/contracts/intake/csv-schemas.ts';
import { MORE_ORDERS } from '../../../../shared/contracts/intake/refuse-orders.ts';
import { csvQuery } from '../../../../shared/contracts/intake-warning.ts';
import { orderRequest } from '../../../../shared/contracts/order.ts';
import { orderHistory, orderHistoryQuery, orderParams } from '../../../../shared/contracts/order-history.ts';
import { MAX_ORDER_BYTES } from '../../../../shared/contracts/order-limits.ts';
import { answerBody } from '../../../bodies/answer-body.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { idempotencyHeaders } from '../../../idempotency.ts';
import { sendDecisionPage } from '../decisions/page.ts';
import { addOperation, neverRouted } from '../responses.ts';
import batchRoute from './batch.ts';

/** Routing decisions and their history. */
const orders: FastifyPluginAsync = async (app) => {
  takeFormats(app, 'csv');

  addOperation(app, 'Orders', 'POST /orders/route', {
    operationId: 'routeOrder',
    summary: 'Route one order',
    description:
      'Variant A answers a routing run whose results has exactly one element, Variant B the order result. ' +
      `Counts as one routed order. As CSV, all rows are lines of the one order. A body of more than ${MAX_ORDER_BYTES} ` +
      'bytes is a 413.',
    config: { ifLarger: MORE_ORDERS, needsBody: true },
    query: explainedDryRunQuery.extend(csvQuery.shape),
    headers: idempotencyHeaders,
    bodyLimit: Math.min(MAX_ORDER_BYTES, app.initialConfig.bodyLimit ?? MAX_ORDER_BYTES),
    bodies: { 'application/json': orderRequest, 'text/csv': orderCsv },
    answer: z.union([runResponseA, routedOrderB, dryRunA, dryRunOrderB]).describe('The order was decided.'),
    handle: async (request, reply) => {
      const { zip_leading_zeros } = request.query;
      const dry_run = dryRunOf(request.query);
      return answerBody(app, request, reply, 'routeOrder', { dry_run, zip_leading_zeros });
    },
  });

  await app.register(batchRoute);

  addOperation(app, 'Orders', 'GET /orders/:order_id', {
    operationId: 'getOrder',
    summary: 'Show what became of an order',
    description:
      'Its state, and each time the order ID was routed, newest first: the order as it was sent, its result, and what ' +
      'became of that.',
    params: orderParams,
    query: orderHistoryQuery,
    answer: orderHistory.describe('A page of routings.'),
    responses: neverRouted,
    // An empty cursor means the first page.
    handle: (request, reply) => {
      const { cursor, ...query } = request.query;
      const asked = { ...request.params, ...query, cursor: cursor || undefined };
      return sendDecisionPage(request, reply, 'routings', asked);
    },
  });
};

export default orders;
