import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../client/operations.ts';
import { useRestore } from '../../client/undo.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import type { Column } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { EnabledWarehouses } from '../../components/enabled-stock.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { TextLink } from '../../components/page-link.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { PlainButton } from '../../components/plain-button.tsx';
import { changeSummary } from '../../view/change-words.ts';
import { byWhom } from './by-whom.ts';
import type { Activation } from './use-history.ts';

const COLUMNS: readonly Column<Activation>[] = [
  {
    id: 'version',
    title: 'Version',
    width: '13rem',
    cell: ({ configuration_id }) => String(configuration_id),
    beside: ({ action, subject, is_current }) => (
      <Group gap="xs" ml="xs">
        {is_current && <Mark>current</Mark>}
        {action === 'configurations.restore' && <Mark>restored</Mark>}
        {action === 'what_ifs.apply' && <Mark>{whatIfText(subject)}</Mark>}
      </Group>
    ),
  },
  { id: 'when', title: 'When', width: '9rem', cell: ({ activated_at }) => <MomentText at={activated_at} /> },
  { id: 'who', title: 'Who', width: '16rem', isWide: true, cell: ({ by }) => byWhom(by) },
  { id: 'what', title: 'Changes', isWide: true, cell: ({ changes }) => changeSummary(changes) },
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
  const [shown, setShown] = useState<Activation | null>(null);
  return (
    <>
      <PagedTable
        pages={activations}
        label="Configuration versions"
        columns={COLUMNS}
        idOf={({ activation_id }) => String(activation_id)}
        onOpen={setShown}
        empty={
          <EmptyState title="No versions yet">
            Every change to warehouses, settings, profiles, rules or transit creates a version.
          </EmptyState>
        }
      />
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        size="xl"
        title={`Version ${shown?.configuration_id ?? ''}`}
      >
        {shown && <Version activation={shown} onDone={() => setShown(null)} />}
      </Modal>
    </>
  );
}

function Version({ activation, onDone }: { activation: Activation; onDone: () => void }) {
  const trial = useRestore({ isTrial: true });
  const restore = useRestore({ isTrial: false });
  const id = activation.configuration_id;
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
      <ChangeTable hasPaths changes={activation.changes} />
      {(trial.error ?? restore.error) && <ErrorNote error={trial.error ?? restore.error} />}
      {trial.data && (
        <div role="status">
          <Text size="sm" fw={600}>
            Restoring this version would change:
          </Text>
          <ChangeTable hasPaths changes={trial.data.changes} />
          <EnabledWarehouses enabled={trial.data.enabled} />
        </div>
      )}
      {!activation.is_current && (
        <Group justify="flex-end">
          <PlainButton loading={trial.isPending} onClick={() => trial.mutate(id)}>
            Preview restore
          </PlainButton>
          {trial.data && trial.data.changes.length > 0 && (
            <Button
              loading={restore.isPending}
              onClick={() =>
                restore.mutate(id, {
                  onSuccess: () => {
                    notifyDone(`Version ${id} restored.`);
                    onDone();
                  },
                })
              }
            >
              Restore version
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
