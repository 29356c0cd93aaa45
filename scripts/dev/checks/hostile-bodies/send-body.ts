import { request } from 'node:http';
import type { Readable } from 'node:stream';

export interface Sending {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** An answer that takes longer counts as none. */
const PATIENCE_MS = 180_000;

/**
 * Sends a body and returns the status of its answer; 0 if there is none. If the answer comes before the body's end, the
 * rest is not sent.
 */
export function sendBody(
  { url, key, path, method = 'POST', headers }: Sending,
  body: Readable,
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(new URL(path, url), {
      method,
      agent: false,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    const end = (status: number) => {
      clearTimeout(patience);
      body.destroy();
      sent.destroy();
      resolve(status);
    };
    const patience = setTimeout(() => end(0), PATIENCE_MS);
    sent.on('response', (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0)).once('error', () => end(0));
    });
    sent.on('error', () => end(0));
    body.on('error', () => {});
    body.pipe(sent);
  });
}
