import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ChangeTable } from '../../components/change-table.tsx';
import { type Column, column } from '../../components/column.ts';
import type { Filter } from '../../components/filter-bar.tsx';
import { Hint } from '../../components/hint.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { PagedTable, type Pages } from '../../components/paged-table.tsx';
import { changeSummary } from '../../view/change-words.ts';
import { AUDIT_ACTIONS, actionText, targetText } from './audit-actions.ts';
import { byWhom } from './by-whom.ts';
import type { AuditEntry } from './use-history.ts';

/** The parameters of AuditFilters, as a page shows them. */
export const AUDIT_FILTERS: readonly Filter[] = [
  { name: 'who', label: 'User’s email or token', width: 190 },
  { name: 'action', label: 'Action', options: AUDIT_ACTIONS, width: 160 },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Until', type: 'date' },
  {
    name: 'looks',
    label: 'Operator views',
    options: [{ value: 'shown', label: 'Shown' }],
    otherwise: 'Hidden',
    width: 175,
  },
];

/** The columns of the table. A card shows the first two first. */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  column('action', 'Action', ({ action }) => actionText(action), { width: '12rem' }),
  column('when', 'When', ({ at }) => <MomentText at={at} />, { width: '7rem' }),
  column('who', 'Who', ({ who }) => byWhom(who), { width: '12rem', isWide: true }),
  column('subject', 'Target', ({ subject }) => subject && targetText(subject), {
    width: '12rem',
    isWide: true,
  }),
  column('what', 'Changes', ({ changes }) => (changes.length === 0 ? '–' : changeSummary(changes)), {
    isWide: true,
  }),
];

interface AuditTableProps<E extends AuditEntry> {
  readonly pages: Pages<E>;
  readonly columns: readonly Column<E>[];
  readonly isFiltered: boolean;
  readonly empty?: ReactNode;
}

/** Entries of an audit log, newest first. A click on a row shows what it changed. */
export function AuditTable<E extends AuditEntry>({ columns, ...view }: AuditTableProps<E>) {
  const [shown, setShown] = useState<AuditEntry | null>(null);
  return (
    <>
      <PagedTable
        {...view}
        label="Audit log"
        columns={columns}
        idOf={({ id }) => String(id)}
        onOpen={setShown}
      />
      <Modal opened={shown !== null} onClose={() => setShown(null)} size="xl" title="Changes">
        {shown && (
          <>
            <Hint mb="xs">
              {shown.subject && `Target: ${shown.subject} `}
              {shown.address && `from ${shown.address} `}
              {shown.session_id !== null && `in session ${shown.session_id}`}
            </Hint>
            <ChangeTable changes={shown.changes} />
          </>
        )}
      </Modal>
    </>
  );
}
