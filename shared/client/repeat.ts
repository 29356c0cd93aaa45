import { setTimeout as pause } from 'node:timers/promises';

/** Answers that say that nobody served the request: of the service, or of a proxy before it. */
export const UNSERVED: ReadonlySet<number> = new Set([502, 503, 504]);
/** Answers after which the same request may be sent again (docs/guides/retry.md). */
const TEMPORARY: ReadonlySet<number> = new Set([408, 429, 500, ...UNSERVED]);
const FIRST_WAIT_MS = 1000;
/** A longer wait is left to the caller. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Sends a request until it is answered for good, at most `retries` times more. It waits as long as Retry-After says, or
 * a second, then twice as long each time. Each wait is longer by up to a quarter, at random, so that callers who failed
 * together do not come back together. A broken connection is a TypeError, as fetch throws it; all else is thrown at once, as is
 * everything after `signal` has aborted.
 */
export async function repeat(
  retries: number,
  send: () => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    let wait = FIRST_WAIT_MS * 2 ** attempt;
    try {
      const response = await send();
      if (isLast || !TEMPORARY.has(response.status)) return response;
      const said = response.headers.get('retry-after');
      if (said !== null) wait = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
      if (!(wait <= LONGEST_WAIT_MS)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (isLast || signal?.aborted || !(error instanceof TypeError)) throw error;
    }
    const spread = 1 + Math.random() / 4;
    await pause(Math.max(0, Math.min(wait, LONGEST_WAIT_MS)) * spread, undefined, signal && { signal });
  }
}
