import type { components } from '../../../../shared/client/account-api.d.ts';
import { download } from '../../client/download.ts';
import { useList } from '../../client/operations.ts';
import { clientQuery, useScope } from '../../client/scope.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { periodOf } from '../../view/times.ts';

export type Activation = components['schemas']['Activations']['activations'][number];
export type AuditEntry = components['schemas']['AuditEntry'];

/** Whether a text is in what was changed, in who changed it or in what it was done to: a SKU, a warehouse, a person. */
export function isAbout(
  { by, subject, changes }: Pick<Activation, 'by' | 'subject' | 'changes'>,
  text: string,
) {
  const sought = text.trim().toLowerCase();
  return JSON.stringify([by?.name, subject, changes]).toLowerCase().includes(sought);
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
export const useAudit = (filters: AuditFilters) =>
  useList('history', '/account/v1/audit', 'entries', { ...auditSearch(filters), limit: 50 });

/** The forms in which entries are saved, and their media types. */
const FORMS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Saves all entries of a filter, and of the time between its dates. */
export function useAuditDownload(filters: AuditFilters) {
  const scope = useScope();
  const query = stringifySearch({ ...clientQuery(scope), ...auditSearch(filters) });
  return (form: keyof typeof FORMS) => download(`/account/v1/audit${query}`, FORMS[form], `audit.${form}`);
}
