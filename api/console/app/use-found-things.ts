import { useQuery } from '@tanstack/react-query';
import { useWarehouses } from '../client/warehouses.ts';
import { useApiKeys, useUsers } from '../features/people/use-people.ts';
import type { Role } from './nav.ts';
import type { Things } from './search-targets.ts';

/**
 * What the search finds by name. Keys and people are those of the owner's own account: what an operator reads of a client is in
 * its audit log, and a search is no look at them.
 */
export function useFoundThings(role: Role): Things {
  const isWanted = role === 'owner';
  const { data: sites = [] } = useWarehouses();
  const { data: keys = [] } = useApiKeys({ isWanted });
  const { data: users } = useUsers({ isWanted });
  // The settings are loaded when somebody searches, because the first page needs none of them.
  const { data: settings = [] } = useQuery({
    queryKey: ['setting-facts'],
    queryFn: async () =>
      (await import('../../../shared/contracts/account/account-settings.ts')).ACCOUNT_SETTINGS,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    sites,
    settings,
    keys: keys.filter(({ revoked_at }) => revoked_at === null),
    people: users?.users ?? [],
  };
}
