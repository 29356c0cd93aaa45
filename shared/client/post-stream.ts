import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Parts of a body of any size: a stream of Node.js, or what is iterated. */
export type Parts = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * Posts a body as it is read. A refusal is noticed before all of it is sent. Not by fetch, which fails if an answer comes
 * before the whole body is sent; but a broken connection is a TypeError too. Throws what `parts` throws.
 */
export function postStream(
  url: URL,
  headers: Readonly<Record<string, string>>,
  parts: Parts,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = Readable.from(parts, { objectMode: false });
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers,
    });
    const brokeOff = (cause: Error) => reject(new TypeError(cause.message, { cause }));
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      const { statusCode: status = 0, headers: answer } = response;
      const retryAfter = answer['retry-after'];
      textOf(response).then(
        (text) =>
          resolve(
            new Response(text, {
              status,
              headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
            }),
          ),
        brokeOff,
      );
    });
    // Each destroys the other, so the first error is the cause.
    body.once('error', reject);
    request.once('error', (error) => {
      if (!answered) brokeOff(error);
    });
    pipeline(body, request).catch(() => undefined);
  });
}
