import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { skuPage, skuParams, skusQuery, skuView } from '../../../../shared/contracts/account/inventory.ts';
import { listSkus } from '../../../../shared/insight/list-skus.ts';
import { showSku } from '../../../../shared/insight/show-sku.ts';

const TAGS = ['Inventory'];

/** Stock for people. */
const inventory: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.services;

  app.get(
    '/inventory',
    {
      schema: {
        operationId: 'listSkus',
        tags: TAGS,
        summary: 'List SKUs with their stock',
        description: 'By SKU, each in all its warehouses, and when stock was last synced.',
        querystring: skusQuery,
        response: { 200: skuPage.describe('A page of SKUs.') },
      },
    },
    async ({ query, principal }) => listSkus(db.pool, principal.ledger_id, query),
  );

  app.get(
    '/inventory/:sku',
    {
      schema: {
        operationId: 'getSku',
        tags: TAGS,
        summary: 'Show a SKU, and who has reserved it',
        params: skuParams,
        response: { 200: skuView.describe('The SKU.') },
      },
    },
    async ({ params, principal }) => showSku(db, principal.ledger_id, params.sku),
  );
};

export default inventory;
