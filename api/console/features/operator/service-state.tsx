import { Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { lazyScript } from '../../client/service-away.ts';
import { NeedList } from '../../components/need-list.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted } from '../../view/numbers.ts';
import { FailedRuns, FailingRuns } from './failed-runs.tsx';
import { Queues } from './queues.tsx';
import { serviceNeeds } from './service-needs.ts';
import { useService } from './use-service.ts';

// Charts are a large part of all script.
const ServiceDay = lazyScript(() => import('./service-day.tsx'));

/** What is wrong with the service, how its last day went, and what waits in its queues. */
export function ServiceState() {
  const service = useService();
  const day = useRead('service', '/account/v1/service/day', {}, { refetchInterval: useRefreshMs() });
  return (
    <QueryView query={service}>
      {(data) => (
        <Stack gap="md">
          <NeedList
            needs={serviceNeeds(data, day.data)}
            nothing="Nothing needs you: database, queue and workers respond."
          />
          <FailingRuns count={data.failing_count} runs={data.failing} />
          <FailedRuns failures={data.failures} />
          <QueryView query={day}>
            {(shown) => (
              <Suspense fallback={<Skeleton height={260} animate={false} />}>
                <ServiceDay day={shown} />
              </Suspense>
            )}
          </QueryView>
          <Queues queues={data.queues} />
          <Text size="sm" c="dimmed">
            {counted(data.workers, 'worker')}, version {data.version}
          </Text>
        </Stack>
      )}
    </QueryView>
  );
}
