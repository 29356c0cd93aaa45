import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Chunks that may wait for a slow caller. Few, because they may be large. */
const CHUNKS_WAITING = 2;

/**
 * Sends chunks of text no faster than the caller reads them. If the caller goes away, `chunks` ends. Returns
 * `reply`.
 */
export function sendStream<R extends Pick<FastifyReply, 'type' | 'header'>>(
  reply: R,
  type: string,
  chunks: AsyncIterable<string | Buffer>,
): R {
  (reply.type(`${type}; charset=utf-8`) as FastifyReply).send(
    Readable.from(chunks, { highWaterMark: CHUNKS_WAITING }),
  );
  return reply;
}
