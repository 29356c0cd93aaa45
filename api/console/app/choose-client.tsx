import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { labelOf } from './nav.ts';

/** What an operator sees instead of a client's page before a client is chosen. */
export function ChooseClient({ path }: { path: string }) {
  return (
    <Page title={labelOf(path) ?? 'No client selected'}>
      <EmptyState title="Choose a client" page={{ to: '/clients', verb: 'Show clients' }}>
        This page shows one client. Choose one in the top bar or in the list of clients.
      </EmptyState>
    </Page>
  );
}
