import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { useDraftedRows } from '../../client/draft.tsx';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { useAccountMutation } from '../../client/use-account-mutation.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { listQuery } from './list-query.ts';

/** A page of warehouses, and the version of the whole list when it was read. */
interface WarehousePage {
  readonly warehouses: readonly Warehouse[];
  readonly next_cursor: string | null;
  readonly etag: string | null;
}

const warehousesOf = ({ warehouses }: WarehousePage) => warehouses;
const warehouseIdOf = ({ warehouse_id }: Warehouse) => warehouse_id;

/** Warehouses whose ID or name contains a text, in the order of their priority. */
export function useWarehousePages(q: string | undefined) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.configuration(scope, 'warehouses'), 'pages', q],
    read: async (cursor): Promise<WarehousePage> => {
      const query = { ...listQuery(scope, { q, cursor }), sort: 'priority' as const };
      const { data, response } = await api.GET('/account/v1/warehouses', { params: { query } });
      return { ...data!, etag: response.headers.get('etag') };
    },
    rowsOf: useDraftedRows('warehouses', warehousesOf, warehouseIdOf),
  });
}

export function useAddWarehouse() {
  return useAccountMutation(
    (body: components['schemas']['NewWarehouseInput'], query) =>
      answerOf(api.POST('/account/v1/warehouses', { params: { query }, body })),
    ['configuration'],
  );
}

export function useChangeWarehouse() {
  return useAccountMutation(
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
    (draft, { warehouse_id, etag: _, ...body }, query) =>
      draft.edit('warehouses', warehouse_id, body, () =>
        answerOf(
          api.GET('/account/v1/warehouses/{warehouse_id}', { params: { path: { warehouse_id }, query } }),
        ),
      ),
  );
}

/** The stock that a disabled warehouse would have if it were enabled. */
export function useEnablingTrial(warehouse_id: string) {
  const scope = useScope();
  return useQuery({
    queryKey: [...queryKeys.configuration(scope, 'warehouses'), 'enabling', warehouse_id],
    queryFn: async () => {
      const query = { ...clientQuery(scope), dry_run: 'true' } as const;
      const { stock = [] } = await answerOf(
        api.PATCH('/account/v1/warehouses/{warehouse_id}', {
          params: { path: { warehouse_id }, query },
          body: { enabled: true },
        }),
      );
      return stock;
    },
  });
}

/** A place in the order of priority: right before another warehouse, or right after it. */
export type Place = components['schemas']['WarehousePlaceInput'];

/** Moves a warehouse, unless somebody changed the list since it was read. */
export function useMoveWarehouse() {
  return useAccountMutation(
    ({ warehouse_id, etag, place }: { warehouse_id: string; etag: string | null; place: Place }, query) =>
      answerOf(
        api.POST('/account/v1/warehouses/{warehouse_id}/move', {
          params: { path: { warehouse_id }, query, ...(etag !== null && { header: { 'if-match': etag } }) },
          body: place,
        }),
      ),
    ['configuration'],
  );
}
