import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { components } from '../../../../shared/client/account-api.d.ts';
import { useClients } from '../../client/clients.ts';
import { useList } from '../../client/operations.ts';
import { type Column, column } from '../../components/column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { AUDIT_ACTIONS, SERVICE_ACTIONS } from '../history/audit-actions.ts';
import { AUDIT_COLUMNS, AUDIT_FILTERS, AuditTable } from '../history/audit-table.tsx';
import { type AuditFilters, auditSearch } from '../history/use-history.ts';

/** In the address instead of a client: entries that belong to no client. No slug contains a dot. */
const WHOLE_SERVICE = '.';

const [ACTION, WHEN, ...OTHERS] = AUDIT_COLUMNS;
const COLUMNS: readonly Column<components['schemas']['ServiceAuditEntry']>[] = [
  ACTION!,
  WHEN!,
  column('client', 'Client', ({ client }) => client ?? 'whole service', { width: '9rem' }),
  ...OTHERS,
];

const FILTERS = AUDIT_FILTERS.map((filter) =>
  filter.name === 'action' ? { ...filter, options: [...AUDIT_ACTIONS, ...SERVICE_ACTIONS] } : filter,
);

/** The audit log of all clients and the whole service. Reading it adds an entry too. */
export function ServiceAudit() {
  const { of, who, action, from, to, looks } = useSearch({ strict: false }) as AuditFilters & { of?: string };
  const filters = { who, action, from, to, looks };
  const whose = of === WHOLE_SERVICE ? { without_client: 'true' as const } : { ...(of && { client: of }) };
  const values = { ...whose, ...auditSearch(filters), limit: 50 };
  const audit = useList('service', '/account/v1/service/audit', 'entries', values);
  const clients = useClients();
  const choices = [
    { value: WHOLE_SERVICE, label: 'Whole service' },
    ...(clients.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <Stack gap="xs">
      <FilterBar
        values={{ ...filters, of }}
        filters={[{ name: 'of', label: 'Client or service', options: choices, width: 180 }, ...FILTERS]}
      />
      <AuditTable pages={audit} columns={COLUMNS} isFiltered />
    </Stack>
  );
}
