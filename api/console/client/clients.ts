import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Every client of the service, for operators. */
export function useClients() {
  return useQuery({
    queryKey: queryKeys.clients,
    queryFn: async () => (await answerOf(api.GET('/account/v1/clients'))).clients,
  });
}
