import { Tabs } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../../client/address.ts';
import { Page } from '../../components/page.tsx';
import { readersZone } from '../../view/times.ts';
import { AuditLog } from './audit-log.tsx';
import { Versions } from './versions.tsx';

/** Versions of the configuration, to compare and restore; and the audit log. */
export function HistoryPage() {
  const { tab = 'versions' } = useSearch({ strict: false }) as { tab?: string };
  const setSearch = useSetSearch();
  const show = (value: string | null) => setSearch({ tab: value === 'audit' ? 'audit' : undefined });
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
          <AuditLog />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
