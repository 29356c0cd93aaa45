import { Group, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { AUDIT_COLUMNS, AUDIT_FILTERS, AuditTable } from './audit-table.tsx';
import { type AuditFilters, useAudit, useAuditDownload } from './use-history.ts';

/** The audit log of an account, with filters and a download. */
export function AuditLog() {
  const { who, action, from, to, looks } = useSearch({ strict: false }) as AuditFilters;
  const filters = { who, action, from, to, looks };
  const audit = useAudit(filters);
  const save = useAuditDownload(filters);
  return (
    <Stack gap="xs">
      <Group align="flex-end" justify="space-between">
        <FilterBar values={filters} filters={AUDIT_FILTERS} />
        <Group gap="xs">
          <PlainButton size="xs" onClick={() => void save('csv').catch(notifyFailed)}>
            Download as CSV
          </PlainButton>
          <PlainButton size="xs" onClick={() => void save('ndjson').catch(notifyFailed)}>
            Download as NDJSON
          </PlainButton>
        </Group>
      </Group>
      <AuditTable
        pages={audit}
        columns={AUDIT_COLUMNS}
        isFiltered={Object.values(filters).some(Boolean)}
        empty={
          <EmptyState title="No entries yet">
            Every change to this account is recorded here with the person who made it. Secrets are never
            recorded.
          </EmptyState>
        }
      />
    </Stack>
  );
}
