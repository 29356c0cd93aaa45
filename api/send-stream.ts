import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Chunks that wait for a slow caller: they may be large. */
const CHUNKS_WAITING = 2;

/** Sends text, as strings or UTF-8, as it comes, no faster than it is taken; a caller who goes away ends `chunks`. */
export function sendStream(
  reply: Pick<FastifyReply, 'type'>,
  type: string,
  chunks: AsyncIterable<string | Buffer>,
): void {
  (reply.type(`${type}; charset=utf-8`) as FastifyReply).send(
    Readable.from(chunks, { highWaterMark: CHUNKS_WAITING }),
  );
}
