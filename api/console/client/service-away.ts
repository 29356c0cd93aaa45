import { onlineManager } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';

const ASKS_AFTER_MS = 2000;
const ANSWERS_IN_MS = 5000;

const answers = () =>
  fetch('/healthz', { signal: AbortSignal.timeout(ANSWERS_IN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function askUntilThere(): Promise<void> {
  if (await answers()) return;
  onlineManager.setOnline(false);
  do await new Promise((resolve) => setTimeout(resolve, ASKS_AFTER_MS));
  while (!(await answers()));
  onlineManager.setOnline(true);
}

let asking: Promise<void> | undefined;

/**
 * Resolves when the service answers, for a request that had no answer. Meanwhile TanStack Query takes the browser for
 * offline: queries keep their data and wait, and are read again when the service is back.
 */
export function untilServiceIsThere(): Promise<void> {
  asking ??= askUntilThere().finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * A component whose script is loaded when it is first shown, or when the service is there again. If the script is gone after
 * a rebuild, the page is loaded again.
 */
export const lazyScript: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(() => untilServiceIsThere().then(load)), name);
