import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLinkSso } from '../../client/sso.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Page } from '../../components/page.tsx';

/** Instead of every page for somebody who signed in with a password where single sign-on is required. */
export function SsoFirst({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const link = useLinkSso();
  if (!isNeeded) return children;
  return (
    <Page title="Single sign-on is required">
      <Stack gap="md" maw={480} align="flex-start">
        <Text>
          Passwords open nothing here. Go to your provider once: it links you with this account, and signs you
          in from then on.
        </Text>
        {link.error && <ErrorNote error={link.error} />}
        <Button loading={link.isPending} onClick={() => link.mutate(undefined)}>
          Go to the provider
        </Button>
      </Stack>
    </Page>
  );
}
