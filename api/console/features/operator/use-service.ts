import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';

/** Health, queues, workers and failures of the whole service. */
export function useService() {
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: queryKeys.service,
    queryFn: () => answerOf(api.GET('/account/v1/service')),
    refetchInterval,
  });
}
