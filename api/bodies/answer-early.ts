import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * An answer that goes out at once, and ends when the request's body does. A connection that is to close is closed at
 * the end of the answer; if its caller is still sending then, the system at the caller throws away the answer.
 */
export function answerBeforeEnd(request: IncomingMessage, payload: string | Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield payload;
      await bodyEnd(request);
    })(),
  );
}

/** Lets a body go until it ends or breaks off. */
function bodyEnd(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    request
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    request.resume();
  });
}
