import { Paper, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyScript } from '../../client/service-away.ts';
import { Page } from '../../components/page.tsx';

/** Loaded when it is shown, because it draws QR codes. */
export const LazySecondFactor = lazyScript(() => import('./second-factor.tsx'), 'SecondFactor');

/** Instead of every page until a second factor is set up, where one is needed. It stays until its recovery codes were seen. */
export function EnrolFirst({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isNeeded);
  if (isNeeded && !isOpen) setOpen(true);
  if (!isOpen) return children;
  return (
    <Page title="Set up a second factor">
      <Paper withBorder p="lg" maw={480}>
        <Text mb="md">A second factor is required here. Set one up to continue.</Text>
        <Suspense>
          <LazySecondFactor onDone={() => setOpen(false)} />
        </Suspense>
      </Paper>
    </Page>
  );
}
