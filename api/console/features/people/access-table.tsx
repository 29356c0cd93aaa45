import { Badge, Group, Text } from '@mantine/core';
import { type Column, column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { RowTable } from '../../components/row-table.tsx';

/** A key or a token as it is listed. */
export interface AccessRow {
  readonly id: number;
  readonly name: string;
  readonly type: 'key' | 'token';
  /** The environment of a key, the role of a token. */
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
  column('name', 'Name', ({ name, prefix }) => (
    <>
      {name}
      <Text size="xs" c="dimmed">
        <code>{prefix}…</code>
      </Text>
    </>
  )),
  column(
    'kind',
    'For',
    ({ kind }) => (
      <Badge variant="default" radius="sm" tt="none" miw="max-content">
        {kind}
      </Badge>
    ),
    { width: '6rem' },
  ),
  column(
    'may',
    'Access',
    ({ may, allowed_addresses }) => (
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
    { width: '9rem' },
  ),
  column('maker', 'Created by', ({ created_by }) => created_by ?? '–', { width: '7rem' }),
  column('created', 'Created', ({ created_at }) => <MomentText at={created_at} />, { width: '7rem' }),
  column(
    'used',
    'Last used',
    ({ last_used_at, last_used_from }) =>
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
    { width: '8rem' },
  ),
  column(
    'expires',
    'Expires',
    ({ expires_at }) => (expires_at === null ? 'never' : <MomentText at={expires_at} />),
    { width: '5.5rem' },
  ),
  column(
    'state',
    'Status',
    ({ name, kind, revoked_at, ask, roll }) =>
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
    { width: '8.5rem' },
  ),
];

/** Keys or tokens with their last use, and a button to revoke each. */
export function AccessTable({ label, rows }: { label: string; rows: readonly AccessRow[] }) {
  return <RowTable label={label} columns={COLUMNS} rows={rows} idOf={({ id }) => String(id)} />;
}
