import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The most clients that a choice lists. The Clients page finds the others by name. */
const MAX_LISTED = 200;

/** The clients to choose from, for operators. */
export function useClients() {
  return useQuery({
    queryKey: [...queryKeys.clients, 'choice'],
    queryFn: async () =>
      (await answerOf(api.GET('/account/v1/clients', { params: { query: { limit: MAX_LISTED } } }))).clients,
  });
}
