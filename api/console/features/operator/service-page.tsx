import { Anchor, Stack } from '@mantine/core';
import { useRead } from '../../client/operations.ts';
import { useRefreshMs } from '../../client/preferences.ts';
import { Hint } from '../../components/hint.tsx';
import { NeedList } from '../../components/need-list.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { counted } from '../../view/numbers.ts';
import { ClientLoads } from './client-loads.tsx';
import { FailedRuns } from './failed-runs.tsx';
import { Queues } from './queues.tsx';
import { ServiceAudit } from './service-audit.tsx';
import { serviceNeeds } from './service-needs.ts';
import { useService } from './use-service.ts';

/** The state of the service, and its audit log. */
export function ServicePage() {
  return (
    <Page
      title="Service"
      lead={
        <>
          Health, queues and failed runs across all clients. See{' '}
          <Anchor href="/ops/queues" inherit>
            Bull Board
          </Anchor>{' '}
          for individual jobs and{' '}
          <Anchor href="/metrics" inherit>
            /metrics
          </Anchor>{' '}
          for Prometheus metrics.
        </>
      }
    >
      <PageTabs
        tabs={[
          { value: 'state', title: 'Status', content: <ServiceState /> },
          { value: 'audit', title: 'Audit log', content: <ServiceAudit /> },
        ]}
      />
    </Page>
  );
}

/** What is wrong with the service, who used it in the last day, and what waits in its queues. Prometheus has its curves. */
function ServiceState() {
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
          <FailedRuns {...data} />
          <QueryView query={day}>{({ clients }) => <ClientLoads clients={clients} />}</QueryView>
          <Queues queues={data.queues} />
          <Hint>
            {counted(data.workers, 'worker')}, version {data.version}
          </Hint>
        </Stack>
      )}
    </QueryView>
  );
}
