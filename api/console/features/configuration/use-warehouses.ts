import type { components } from '../../../../shared/client/account-api.d.ts';
import { api } from '../../client/api.ts';
import { read, sending, write } from '../../client/calls.ts';
import { useDraftedRows } from '../../client/draft.tsx';
import { MANY_ROWS, usePages } from '../../client/pages.ts';
import { keyOf } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import type { Warehouse } from '../../client/warehouses.ts';
import { useChange } from '../../components/use-change.ts';

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

type NewWarehouse = components['schemas']['NewWarehouseInput'];
type ChangedWarehouse = components['schemas']['WarehousePatchInput'] & {
  readonly warehouse_id: string;
  readonly etag: string;
};

/** Adds a warehouse, or changes the one that has an etag. */
export function useSaveWarehouse() {
  return useChange(
    (warehouse: NewWarehouse | ChangedWarehouse, query) =>
      'etag' in warehouse
        ? write('patch', WAREHOUSE, query, warehouse)
        : write('post', '/account/v1/warehouses', query, warehouse),
    {
      inDraft: (draft, { warehouse_id, ...warehouse }, query) => {
        const { etag: _, ...body } = { etag: '', ...warehouse };
        return draft.edit('warehouses', warehouse_id, body, () => read(WAREHOUSE, query, { warehouse_id }));
      },
    },
  );
}

/** Moves a warehouse right before another one, or right after it, unless somebody changed the list since it was read. */
export const useMoveWarehouse = () =>
  useChange(sending('post', '/account/v1/warehouses/{warehouse_id}/move'));
