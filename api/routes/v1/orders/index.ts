import type { FastifyPluginAsync } from 'fastify';
import { orderHistory, orderHistoryQuery, orderParams } from '../../../../shared/contracts/order-history.ts';
import { takeFormats } from '../../../bodies/formats.ts';
import { sendDecisionPage } from '../decisions/page.ts';
import { addOperation, neverRouted } from '../responses.ts';
import batchRoute from './batch.ts';
import orderRoute from './route.ts';

/** Routing decisions and their history. */
const orders: FastifyPluginAsync = async (app) => {
  takeFormats(app, 'csv');
  await app.register(orderRoute);
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
