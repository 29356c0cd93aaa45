import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { clientOf, useScope } from './scope.ts';

/** The client's warehouses, in the order of their priority. */
export function useWarehouses() {
  const scope = useScope();
  return useQuery({
    queryKey: queryKeys.warehouses(scope),
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/warehouses', { params: { query: clientOf(scope) } }))).warehouses,
  });
}
