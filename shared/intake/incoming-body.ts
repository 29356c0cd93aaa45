import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../errors/app-error.ts';

/** How a body is packed (Content-Encoding). */
export type ContentEncoding = 'identity' | 'gzip';

/** A request's body, to be read once. */
export interface IncomingBody {
  /**
   * Unpacked, no faster than it is taken. Fails with AppError bad_request where the packing is broken or the
   * sender breaks off.
   */
  readonly bytes: AsyncIterable<Buffer>;
  /** SHA-256 of the body as it was sent, what is left of it being read first. */
  digest(): Promise<Buffer>;
  /** Ends the reading. What is still to come is let go, so that the sender gets to read its answer. */
  abandon(): void;
}

/**
 * Puts hashing and unpacking behind a body. Unlike `stream.pipeline` it never destroys the source, which would
 * cut off the sender before the answer.
 */
export function openBody(source: Readable, encoding: ContentEncoding): IncomingBody {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const stages: Transform[] = [hashing];
  if (encoding === 'gzip') stages.push(createGunzip({ chunkSize: 64 * 1024 }));
  const last = stages.reduce<Readable>(follow, source);
  let digest: Buffer | undefined;
  return {
    bytes: unpacked(last),
    async digest() {
      for await (const _ of unpacked(last));
      digest ??= hash.digest();
      return digest;
    },
    abandon() {
      source.unpipe(hashing);
      for (const stage of stages) stage.destroy();
      source.resume();
    },
  };
}

/** Pipes `from` into `to`, which fails where `from` fails or breaks off. */
function follow<T extends Transform>(from: Readable, to: T): T {
  const breakOff = () => {
    if (!from.readableEnded) to.destroy(new Error('The body broke off.'));
  };
  from.once('error', (error) => to.destroy(error));
  from.once('close', breakOff);
  if (from.destroyed) breakOff(); // its sender went away before: nothing of it will ever be heard
  // It is the reader who is told, and the reader may not have begun.
  to.on('error', () => {});
  return from.pipe(to);
}

async function* unpacked(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } catch (cause) {
    const broken = 'code' in (cause as Error) && String((cause as { code: unknown }).code).startsWith('Z_');
    throw new AppError('bad_request', broken ? 'The body is not valid gzip.' : 'The body broke off.', {
      cause,
    });
  }
}
