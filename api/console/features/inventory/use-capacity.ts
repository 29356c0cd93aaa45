import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';

/** The places of the warehouses with a capacity, for two weeks from today on. */
export function useCapacity() {
  const scope = useScope();
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.capacity(scope),
    queryFn: () => answerOf(api.GET('/account/v1/capacity', { params: { query: scope } })),
    refetchInterval,
  });
}
