import type { components } from '../../../../shared/client/account-api.d.ts';
import { answerOf, api } from '../../client/api.ts';
import { download } from '../../client/download.ts';
import { usePages } from '../../client/pages.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { periodOf } from '../../view/times.ts';

export type Activation = components['schemas']['Activations']['activations'][number];
export type AuditEntry = components['schemas']['AuditEntry'];

const activationsOf = ({ activations }: components['schemas']['Activations']) => activations;
const entriesOf = ({ entries }: components['schemas']['AuditLog']) => entries;

/** The activations of configurations, newest first. */
export function useActivations() {
  const scope = useScope();
  return usePages({
    queryKey: queryKeys.history(scope, 'configurations'),
    read: (cursor) =>
      answerOf(
        api.GET('/account/v1/configurations', {
          params: { query: { ...clientQuery(scope), limit: 50, ...(cursor && { cursor }) } },
        }),
      ),
    rowsOf: activationsOf,
  });
}

/** The filters of the audit log: parameters of the page's address. */
export interface AuditFilters {
  readonly who: string | undefined;
  /** The part of an action before its dot. */
  readonly action: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** `shown`: with requests of operators that only read. */
  readonly looks: string | undefined;
}

/** The query of the filters, without the client. */
export function auditSearch({ who, action, from, to, looks }: AuditFilters) {
  return {
    requests: looks === 'shown' ? ('true' as const) : ('false' as const),
    ...(who && { who }),
    ...(action && { action }),
    ...periodOf({ from, to }),
  };
}

/** The entries of the audit log, newest first. */
export function useAudit(filters: AuditFilters) {
  const scope = useScope();
  return usePages({
    queryKey: [...queryKeys.history(scope, 'audit'), filters],
    read: async (cursor) => {
      const query = { ...clientQuery(scope), ...auditSearch(filters), limit: 50, ...(cursor && { cursor }) };
      // The type has the text of CSV too, but this answer is JSON.
      return (await answerOf(
        api.GET('/account/v1/audit', { params: { query } }),
      )) as components['schemas']['AuditLog'];
    },
    rowsOf: entriesOf,
  });
}

/** The forms in which entries are saved, and their media types. */
const FORMS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Saves all entries of a filter, and of the time between its dates. */
export function useAuditDownload(filters: AuditFilters) {
  const scope = useScope();
  const query = stringifySearch({ ...clientQuery(scope), ...auditSearch(filters) });
  return (form: keyof typeof FORMS) => download(`/account/v1/audit${query}`, FORMS[form], `audit.${form}`);
}
