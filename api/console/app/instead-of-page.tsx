import { Alert, Button, Group, Text } from '@mantine/core';
import { useSetSearch } from '../client/address.ts';
import type { Session } from '../client/session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { TextLink } from '../components/page-link.tsx';
import { labelOf, type NavEntry } from './nav.ts';

/** A page that the person's role may not open. Its buttons would all be refused. */
export function ClosedPage({ label, audience }: Pick<NavEntry, 'label' | 'audience'>) {
  return (
    <Page title={label}>
      <Alert color="red" variant="light" role="alert" title="Not allowed">
        {audience === 'operator'
          ? 'Only operators can open this page.'
          : audience === 'member'
            ? 'Viewers cannot open this page. Ask an account owner to make you a member.'
            : 'Only account owners can open this page. Ask one to make the change, or to make you an owner.'}
      </Alert>
    </Page>
  );
}

/** The page of an unknown address. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>
        There is no page at this address. Go to the <TextLink to="/">Overview</TextLink> or press Ctrl K to
        search.
      </Text>
    </Page>
  );
}

/** What an operator, or a person of several accounts, sees instead of a client's page before a client is chosen. */
export function ChooseClient({ path, accounts }: { path: string; accounts: Session['user']['accounts'] }) {
  const setSearch = useSetSearch();
  const choices = accounts.map(({ slug, name }) => (
    <Button key={slug} variant="default" onClick={() => setSearch({ client: slug })}>
      {name}
    </Button>
  ));
  return (
    <Page title={labelOf(path) ?? 'No account selected'}>
      {choices.length > 0 ? (
        <EmptyState title="Choose an account" action={<Group gap="xs">{choices}</Group>}>
          You belong to several accounts. Switch between them in the top bar.
        </EmptyState>
      ) : (
        <EmptyState title="Choose a client" page={{ to: '/clients', verb: 'Show clients' }}>
          This page shows one client. Choose one in the top bar or in the list of clients.
        </EmptyState>
      )}
    </Page>
  );
}
