import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Place } from '../../../shared/account/account-lists.ts';
import { dryRun } from '../../../shared/contracts/account/account.ts';
import {
  itemControlBody,
  itemControlChange,
  itemControlView,
  profileBody,
  profilePatch,
  profileView,
} from '../../../shared/contracts/account/configuration.ts';
import {
  changedWarehouse,
  warehouseBody,
  warehousePatch,
  warehousePlace,
  warehouseView,
} from '../../../shared/contracts/account/warehouse.ts';
import { editOf, ifMatchHeaders } from './etag.ts';
import { addList } from './list-routes.ts';
import { addOperation } from './responses.ts';
import { workOnAccount } from './work-on-account.ts';

/** Warehouses, profiles and Item Control. */
export default async function lists(app: FastifyInstance): Promise<void> {
  addList(app, {
    list: 'warehouses',
    path: 'warehouses',
    noun: 'warehouse',
    idName: 'warehouse_id',
    operation: 'Warehouse',
    view: warehouseView,
    body: warehouseBody,
    patch: warehousePatch,
    changed: changedWarehouse,
    removal: 'The warehouse is disabled: its stock and history stay.',
  });
  addList(app, {
    list: 'profiles',
    path: 'profiles',
    noun: 'profile',
    idName: 'partner_id',
    operation: 'Profile',
    view: profileView,
    body: profileBody,
    patch: profilePatch,
    removal: 'The profile is removed.',
  });
  addList(app, {
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
  });

  addOperation(app, 'Configuration', 'POST /warehouses/:warehouse_id/move', {
    operationId: 'moveWarehouse',
    summary: 'Move a warehouse in the order of priority',
    description:
      'Right before or right after another warehouse. All others keep their order, and their priorities change ' +
      'only where there is no room. If-Match is the ETag of the list of warehouses; so is the ETag of the answer.',
    config: { role: 'owner' },
    params: z.object({ warehouse_id: z.string().max(1000) }),
    query: dryRun,
    headers: ifMatchHeaders,
    body: warehousePlace,
    answer: warehouseView,
    handle: async (request, reply, place) => {
      const move = [editOf(request), request.params.warehouse_id, place as Place] as const;
      const { element, list_etag } = await workOnAccount(request, 'moveWarehouse', [...move]);
      reply.header('etag', list_etag);
      return { ...element.value, etag: element.etag } as never;
    },
  });
}
