import { Button, Group } from '@mantine/core';
import { useSetSearch } from '../client/address.ts';
import type { Session } from '../client/session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { labelOf } from './nav.ts';

/** What an operator, or a person of several accounts, sees instead of a client's page before a client is chosen. */
export function ChooseClient({ path, accounts }: { path: string; accounts: Session['user']['accounts'] }) {
  const setSearch = useSetSearch();
  if (accounts.length > 0)
    return (
      <Page title={labelOf(path) ?? 'No account selected'}>
        <EmptyState
          title="Choose an account"
          action={
            <Group justify="center" gap="xs">
              {accounts.map(({ slug, name }) => (
                <Button key={slug} variant="default" onClick={() => setSearch({ client: slug })}>
                  {name}
                </Button>
              ))}
            </Group>
          }
        >
          You belong to several accounts. Switch between them in the top bar.
        </EmptyState>
      </Page>
    );
  return (
    <Page title={labelOf(path) ?? 'No client selected'}>
      <EmptyState title="Choose a client" page={{ to: '/clients', verb: 'Show clients' }}>
        This page shows one client. Choose one in the top bar or in the list of clients.
      </EmptyState>
    </Page>
  );
}
