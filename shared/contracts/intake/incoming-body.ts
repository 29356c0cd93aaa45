import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../foundation/errors/app-error.ts';

/** How a body is packed (Content-Encoding). */
export type ContentEncoding = 'identity' | 'gzip';

/** A request's body, to be read once. */
export interface IncomingBody {
  /**
   * The unpacked bytes, read no faster than the caller takes them. Throws AppError: bad_request if the gzip is broken
   * or the sender breaks off, body_too_large.
   */
  readonly bytes: AsyncIterable<Buffer>;
  /** SHA-256 of the body as it was sent. Reads the rest of the body first. */
  digest(): Promise<Buffer>;
  /** Ends the reading. The rest of the body is received and dropped, so that the sender can read its answer. */
  abandon(): void;
}

/**
 * The most bytes that one byte of gzip may become, in a body of more than RATIO_FROM_BYTES. For orders that differ in
 * little more than their ID it is about 20; for millions of blank lines 1,030.
 */
export const MAX_RATIO = 250;
const RATIO_FROM_BYTES = 16 * 1024 * 1024;

/**
 * Opens a body, which is hashed and unpacked while it is read. Reading throws AppError body_too_large as soon as the
 * body has more than `limitBytes`, before or after unpacking, or unpacks to far more than its size. Unlike
 * `stream.pipeline`, it never destroys the source, because the sender would be disconnected before the answer.
 */
export function openBody(source: Readable, encoding: ContentEncoding, limitBytes: number): IncomingBody {
  const hash = createHash('sha256');
  const sizes = { sent: 0, unpacked: 0 };
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizes.sent += chunk.length;
      done(null, chunk);
    },
  });
  const stages: Transform[] = [hashing];
  if (encoding === 'gzip') stages.push(createGunzip({ chunkSize: 64 * 1024 }));
  const last = stages.reduce<Readable>(follow, source);
  let digest: Buffer | undefined;
  return {
    bytes: unpacked(last, sizes, limitBytes),
    async digest() {
      for await (const _ of unpacked(last, sizes, limitBytes));
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

/** Pipes `from` into `to`. If `from` fails or breaks off, `to` fails too. */
export function follow<T extends Transform>(from: Readable, to: T): T {
  const breakOff = () => {
    if (!from.readableEnded) to.destroy(new Error('The body is incomplete.'));
  };
  from.once('error', (error) => to.destroy(error));
  from.once('close', breakOff);
  if (from.destroyed) breakOff(); // the sender has gone away already, so no event will come
  // The reader gets the error. If it has not begun, the error event would end the process.
  to.on('error', () => {});
  return from.pipe(to);
}

/** The bytes of a body that were read so far. */
interface BodySizes {
  sent: number;
  unpacked: number;
}

async function* unpacked(stream: Readable, sizes: BodySizes, limitBytes: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      sizes.unpacked += chunk.length;
      refuseLargeBody(sizes, limitBytes);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const broken = 'code' in (cause as Error) && String((cause as { code: unknown }).code).startsWith('Z_');
    throw new AppError('bad_request', broken ? 'The body is not valid gzip.' : 'The body is incomplete.', {
      cause,
    });
  }
}

function refuseLargeBody({ sent, unpacked }: BodySizes, limitBytes: number): void {
  if (sent > limitBytes) throw new AppError('body_too_large', `The body has more than ${limitBytes} bytes.`);
  if (unpacked > limitBytes)
    throw new AppError('body_too_large', `The body has more than ${limitBytes} bytes once decompressed.`);
  if (unpacked > RATIO_FROM_BYTES && unpacked > sent * MAX_RATIO)
    throw new AppError('body_too_large', `The body decompresses to more than ${MAX_RATIO} times its size.`);
}
