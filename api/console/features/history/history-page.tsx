import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { readersZone } from '../../view/times.ts';
import { AuditLog } from './audit-log.tsx';
import { Versions } from './versions.tsx';

/** The versions of the configuration, which can be restored, and the audit log. */
export function HistoryPage() {
  return (
    <Page title="History" lead={`Who changed what, and when. Times in ${readersZone()}.`}>
      <PageTabs
        own={['q']}
        tabs={[
          { value: 'versions', title: 'Configuration versions', content: <Versions /> },
          { value: 'audit', title: 'Audit log', content: <AuditLog /> },
        ]}
      />
    </Page>
  );
}
