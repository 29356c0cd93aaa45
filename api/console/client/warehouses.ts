import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../shared/client/account-api.d.ts';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { clientOf, useScope } from './scope.ts';

export type Warehouse = components['schemas']['Warehouse'];

/** The client's warehouses, in the order of their priority; those without one come last. */
export function useWarehouses() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.configuration(scope, 'warehouses'),
    queryFn: () => answerOf(api.GET('/account/v1/warehouses', { params: { query: clientOf(scope) } })),
    select: byPriority,
  });
}

function byPriority({ warehouses }: { warehouses: Warehouse[] }): Warehouse[] {
  const rank = ({ priority }: Warehouse) => priority ?? Number.POSITIVE_INFINITY;
  return warehouses.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/**
 * The client's warehouses for a field that chooses one or some of them by name. `nothingFoundMessage` is shown if the list
 * opens before the warehouses were read.
 */
export function useWarehouseChoice(isOffered: (warehouse: Warehouse) => boolean = () => true) {
  const { data, error } = useWarehouses();
  const options = (data ?? []).filter(isOffered).map(({ warehouse_id, warehouse_name }) => ({
    value: warehouse_id,
    label: warehouse_name,
  }));
  return { data: options, nothingFoundMessage: data ? 'No warehouse to choose' : whyNone(error) };
}

const whyNone = (error: Error | null) => (error ? 'The warehouses cannot be read now' : 'Loading …');
