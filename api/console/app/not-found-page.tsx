import { Text } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { PageLink } from '../components/page-link.tsx';

/** Where an address leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="No such page">
      <Text>
        Nothing is at this address. The <PageLink to="/">overview</PageLink> is a good place to begin; Ctrl K
        finds orders and pages.
      </Text>
    </Page>
  );
}
