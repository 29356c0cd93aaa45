import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { type AuditFilters, auditSearch } from '../history/use-history.ts';

/** Health, queues, workers and failures of the whole service. */
export function useService({ isWanted = true } = {}) {
  const refetchInterval = useRefreshMs();
  return useQuery({
    enabled: isWanted,
    queryKey: queryKeys.service,
    queryFn: () => answerOf(api.GET('/account/v1/service')),
    refetchInterval,
  });
}

/** The last day of the service, from its own counts. */
export function useServiceDay() {
  const refetchInterval = useRefreshMs();
  return useQuery({
    queryKey: [...queryKeys.service, 'day'],
    queryFn: () => answerOf(api.GET('/account/v1/service/day')),
    refetchInterval,
  });
}

export type ServiceAuditEntry = components['schemas']['ServiceAuditEntry'];

const entriesOf = ({ entries }: components['schemas']['ServiceAuditLog']) => entries;

/** In the address instead of a client: entries that belong to no client. No slug contains a dot. */
export const WHOLE_SERVICE = '.';

/** Entries of the audit log, newest first: of all clients and the whole service, or only of `of`. */
export function useServiceAudit(filters: AuditFilters, of: string | undefined) {
  const whose = of === WHOLE_SERVICE ? { without_client: 'true' as const } : { ...(of && { client: of }) };
  return usePages({
    queryKey: [...queryKeys.service, 'audit', filters, of],
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/service/audit', {
          params: { query: { ...whose, ...auditSearch(filters), limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: entriesOf,
  });
}
