import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 100;

/** Where a caller sends its requests, and as whom. */
export interface Caller {
  readonly url: string;
  readonly key: string;
}

/**
 * Sends a request until the service answers it, as a caller with an Idempotency-Key does: the service may be down at
 * any time, and 5xx answers are tried again. `request` is made again for each attempt. Reads the answer as JSON text.
 */
export async function callUntilAnswered(
  { url, key }: Caller,
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
      // The connection broke: whether the request took effect is not known, so it is sent again.
    }
    await pause(RETRY_MS);
  }
}
