import { Badge, Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { download } from '../../client/download.ts';
import { clientOf, useScope } from '../../client/scope.ts';
import { ChangeTable } from '../../components/change-table.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { MomentText } from '../../components/moment-text.tsx';
import { notifyDone, notifyFailed } from '../../components/notify.ts';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { summaryOf } from '../../view/changes.ts';
import { stringifySearch } from '../../view/search-codec.ts';
import { readersZone } from '../../view/times.ts';
import {
  type Activation,
  type AuditEntry,
  type Change,
  useActivations,
  useAudit,
  useRestore,
} from './use-history.ts';

const byWhom = (who: { kind: string; name: string } | null) =>
  who === null
    ? 'before history was kept'
    : who.kind === 'command_line'
      ? 'command line'
      : `${who.name}${who.kind === 'user' ? '' : ` (${who.kind})`}`;

const VERSIONS: readonly Column<Activation>[] = [
  {
    id: 'version',
    title: 'Version',
    width: '9rem',
    cell: ({ configuration_id, is_current }) => (
      <Group gap="xs" wrap="nowrap">
        {configuration_id}
        {is_current && (
          <Badge variant="default" radius="sm" tt="none">
            present
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'when', title: 'When', width: '9rem', cell: ({ activated_at }) => <MomentText at={activated_at} /> },
  { id: 'who', title: 'Who', width: '16rem', cell: ({ by }) => byWhom(by) },
  { id: 'what', title: 'What changed', cell: ({ changes }) => summaryOf(changes) },
];

const AUDIT: readonly Column<AuditEntry>[] = [
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

/** Versions of the configuration, to compare and restore; and the audit log. */
export function HistoryPage() {
  const { tab = 'versions' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const show = (value: string | null) =>
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, tab: value === 'audit' ? 'audit' : undefined })) as never,
    });
  return (
    <Page title="History" lead={`Who changed what, and when. Times in ${readersZone()}.`}>
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="versions">Configuration versions</Tabs.Tab>
          <Tabs.Tab value="audit">Audit log</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="versions">
          <Versions />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <Audit />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Versions() {
  const activations = useActivations();
  const [shown, setShown] = useState<Activation | null>(null);
  return (
    <>
      <PagedTable
        pages={activations}
        label="Configuration versions"
        columns={VERSIONS}
        idOf={({ activation_id }) => String(activation_id)}
        onOpen={setShown}
        empty={
          <EmptyState title="No versions yet">
            Each change of warehouses, settings, profiles, rules or transit is a version of its own.
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
        <MomentText at={activation.activated_at} />, {byWhom(activation.by)}. What this version changed:
      </Text>
      <ChangeTable changes={activation.changes} />
      {(trial.error ?? restore.error) && <ErrorNote error={trial.error ?? restore.error} />}
      {trial.data && (
        <div role="status">
          <Text size="sm" fw={600}>
            Restoring it would change:
          </Text>
          <ChangeTable changes={trial.data.changes} />
        </div>
      )}
      {!activation.is_current && (
        <Group justify="flex-end">
          <Button variant="default" loading={trial.isPending} onClick={() => trial.mutate(id)}>
            Show what a restore changes
          </Button>
          {trial.data && trial.data.changes.length > 0 && (
            <Button
              loading={restore.isPending}
              onClick={() =>
                restore.mutate(id, {
                  onSuccess: () => {
                    notifyDone(`Version ${id} is restored, as a new version.`);
                    onDone();
                  },
                })
              }
            >
              Restore this version
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Audit() {
  const audit = useAudit();
  const scope = useScope();
  const [shown, setShown] = useState<readonly Change[] | null>(null);
  const save = () =>
    download(`/account/v1/audit${stringifySearch(clientOf(scope))}`, 'text/csv', 'audit.csv');
  return (
    <Stack gap="xs">
      <Group>
        <Button size="xs" variant="default" onClick={() => void save().catch(notifyFailed)}>
          Download all as CSV
        </Button>
      </Group>
      <PagedTable
        pages={audit}
        label="Audit log"
        columns={AUDIT}
        idOf={({ id }) => String(id)}
        onOpen={({ changes }) => setShown(changes)}
        empty={
          <EmptyState title="Nothing yet">
            Every change of the account stands here, with who made it. Secrets never do.
          </EmptyState>
        }
      />
      <Modal opened={shown !== null} onClose={() => setShown(null)} size="xl" title="What changed">
        {shown && <ChangeTable changes={shown} />}
      </Modal>
    </Stack>
  );
}
