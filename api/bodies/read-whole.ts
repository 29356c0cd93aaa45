import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/foundation/errors/app-error.ts';
import type { BudgetShare } from '../../shared/foundation/shared-budget.ts';
import type { BodyPace } from './body-pace.ts';

/** The first buffer for a body of unknown length. */
const FIRST_BYTES = 16 * 1024;

interface WholeBodyOptions {
  /** The most bytes that the body may have. */
  readonly limit: number;
  /** A sentence on what to do with a larger body. */
  readonly ifLarger: string;
  readonly timeoutSeconds: number;
  readonly pace: BodyPace;
  /** Grows with the body: at once to its Content-Length, or as the body arrives. */
  readonly memory: BudgetShare;
  /** Whether to compute the body's SHA-256. */
  readonly digest: boolean;
}

interface ReadBody {
  readonly bytes: Buffer;
  readonly digest: Buffer | null;
}

/**
 * Reads a whole body. If the body is refused before its end, the rest is dropped, so that its sender can read the
 * answer.
 * Throws AppError: body_too_large, overloaded, body_timeout, bad_request if it breaks off.
 */
export async function readWhole(
  request: IncomingMessage,
  { limit, ifLarger, timeoutSeconds, pace, memory, digest }: WholeBodyOptions,
): Promise<ReadBody> {
  const length = declaredLength(request);
  const buffer = new GrowingBuffer({ limit, ifLarger, memory });
  const hash = digest ? createHash('sha256') : null;
  try {
    buffer.growTo(length ?? Math.min(FIRST_BYTES, limit));
    await takeChunks(request, { timeoutSeconds, pace }, (chunk) => {
      buffer.add(chunk);
      hash?.update(chunk);
    });
    if (length !== null && length !== buffer.bytes.length) throw new AppError('bad_request');
    return { bytes: buffer.bytes, digest: hash?.digest() ?? null };
  } finally {
    request.resume();
  }
}

/** Takes the chunks of a body until its end. Rejects if `take` throws, and if the body breaks off or is too slow. */
async function takeChunks(
  request: IncomingMessage,
  { timeoutSeconds, pace }: Pick<WholeBodyOptions, 'timeoutSeconds' | 'pace'>,
  take: (chunk: Buffer) => void,
): Promise<void> {
  let stop = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        stop();
        reject(error);
      }
    };
    const breakOff = (cause?: Error) =>
      reject(new AppError('bad_request', 'The body is incomplete.', { cause }));
    const watch = pace.watch(request, timeoutSeconds, reject);
    stop = () => {
      watch.stop();
      request.off('data', onData);
    };
    request.on('data', onData);
    request.once('error', breakOff).once('close', breakOff);
    request.once('end', () => {
      request.off('close', breakOff); // 'close' comes next, and an error costs time
      resolve();
    });
    if (request.destroyed) breakOff();
  });
  await ended.finally(stop);
}

/** What Content-Length says; null without it. */
function declaredLength({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** Bytes in one buffer, which doubles if they do not fit. */
class GrowingBuffer {
  readonly #options: Pick<WholeBodyOptions, 'limit' | 'ifLarger' | 'memory'>;
  #all = Buffer.alloc(0);
  #length = 0;

  constructor(options: Pick<WholeBodyOptions, 'limit' | 'ifLarger' | 'memory'>) {
    this.#options = options;
  }

  get bytes(): Buffer {
    return this.#all.subarray(0, this.#length);
  }

  growTo(bytes: number): void {
    const { limit, ifLarger, memory } = this.#options;
    if (bytes > limit) {
      const detail = `The request body may have up to ${limit} bytes. ${ifLarger}`;
      throw new AppError('body_too_large', detail.trim());
    }
    if (bytes <= this.#all.length) return;
    memory.growTo(bytes);
    const larger = Buffer.allocUnsafe(bytes);
    this.#all.copy(larger, 0, 0, this.#length);
    this.#all = larger;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#all.length)
      this.growTo(Math.max(length, Math.min(2 * this.#all.length, this.#options.limit)));
    chunk.copy(this.#all, this.#length);
    this.#length = length;
  }
}
