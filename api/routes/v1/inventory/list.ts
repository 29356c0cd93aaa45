import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { soughtIdentifier } from '../../../../shared/contracts/common.ts';
import { decodeCursor, pageOf } from '../../../../shared/contracts/cursor.ts';
import { stockPage, stockQuery } from '../../../../shared/contracts/inventory.ts';
import { readStockRows } from '../../../../shared/ledger/stock/stock-rows.ts';
import { addOperation } from '../responses.ts';

const position = z.tuple([soughtIdentifier, z.int32()]);

/** GET /api/v1/inventory. */
const list: FastifyPluginAsync = async (app) => {
  addOperation(app, 'GET /inventory', {
    operationId: 'listInventory',
    tag: 'Inventory',
    summary: 'Show the stock as the service knows it',
    description: 'The latest snapshot and what active reservations take of it, by SKU and warehouse.',
    query: stockQuery,
    answer: stockPage.describe('A page of stock.'),
    handle: async ({ query: { cursor, limit, ...filter }, principal }) => {
      const after = cursor ? decodeCursor(position, cursor) : null;
      const page = { after, limit: limit + 1 };
      const rows = await readStockRows(app.services.db, principal, filter, page);
      const { page: shown, next_cursor } = pageOf(rows, limit, (last) => [last.sku, last.warehouse_db_id]);
      return {
        inventory: shown.map(({ warehouse_db_id: _, warehouse_code: __, ...row }) => row),
        next_cursor,
      };
    },
  });
};

export default list;
