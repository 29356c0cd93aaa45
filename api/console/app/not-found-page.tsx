import { Anchor, Text } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { PageLink } from '../components/page-link.tsx';

/** The page of an unknown address. */
export function NotFoundPage() {
  return (
    <Page title="No such page">
      <Text>
        Nothing is at this address. Begin at the{' '}
        <Anchor component={PageLink} to="/" inherit>
          overview
        </Anchor>
        , or find an order or a page by Ctrl K.
      </Text>
    </Page>
  );
}
