import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { pageQuery, soughtIdentifier } from '../../../../shared/contracts/common.ts';
import { decodeCursor, pageOf } from '../../../../shared/contracts/cursor.ts';
import { shortPage } from '../../../../shared/contracts/inventory.ts';
import { readShortPairs } from '../../../../shared/ledger/stock/short-pairs.ts';
import { addOperation } from '../responses.ts';

const position = z.tuple([soughtIdentifier, z.int32()]);

/** The account API has SKUs where this one has `short`, and a SKU may have that name. */
interface ShortOptions {
  readonly path?: '/inventory/short' | '/short-pairs';
}

/** GET /api/v1/inventory/short. */
const short: FastifyPluginAsync<ShortOptions> = async (app, { path = '/inventory/short' }) => {
  addOperation(app, `GET ${path}`, {
    operationId: 'listShortInventory',
    tag: 'Inventory',
    summary: 'Show where more is reserved than there is',
    description:
      'A count or a change may leave less than orders have reserved. Each pair of SKU and warehouse comes with the orders that ' +
      'lack units; POST /runs/reroute with {"short": true} routes them again.',
    query: pageQuery,
    answer: shortPage.describe('A page of pairs.'),
    handle: async ({ query: { cursor, limit }, principal }) => {
      const after = cursor ? decodeCursor(position, cursor) : null;
      const page = { after, limit: limit + 1 };
      const found = await readShortPairs(app.services.db.pool, principal.ledger_id, page);
      const { page: shown, next_cursor } = pageOf(found, limit, (last) => [last.sku, last.warehouse_db_id]);
      return { pairs: shown.map(({ warehouse_db_id: _, ...pair }) => pair), next_cursor };
    },
  });
};

export default short;
