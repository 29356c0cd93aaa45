import { Anchor, Text, Title } from '@mantine/core';
import type { Column } from '../../components/column.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RowTable } from '../../components/row-table.tsx';

interface Failure {
  readonly client: string;
  readonly environment: string;
  readonly routing_run_id: number;
  readonly failure: string | null;
  readonly at: string;
}

const COLUMNS: readonly Column<Failure>[] = [
  {
    id: 'run',
    title: 'Run',
    cell: ({ client, environment, routing_run_id }) => (
      <Anchor
        component={PageLink}
        to={`/runs/${routing_run_id}`}
        search={{ client, environment: environment === 'test' ? 'test' : undefined }}
        size="sm"
      >
        {routing_run_id}
      </Anchor>
    ),
  },
  { id: 'client', title: 'Client', cell: ({ client, environment }) => `${client}, ${environment}` },
  { id: 'failure', title: 'Error', isWide: true, cell: ({ failure }) => failure },
  { id: 'at', title: 'When', cell: ({ at }) => <MomentText at={at} /> },
];

/** Runs of all clients that failed and wait for a person. */
export function FailedRuns({ failures }: { failures: readonly Failure[] }) {
  return (
    <div>
      <Title order={2} mb="xs">
        Failed runs
      </Title>
      {failures.length === 0 ? (
        <Text size="sm" c="dimmed">
          No failed runs are waiting for a retry.
        </Text>
      ) : (
        <RowTable
          label="Failed runs"
          columns={COLUMNS}
          rows={failures}
          idOf={({ routing_run_id }) => String(routing_run_id)}
        />
      )}
    </div>
  );
}
