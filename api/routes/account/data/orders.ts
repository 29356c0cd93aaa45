import type { FastifyPluginAsync } from 'fastify';
import { orderPage, ordersQuery } from '../../../../shared/contracts/account/orders.ts';
import { searchOrders } from '../../../../shared/routing/search/search-orders.ts';
import { addRead } from './add-read.ts';

/** GET /account/v1/orders. */
const orders: FastifyPluginAsync = async (app) => {
  addRead(app, '/orders', {
    operationId: 'searchOrders',
    tag: 'Orders',
    summary: 'Search orders',
    description:
      'Orders by their latest decisions. from and to are about when the run began. An order ID is found at once; ' +
      'other searches go back through the decisions, and end after some time: see searched_back_to.',
    query: ordersQuery,
    answer: orderPage.describe('A page of orders.'),
    read: ({ query, principal }) => searchOrders(app.services.db, principal.ledger_id, query),
  });
};

export default orders;
