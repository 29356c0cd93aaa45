import type { components } from '../../../shared/client/account-api.d.ts';
import { perObject } from '../../../shared/foundation/per-object.ts';
import { useReadAll } from './operations.ts';

export type Warehouse = components['schemas']['Warehouse'];

/** All of the client's warehouses, in the order of their priority; those without one come last. */
export const useWarehouses = () =>
  useReadAll('configuration', '/account/v1/warehouses', 'warehouses', { sort: 'priority' });

/** Names by ID. They are made once for all cells of a table. */
const namesOf = perObject(
  (warehouses: readonly Warehouse[]) =>
    new Map(warehouses.map(({ warehouse_id, warehouse_name }) => [warehouse_id, warehouse_name])),
);

/** What a warehouse is called; its ID as long as, or if, its name is not known. */
export function useWarehouseName(): (id: string) => string {
  const { data } = useWarehouses();
  return (id) => (data && namesOf(data).get(id)) ?? id;
}

/** An open list shows so many of the options that match what was typed. */
const MAX_OPTIONS = 200;

/**
 * The client's warehouses for a field that chooses one or some of them by name or ID. `nothingFoundMessage` is shown if the list
 * opens before the warehouses were read.
 */
export function useWarehouseChoice(isOffered: (warehouse: Warehouse) => boolean = () => true) {
  const { data, error } = useWarehouses();
  const options = (data ?? []).filter(isOffered).map(({ warehouse_id, warehouse_name }) => ({
    value: warehouse_id,
    label: warehouse_name === warehouse_id ? warehouse_id : `${warehouse_name} (${warehouse_id})`,
  }));
  return {
    data: options,
    limit: MAX_OPTIONS,
    searchable: true,
    nothingFoundMessage: data ? 'No warehouses found' : whyNone(error),
  };
}

const whyNone = (error: Error | null) => (error ? 'Warehouses could not be loaded' : 'Loading…');
