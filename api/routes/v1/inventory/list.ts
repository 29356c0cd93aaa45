import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { stockPage, stockQuery } from '../../../../shared/contracts/inventory.ts';
import { commonErrors } from '../responses.ts';
import { readStockPage } from './stock-page.ts';

/** GET /api/v1/inventory. */
const list: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/inventory',
    {
      schema: {
        operationId: 'listInventory',
        tags: ['Inventory'],
        summary: 'Show the stock as the service knows it',
        description: 'The latest snapshot and what active reservations take of it, by SKU and warehouse.',
        querystring: stockQuery,
        response: { 200: stockPage.describe('A page of stock.'), ...commonErrors },
      },
    },
    async ({ query, principal }) => readStockPage(app.services.db.pool, principal.ledger_id, query),
  );
};

export default list;
