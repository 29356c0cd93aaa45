import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { soughtIdentifier } from '../../../../shared/contracts/common.ts';
import { decodeCursor } from '../../../../shared/contracts/cursor.ts';
import { stockPage, stockQuery } from '../../../../shared/contracts/inventory.ts';
import { STOCK_ROW_BYTES } from '../../../../shared/ledger/stock/stock-rows.ts';
import { sendWhole } from '../../../send-long.ts';
import { addOperation } from '../responses.ts';

const position = z.tuple([soughtIdentifier, z.int32()]);

/** GET /api/v1/inventory. */
export default async function list(app: FastifyInstance): Promise<void> {
  addOperation(app, 'Inventory', 'GET /inventory', {
    operationId: 'listInventory',
    summary: 'Show the stock as the service knows it',
    description: 'The latest snapshot and what active reservations take of it, by SKU and warehouse.',
    query: stockQuery,
    answer: stockPage.describe('A page of stock.'),
    handle: (request, reply) => {
      const { cursor, limit, ...filter } = request.query;
      const { client_id, ledger_id, configuration_id } = request.principal;
      const after = cursor ? decodeCursor(position, cursor) : null;
      const ask = { ledger_id, configuration_id, filter, after, limit };
      return sendWhole(request, reply, client_id, 'writeStockPage', ask, limit * STOCK_ROW_BYTES);
    },
  });
}
