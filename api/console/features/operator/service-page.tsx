import { Anchor } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { ServiceAudit } from './service-audit.tsx';
import { ServiceState } from './service-state.tsx';

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
