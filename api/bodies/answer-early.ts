import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * An answer that is sent at once, and ends when the request's body ends. A connection that is not kept alive closes at
 * the end of the answer. If the caller is still sending then, the caller's system drops the answer.
 */
export function answerBeforeEnd(request: IncomingMessage, payload: string | Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield payload;
      await bodyEnd(request);
    })(),
  );
}

/** Drops a body until it ends or breaks off. */
function bodyEnd(request: IncomingMessage): Promise<void> {
  request.resume();
  return finished(request).catch(() => undefined);
}
