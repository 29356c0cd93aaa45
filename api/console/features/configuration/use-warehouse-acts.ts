import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { useAct } from '../../client/use-act.ts';

export function useAddWarehouse() {
  return useAct(
    (body: components['schemas']['NewWarehouseInput'], query) =>
      answerOf(api.POST('/account/v1/warehouses', { params: { query }, body })),
    ['configuration'],
  );
}

export function useChangeWarehouse() {
  return useAct(
    (
      {
        warehouse_id,
        etag,
        ...body
      }: components['schemas']['WarehousePatchInput'] & { warehouse_id: string; etag: string },
      query,
    ) =>
      answerOf(
        api.PATCH('/account/v1/warehouses/{warehouse_id}', {
          params: { path: { warehouse_id }, query, header: { 'if-match': etag } },
          body,
        }),
      ),
    ['configuration'],
  );
}

/** Gives the warehouses priorities from 1 in this order. */
export function useOrderWarehouses() {
  return useAct(
    (warehouse_ids: string[], query) =>
      answerOf(api.PUT('/account/v1/warehouses/order', { params: { query }, body: { warehouse_ids } })),
    ['configuration'],
  );
}
