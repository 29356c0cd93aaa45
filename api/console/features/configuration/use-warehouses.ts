import { api } from '../../client/api.ts';
import { read } from '../../client/calls.ts';
import { useDraftedRows } from '../../client/draft.tsx';
import { useWrite } from '../../client/operations.ts';
import { MANY_ROWS, usePages } from '../../client/pages.ts';
import { keyOf } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import type { Warehouse } from '../../client/warehouses.ts';

/** A page of warehouses, and the version of the whole list when it was read. */
interface WarehousePage {
  readonly warehouses: readonly Warehouse[];
  readonly next_cursor: string | null;
  readonly etag: string | null;
}

export const WAREHOUSE = '/account/v1/warehouses/{warehouse_id}';
const warehouseIdOf = ({ warehouse_id }: Warehouse) => warehouse_id;

/** Warehouses whose ID or name contains a text, in the order of their priority. */
export function useWarehousePages(q: string | undefined) {
  const scope = useScope();
  return usePages({
    queryKey: keyOf('configuration', scope, 'warehouse pages', q),
    read: async (cursor): Promise<WarehousePage> => {
      const search = { limit: MANY_ROWS, ...(q && { q }), ...(cursor && { cursor }) };
      const query = { ...clientQuery(scope), ...search, sort: 'priority' as const };
      const { data, response } = await api.GET('/account/v1/warehouses', { params: { query } });
      return { ...data!, etag: response.headers.get('etag') };
    },
    rowsOf: useDraftedRows('warehouses', warehouseIdOf),
  });
}

export const useAddWarehouse = () => useWrite('post', '/account/v1/warehouses', 'configuration');

export const useChangeWarehouse = () =>
  useWrite('patch', WAREHOUSE, 'configuration', {
    inDraft: (draft, { warehouse_id, etag: _, ...body }, query) =>
      draft.edit('warehouses', warehouse_id, body, () => read(WAREHOUSE, query, { warehouse_id })),
  });

/** Moves a warehouse right before another one, or right after it, unless somebody changed the list since it was read. */
export const useMoveWarehouse = () =>
  useWrite('post', '/account/v1/warehouses/{warehouse_id}/move', 'configuration');
