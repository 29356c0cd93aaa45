import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { useScope } from '../../client/scope.ts';

/** The used part of the plan, and the orders of each day. Only orders of Live count, whichever environment is open. */
export function useUsage() {
  const scope = { ...useScope(), environment: 'live' } as const;
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.usage(scope),
    queryFn: () => answerOf(api.GET('/account/v1/usage', { params: { query: scope } })),
    refetchInterval,
  });
}
