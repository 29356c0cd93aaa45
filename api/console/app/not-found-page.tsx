import { Text } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { TextLink } from '../components/page-link.tsx';

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
