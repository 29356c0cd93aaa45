import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageLink } from '../components/page-link.tsx';
import { NAVIGATION } from '../view/nav.ts';

/** What an operator sees instead of a client's page before a client is chosen. */
export function ChooseClient({ path }: { path: string }) {
  const entries = NAVIGATION.flatMap((group) => group.entries);
  const title = entries.find(({ to }) => to === path)?.label ?? 'No client is chosen';
  return (
    <Page title={title}>
      <EmptyState
        title="Choose a client"
        action={
          <Button component={PageLink} to="/clients">
            To the clients
          </Button>
        }
      >
        This page is about one client. Choose one at the top, or in the list of clients.
      </EmptyState>
    </Page>
  );
}
