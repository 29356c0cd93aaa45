import { Badge, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useList } from '../../client/operations.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { type Column, column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { changeSummary } from '../../view/change-words.ts';
import { byWhom } from './by-whom.ts';
import { type Activation, isAbout } from './use-history.ts';
import { useTakeBack } from './use-take-back.tsx';

const COLUMNS: readonly Column<Activation>[] = [
  column('version', 'Version', ({ configuration_id }) => String(configuration_id), {
    width: '14rem',
    beside: ({ action, subject, is_current }) => (
      <Group gap={4} ml="xs" wrap="nowrap">
        {is_current && <Mark>current</Mark>}
        {action === 'configurations.restore' && <Mark>restored</Mark>}
        {action === 'what_ifs.apply' && <Mark>{whatIfText(subject)}</Mark>}
      </Group>
    ),
  }),
  column('when', 'When', ({ activated_at }) => <MomentText at={activated_at} />, { width: '8rem' }),
  column('who', 'Who', ({ by }) => byWhom(by), { width: '14rem', isWide: true }),
  column('what', 'Changes', ({ changes }) => changeSummary(changes), { isWide: true }),
];

/** `what-ifs/12` in words. */
const whatIfText = (subject: string | null) => (subject ?? '').replace('what-ifs/', 'what-if ');

function Mark({ children }: { children: string }) {
  return (
    <Badge variant="default" radius="sm" tt="none">
      {children}
    </Badge>
  );
}

const CONFIGURATIONS = '/account/v1/configurations';

/** The activations of configurations, found by what they are about. A click on one shows all that it changed; each can be undone. */
export function Versions() {
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const rowsOf = useCallback(
    (page: { activations: readonly Activation[] }) => page.activations.filter((each) => isAbout(each, q)),
    [q],
  );
  const activations = useList('history', CONFIGURATIONS, 'activations', { limit: 100 }, { rowsOf });
  const all = activations.query.data?.pages.flatMap((page) => page.activations) ?? [];
  const { undo, restore } = useTakeBack();
  const actions: Column<Activation> = column(
    'actions',
    'Actions',
    (activation) => {
      const before = all[all.indexOf(activation) + 1]?.configuration_id;
      const of = `version ${activation.configuration_id}`;
      return (
        <Group gap={4} wrap="nowrap">
          {before !== undefined && (
            <RowButton label={`Undo the change of ${of}`} onClick={() => undo(activation, before)}>
              Undo
            </RowButton>
          )}
          {!activation.is_current && (
            <RowButton label={`Restore ${of}`} onClick={() => restore(activation)}>
              Restore
            </RowButton>
          )}
        </Group>
      );
    },
    { width: '9.5rem', hasButtons: true },
  );
  return (
    <Stack gap="xs">
      <FilterBar
        values={{ q }}
        filters={[{ name: 'q', label: 'SKU, warehouse, partner or person', width: 260 }]}
      />
      <PagedTable
        pages={activations}
        label="Configuration versions"
        columns={[...COLUMNS, actions]}
        idOf={({ activation_id }) => String(activation_id)}
        onOpen={(activation) =>
          modals.open({
            size: 'xl',
            title: `Version ${activation.configuration_id}`,
            children: <Version activation={activation} />,
          })
        }
        isFiltered={Boolean(q)}
        empty={
          <EmptyState title="No versions yet">
            Every change to warehouses, settings, profiles, rules or transit creates a version.
          </EmptyState>
        }
      />
    </Stack>
  );
}

function Version({ activation: { activated_at, by, action, subject, changes } }: { activation: Activation }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        <MomentText at={activated_at} />, {byWhom(by)}.{' '}
        {action === 'what_ifs.apply' && (
          <>
            Applied from <TextLink to={`/${subject}`}>{whatIfText(subject)}</TextLink>.
          </>
        )}
      </Text>
      <ChangeTable changes={changes} />
    </Stack>
  );
}
