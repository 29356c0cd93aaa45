import type { FastifyInstance } from 'fastify';
import { pageQuery } from '../../../../shared/contracts/common.ts';
import { shortPage } from '../../../../shared/contracts/inventory.ts';
import { reading } from '../../../send-long.ts';
import { addOperation } from '../responses.ts';

/** The account API has SKUs where this one has `short`, and a SKU may have that name. */
interface ShortOptions {
  readonly path?: '/inventory/short' | '/short-pairs';
}

/** GET /api/v1/inventory/short. */
export default async function short(
  app: FastifyInstance,
  { path = '/inventory/short' }: ShortOptions,
): Promise<void> {
  addOperation(app, 'Inventory', `GET ${path}`, {
    operationId: 'listShortInventory',
    summary: 'Show where more is reserved than there is',
    description:
      'A count or a change may leave less than orders have reserved. Each pair of SKU and warehouse comes with the orders that ' +
      'lack units; POST /runs/reroute with {"short": true} routes them again.',
    query: pageQuery,
    answer: shortPage.describe('A page of pairs.'),
    // A pair may have any number of orders.
    handle: reading('listShortPairs', ({ principal, query }) => [principal.ledger_id, query], Infinity),
  });
}
