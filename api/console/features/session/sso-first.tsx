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
          This account does not accept passwords. Continue to your provider once to link your sign-in, and use
          single sign-on from then on.
        </Text>
        {link.error && <ErrorNote error={link.error} />}
        <Button loading={link.isPending} onClick={() => link.mutate(undefined)}>
          Continue to provider
        </Button>
      </Stack>
    </Page>
  );
}
