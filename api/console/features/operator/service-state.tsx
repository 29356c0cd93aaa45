import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { QueryView } from '../../components/query-view.tsx';
import { whole } from '../../view/numbers.ts';
import { FailedRuns, FailingRuns } from './failed-runs.tsx';
import { Queues } from './queues.tsx';
import { useService } from './use-service.ts';

/** The health, queues and failed runs of the service. */
export function ServiceState() {
  const service = useService();
  return (
    <QueryView query={service}>
      {(data) => (
        <Stack gap="md">
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Fact label="Database" value={data.database === 'ok' ? '✓ healthy' : '✕ not responding'} />
            <Fact label="Queue" value={data.queue === 'ok' ? '✓ healthy' : '✕ not responding'} />
            <Fact label="Workers" value={data.workers === 0 ? '✕ none running' : whole(data.workers)} />
            <Fact label="Version" value={data.version} />
          </SimpleGrid>
          <FailingRuns count={data.failing_count} runs={data.failing} />
          <Queues queues={data.queues} />
          <FailedRuns failures={data.failures} />
        </Stack>
      )}
    </QueryView>
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
