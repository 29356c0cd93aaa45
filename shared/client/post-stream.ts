import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { TimedOut } from './within.ts';

/** Parts of a body of any size: a stream of Node.js, or what is iterated. */
export type Parts = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * Posts a body as it is read. A refusal is noticed before all of it is sent. Not by fetch, which fails if an answer comes
 * before the whole body is sent; but a broken connection is a TypeError too, also if nothing moves on it for `timeout`
 * milliseconds. Throws what `parts` throws, and the reason of `signal`.
 */
export function postStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  parts: Parts,
  { timeout, signal }: { readonly timeout: number; readonly signal?: AbortSignal | undefined },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const body = Readable.from(parts, { objectMode: false });
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers,
      timeout,
      ...(signal && { signal }),
    });
    const brokeOff = (cause: Error) =>
      reject(signal?.aborted ? signal.reason : new TypeError(cause.message, { cause }));
    request.once('timeout', () => {
      brokeOff(new TimedOut(timeout));
      request.destroy();
    });
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      const { statusCode: status = 0, headers: answer } = response;
      const kept = Object.entries(answer).filter(([, value]) => typeof value === 'string');
      textOf(response).then(
        (text) => resolve(new Response(text, { status, headers: kept as [string, string][] })),
        brokeOff,
      );
    });
    // Each destroys the other, so the first error is the cause.
    body.once('error', (error) => reject(signal?.aborted ? signal.reason : error));
    request.once('error', (error) => {
      if (!answered) brokeOff(error);
    });
    pipeline(body, request).catch(() => undefined);
  });
}
