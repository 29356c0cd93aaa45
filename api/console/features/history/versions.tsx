import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useList } from '../../client/operations.ts';
import { useRestore } from '../../client/undo.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import { type Column, column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { changeSummary } from '../../view/change-words.ts';
import { counted } from '../../view/numbers.ts';
import { byWhom } from './by-whom.ts';
import type { Activation } from './use-history.ts';

const COLUMNS: readonly Column<Activation>[] = [
  column('version', 'Version', ({ configuration_id }) => String(configuration_id), {
    width: '13rem',
    beside: ({ action, subject, is_current }) => (
      <Group gap="xs" ml="xs">
        {is_current && <Mark>current</Mark>}
        {action === 'configurations.restore' && <Mark>restored</Mark>}
        {action === 'what_ifs.apply' && <Mark>{whatIfText(subject)}</Mark>}
      </Group>
    ),
  }),
  column('when', 'When', ({ activated_at }) => <MomentText at={activated_at} />, { width: '9rem' }),
  column('who', 'Who', ({ by }) => byWhom(by), { width: '16rem', isWide: true }),
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

/** The activations of configurations. A click on one shows what it changed, and can restore it. */
export function Versions() {
  const activations = useList('history', '/account/v1/configurations', 'activations', { limit: 50 });
  const beforeOf = (activation: Activation) =>
    activations.rows[activations.rows.indexOf(activation) + 1]?.configuration_id;
  return (
    <PagedTable
      pages={activations}
      label="Configuration versions"
      columns={COLUMNS}
      idOf={({ activation_id }) => String(activation_id)}
      onOpen={(activation) =>
        modals.open({
          size: 'xl',
          title: `Version ${activation.configuration_id}`,
          children: <Version activation={activation} before={beforeOf(activation)} />,
        })
      }
      empty={
        <EmptyState title="No versions yet">
          Every change to warehouses, settings, profiles, rules or transit creates a version.
        </EmptyState>
      }
    />
  );
}

/** `before`: the version that was there before it; undefined if it is not known here. */
function Version({ activation, before }: { activation: Activation; before: number | undefined }) {
  const trial = useRestore({ isTrial: true });
  const restore = useRestore({ isTrial: false });
  const id = activation.configuration_id;
  const [target, setTarget] = useState(id);
  const isUndo = target === before;
  const preview = (version: number) => {
    setTarget(version);
    trial.mutate(version);
  };
  const own = new Set(activation.changes.map(({ path }) => path));
  const also = (trial.data?.changes ?? []).filter(({ path }) => !own.has(path));
  return (
    <Stack gap="sm">
      <Text size="sm">
        <MomentText at={activation.activated_at} />, {byWhom(activation.by)}.{' '}
        {activation.action === 'what_ifs.apply' && (
          <>
            Applied from <TextLink to={`/${activation.subject}`}>{whatIfText(activation.subject)}</TextLink>.{' '}
          </>
        )}
        Changes in this version:
      </Text>
      <ChangeTable changes={activation.changes} />
      {(trial.error ?? restore.error) && <ErrorNote error={trial.error ?? restore.error} />}
      {trial.data && (
        <div role="status">
          <Text size="sm" fw={600}>
            {isUndo ? 'Undoing this change would change:' : 'Restoring this version would change:'}
          </Text>
          {also.length > 0 && (
            <Text size="sm">
              It also takes back {counted(also.length, 'later change')}: {changeSummary(also)}.
            </Text>
          )}
          <ChangeTable changes={trial.data.changes} />
          <EnabledWarehouses enabled={trial.data.enabled} />
        </div>
      )}
      {(!activation.is_current || before !== undefined) && (
        <Group justify="flex-end">
          {before !== undefined && !(isUndo && trial.data) && (
            <PlainButton loading={trial.isPending} onClick={() => preview(before)}>
              Undo this change…
            </PlainButton>
          )}
          {!activation.is_current && (
            <PlainButton loading={trial.isPending} onClick={() => preview(id)}>
              Preview restore
            </PlainButton>
          )}
          {trial.data && trial.data.changes.length > 0 && (
            <Button
              loading={restore.isPending}
              onClick={() =>
                restore.mutate(target, {
                  onSuccess: () => {
                    notifyDone(isUndo ? 'The change is undone.' : `Version ${id} restored.`);
                    modals.closeAll();
                  },
                })
              }
            >
              {isUndo ? 'Undo this change' : 'Restore version'}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
