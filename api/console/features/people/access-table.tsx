import { Badge, Group, Text } from '@mantine/core';
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
  readonly last_used_from: string | null;
  readonly expires_at: string | null;
  readonly allowed_addresses: readonly string[] | null;
  /** What it may do, in words, and all of it for the hint. */
  readonly may: { readonly short: string; readonly all: string };
  readonly revoked_at: string | null;
  readonly ask: () => void;
  readonly roll: () => void;
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
  {
    id: 'may',
    title: 'Access',
    width: '12rem',
    cell: ({ may, allowed_addresses }) => (
      <>
        <span title={may.all}>{may.short}</span>
        {allowed_addresses !== null && (
          <Text size="xs" c="dimmed" title={allowed_addresses.join(', ')}>
            from{' '}
            {allowed_addresses.length === 1 ? allowed_addresses[0] : `${allowed_addresses.length} addresses`}
          </Text>
        )}
      </>
    ),
  },
  { id: 'maker', title: 'Created by', width: '12rem', cell: ({ created_by }) => created_by ?? '–' },
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
    cell: ({ last_used_at, last_used_from }) =>
      last_used_at === null ? (
        'never'
      ) : (
        <>
          <MomentText at={last_used_at} />
          {last_used_from !== null && (
            <Text size="xs" c="dimmed">
              from {last_used_from}
            </Text>
          )}
        </>
      ),
  },
  {
    id: 'expires',
    title: 'Expires',
    width: '8rem',
    cell: ({ expires_at }) => (expires_at === null ? 'never' : <MomentText at={expires_at} />),
  },
  {
    id: 'state',
    title: 'Status',
    width: '11rem',
    cell: ({ name, kind, revoked_at, ask, roll }) =>
      revoked_at === null ? (
        <Group gap={6} wrap="nowrap">
          <RowButton label={`Roll ${name} (${kind})`} onClick={roll}>
            Roll
          </RowButton>
          <RowButton label={`Revoke ${name} (${kind})`} onClick={ask}>
            Revoke
          </RowButton>
        </Group>
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
