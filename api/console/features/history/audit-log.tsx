import { Button, Group, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { AUDIT_COLUMNS, AUDIT_FILTERS, AuditTable } from './audit-table.tsx';
import { type AuditFilters, useAudit, useAuditDownload } from './use-history.ts';

/** The audit log of an account, with filters and a download. */
export function AuditLog() {
  const { who, action, from, to, looks } = useSearch({ strict: false }) as AuditFilters;
  const filters = { who, action, from, to, looks };
  const audit = useAudit(filters);
  const save = useAuditDownload(filters);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <Stack gap="xs">
      <Group align="flex-end" justify="space-between">
        <FilterBar values={filters} filters={AUDIT_FILTERS} />
        <Button size="xs" variant="default" onClick={() => void save().catch(notifyFailed)}>
          Download as CSV
        </Button>
      </Group>
      <AuditTable
        pages={audit}
        columns={AUDIT_COLUMNS}
        empty={
          isFiltered ? (
            <EmptyState title="Nothing matches">
              Take a filter away. Who is a whole e-mail address, or the whole name of a token.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing yet">
              Every change of the account stands here, with who made it. Secrets never do.
            </EmptyState>
          )
        }
      />
    </Stack>
  );
}
