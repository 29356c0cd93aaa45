import type { FastifyPluginAsync } from 'fastify';
import { skuPage, skuParams, skusQuery, skuView } from '../../../../shared/contracts/account/inventory.ts';
import { listSkus } from '../../../../shared/operations/insight/list-skus.ts';
import { showSku } from '../../../../shared/operations/insight/show-sku.ts';
import { addRead } from './add-read.ts';

/** Stock for people. */
const inventory: FastifyPluginAsync = async (app) => {
  const { db } = app.services;

  addRead(app, '/inventory', {
    operationId: 'listSkus',
    tag: 'Inventory',
    summary: 'List SKUs with their stock',
    description: 'By SKU, each in all its warehouses, and when stock was last synced.',
    query: skusQuery,
    answer: skuPage.describe('A page of SKUs.'),
    read: ({ query, principal }) => listSkus(db.pool, principal.ledger_id, query),
  });

  addRead(app, '/inventory/:sku', {
    operationId: 'getSku',
    tag: 'Inventory',
    summary: 'Show a SKU, and who has reserved it',
    params: skuParams,
    answer: skuView.describe('The SKU.'),
    read: ({ params, principal }) => showSku(db, principal.ledger_id, params.sku),
  });
};

export default inventory;
