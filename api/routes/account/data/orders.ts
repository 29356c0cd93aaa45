import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { orderPage, ordersQuery } from '../../../../shared/contracts/account/orders.ts';
import { searchOrders } from '../../../../shared/routing/search/search-orders.ts';

/** GET /account/v1/orders. */
const orders: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/orders',
    {
      schema: {
        operationId: 'searchOrders',
        tags: ['Orders'],
        summary: 'Search orders',
        description:
          'Orders by their latest decisions. from and to are about when the run began. An order ID is found at once; ' +
          'other searches go back through the decisions, and end after some time: see searched_back_to.',
        querystring: ordersQuery,
        response: { 200: orderPage.describe('A page of orders.') },
      },
    },
    async ({ query, principal }) => searchOrders(app.services.db, principal.ledger_id, query),
  );
};

export default orders;
