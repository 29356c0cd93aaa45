import { Alert } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Above what scrolls under it. */
const ABOVE = { zIndex: 3 };

const isAway = () => !onlineManager.isOnline();

/** Says over the page that the service does not respond, and goes when it does. */
export function AwayNote() {
  if (!useSyncExternalStore(onlineManager.subscribe, isAway)) return null;
  return (
    <Alert
      color="orange"
      role="status"
      title="The service is not responding"
      pos="sticky"
      top={64}
      mb="md"
      style={ABOVE}
    >
      This page shows what was last read. It refreshes when the service is back.
    </Alert>
  );
}
