import { Button, Group, Modal, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangeTable } from '../../components/change-table.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyFailed } from '../../components/notify.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { summaryOf } from '../../view/changes.ts';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import { byWhom } from './by-whom.ts';
import {
  type AuditEntry,
  type AuditFilters,
  type Change,
  useAudit,
  useAuditDownload,
} from './use-history.ts';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'action', title: 'Action', width: '12rem', cell: ({ action }) => action },
  { id: 'when', title: 'When', width: '9rem', cell: ({ at }) => <MomentText at={at} /> },
  { id: 'who', title: 'Who', width: '16rem', cell: ({ who }) => byWhom(who) },
  { id: 'subject', title: 'On', cell: ({ subject }) => subject },
  {
    id: 'what',
    title: 'What changed',
    cell: ({ changes }) => (changes.length === 0 ? '–' : summaryOf(changes)),
  },
];

/** Who did what, and when: filters in the address, and all of it as a file. */
export function AuditLog() {
  const { who, action, from, to } = useSearch({ strict: false }) as AuditFilters;
  const filters = { who, action, from, to };
  const audit = useAudit(filters);
  const save = useAuditDownload(filters);
  const [shown, setShown] = useState<readonly Change[] | null>(null);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <Stack gap="xs">
      <Group align="flex-end" justify="space-between">
        <FilterBar
          values={filters}
          filters={[
            { name: 'who', label: 'Who', width: 220 },
            { name: 'action', label: 'What', options: AUDIT_ACTIONS, width: 190 },
            { name: 'from', label: 'From', type: 'date' },
            { name: 'to', label: 'Until', type: 'date' },
          ]}
        />
        <Button size="xs" variant="default" onClick={() => void save().catch(notifyFailed)}>
          Download as CSV
        </Button>
      </Group>
      <PagedTable
        pages={audit}
        label="Audit log"
        columns={COLUMNS}
        idOf={({ id }) => String(id)}
        onOpen={({ changes }) => setShown(changes)}
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
      <Modal opened={shown !== null} onClose={() => setShown(null)} size="xl" title="What changed">
        {shown && <ChangeTable changes={shown} />}
      </Modal>
    </Stack>
  );
}
