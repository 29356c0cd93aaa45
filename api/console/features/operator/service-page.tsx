import { Anchor, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../client/api.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { queryKeys } from '../../client/query-keys.ts';
import { MomentText } from '../../components/moment-text.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { whole } from '../../view/numbers.ts';
import { duration } from '../../view/times.ts';

/** Whether it works, for whom, how full it is. */
export function ServicePage() {
  const refetchInterval = useRefreshMs();
  const service = useQuery({
    queryKey: queryKeys.service,
    queryFn: () => answerOf(api.GET('/account/v1/service')),
    refetchInterval,
  });
  return (
    <Page
      title="Service"
      lead={
        <>
          Health, queues and failures of the whole service.{' '}
          <Anchor href="/ops/queues" inherit>
            Bull Board
          </Anchor>{' '}
          shows single jobs,{' '}
          <Anchor href="/metrics" inherit>
            /metrics
          </Anchor>{' '}
          what Prometheus reads.
        </>
      }
    >
      <QueryView query={service}>
        {(data) => (
          <Stack gap="md">
            <SimpleGrid cols={{ base: 2, sm: 4 }}>
              <Fact label="Database" value={data.database === 'ok' ? '✓ answers' : '✕ does not answer'} />
              <Fact label="Queue" value={data.queue === 'ok' ? '✓ answers' : '✕ does not answer'} />
              <Fact label="Workers" value={data.workers === 0 ? '✕ none is alive' : whole(data.workers)} />
              <Fact label="Version" value={data.version} />
            </SimpleGrid>
            <QueueTable queues={data.queues} />
            <FailureTable failures={data.failures} />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz="lg" fw={600}>
        {value}
      </Text>
    </Paper>
  );
}

interface QueueRow {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly oldest_waiting_seconds: number;
}

function QueueTable({ queues }: { queues: readonly QueueRow[] }) {
  const states = [...new Set(queues.flatMap(({ counts }) => Object.keys(counts)))];
  return (
    <div>
      <Title order={2} mb="xs">
        Queues
      </Title>
      <Table.ScrollContainer minWidth={620} type="native">
        <Table aria-label="Queues">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Queue</Table.Th>
              {states.map((state) => (
                <Table.Th key={state} className="num">
                  {state}
                </Table.Th>
              ))}
              <Table.Th className="num">Oldest waits</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queues.map(({ name, counts, oldest_waiting_seconds }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                {states.map((state) => (
                  <Table.Td key={state} className="num">
                    {whole(counts[state] ?? 0)}
                  </Table.Td>
                ))}
                <Table.Td className="num">
                  {oldest_waiting_seconds === 0 ? '–' : duration(oldest_waiting_seconds * 1000)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

interface FailureRow {
  readonly client: string;
  readonly environment: string;
  readonly routing_run_id: number;
  readonly failure: string | null;
  readonly at: string;
}

function FailureTable({ failures }: { failures: readonly FailureRow[] }) {
  return (
    <div>
      <Title order={2} mb="xs">
        Runs that failed
      </Title>
      {failures.length === 0 ? (
        <Text size="sm" c="dimmed">
          No run has failed.
        </Text>
      ) : (
        <Table aria-label="Runs that failed">
          <Table.Tbody>
            {failures.map(({ client, environment, routing_run_id, failure, at }) => (
              <Table.Tr key={routing_run_id}>
                <Table.Td>{client}</Table.Td>
                <Table.Td>{environment}</Table.Td>
                <Table.Td>run {routing_run_id}</Table.Td>
                <Table.Td>{failure}</Table.Td>
                <Table.Td>
                  <MomentText at={at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
