import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 100;

/** The service that a caller calls, and its key. */
export interface CallTarget {
  readonly url: string;
  readonly key: string;
}

/**
 * Sends a request until the service answers it, as a caller with an Idempotency-Key does. The service may be down at any
 * time, and 5xx answers are tried again. `request` makes the request for each attempt. Returns the answer as text.
 */
export async function callUntilAnswered(
  { url, key }: CallTarget,
  path: string,
  request: () => RequestInit = () => ({}),
): Promise<{ readonly status: number; readonly text: string }> {
  for (;;) {
    const init = request();
    const headers = { authorization: `Bearer ${key}`, ...(init.headers as object) };
    try {
      const answer = await fetch(`${url}${path}`, { ...init, headers });
      const text = await answer.text();
      if (answer.status < 500) return { status: answer.status, text };
    } catch {
      // The connection broke. Nobody knows whether the request took effect, so it is sent again.
    }
    await pause(RETRY_MS);
  }
}
