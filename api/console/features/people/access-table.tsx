import { Badge } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';

/** A key or a token as it is listed. */
interface AccessRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly prefix: string;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly ask: () => void;
}

const COLUMNS: readonly Column<AccessRow>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  {
    id: 'kind',
    title: 'For',
    width: '7rem',
    cell: ({ kind }) => (
      <Badge variant="default" radius="sm" tt="none">
        {kind}
      </Badge>
    ),
  },
  {
    id: 'prefix',
    title: 'Begins with',
    width: '16rem',
    isWide: true,
    cell: ({ prefix }) => <code>{prefix}…</code>,
  },
  { id: 'maker', title: 'Made by', width: '12rem', cell: ({ created_by }) => created_by ?? '–' },
  {
    id: 'created',
    title: 'Created',
    width: '9rem',
    cell: ({ created_at }) => <MomentText at={created_at} />,
  },
  {
    id: 'used',
    title: 'Last used',
    width: '9rem',
    cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <MomentText at={last_used_at} />),
  },
  {
    id: 'state',
    title: 'Status',
    width: '11rem',
    cell: ({ name, kind, revoked_at, ask }) =>
      revoked_at === null ? (
        <RowButton label={`Revoke ${name} (${kind})`} onClick={ask}>
          Revoke
        </RowButton>
      ) : (
        <>
          revoked <MomentText at={revoked_at} />
        </>
      ),
  },
];

/** Keys or tokens with their last use, and a button to revoke each. */
export function AccessTable({ label, rows }: { label: string; rows: readonly AccessRow[] }) {
  return <RowTable label={label} columns={COLUMNS} rows={rows} idOf={({ id }) => String(id)} />;
}
