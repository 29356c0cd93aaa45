import { Alert } from '@mantine/core';
import { Page } from '../components/page.tsx';
import type { NavEntry } from './nav.ts';

/** A page that the person's role may not open. Its buttons would all be refused. */
export function ClosedPage({ label, audience }: NavEntry) {
  return (
    <Page title={label}>
      <Alert color="red" variant="light" role="alert" title="Not allowed">
        {audience === 'operator'
          ? 'Only operators can open this page.'
          : 'Only account owners can open this page. Ask one to make the change, or to make you an owner.'}
      </Alert>
    </Page>
  );
}
