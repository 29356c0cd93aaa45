import { Anchor, Text } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { PageLink } from '../components/page-link.tsx';

/** The page of an unknown address. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Text>
        There is no page at this address. Go to the{' '}
        <Anchor component={PageLink} to="/" inherit>
          Overview
        </Anchor>{' '}
        or press Ctrl K to search.
      </Text>
    </Page>
  );
}
