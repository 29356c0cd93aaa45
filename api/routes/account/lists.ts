import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  itemControlBody,
  itemControlChange,
  itemControlView,
  profileBody,
  profilePatch,
  profileView,
  warehouseBody,
  warehouseOrder,
  warehousePatch,
  warehouseView,
} from '../../../shared/contracts/account/configuration.ts';
import { readStrictBody } from '../../../shared/intake/strict-body.ts';
import { ifMatchHeaders } from './if-match.ts';
import { listRoutes } from './list-routes.ts';
import { bodyErrors, preconditionErrors } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

/** Warehouses, profiles and Item Control. */
const lists: FastifyPluginAsyncZod = async (app) => {
  await app.register(
    listRoutes({
      list: 'warehouses',
      path: 'warehouses',
      noun: 'warehouse',
      idName: 'warehouse_id',
      operation: 'Warehouse',
      view: warehouseView,
      body: warehouseBody,
      patch: warehousePatch,
      removal: 'The warehouse is disabled: its stock and history stay.',
    }),
  );
  await app.register(
    listRoutes({
      list: 'profiles',
      path: 'profiles',
      noun: 'profile',
      idName: 'partner_id',
      operation: 'Profile',
      view: profileView,
      body: profileBody,
      patch: profilePatch,
      removal: 'The profile is removed.',
    }),
  );
  await app.register(
    listRoutes({
      list: 'item_controls',
      path: 'item-controls',
      noun: 'rule of Item Control',
      idName: 'rule_id',
      operation: 'ItemControl',
      view: itemControlView,
      body: itemControlBody,
      patch: itemControlChange,
      showsId: true,
      repeatsNames: true,
      removal: 'The rule is removed.',
    }),
  );

  app.put(
    '/warehouses/order',
    {
      config: { role: 'owner', ownBodies: { 'application/json': warehouseOrder } },
      schema: {
        operationId: 'orderWarehouses',
        tags: ['Configuration'],
        summary: 'Order warehouses by priority',
        description: 'The first one gets priority 1. Warehouses that are left out rank last.',
        headers: ifMatchHeaders,
        response: {
          200: z.strictObject({ warehouses: z.array(warehouseView) }).describe('All warehouses.'),
          ...bodyErrors,
          ...preconditionErrors,
        },
      },
    },
    async (request) => {
      const { warehouse_ids: ids } = readStrictBody(warehouseOrder, request.wholeBody);
      const act = { ...request.account, if_match: request.headers['if-match'] };
      const warehouses = await workOnAccount(app, request, 'order-warehouses', { act, ids });
      return { warehouses: warehouses.map(({ value, etag }) => ({ ...value, etag })) as never };
    },
  );
};

export default lists;
