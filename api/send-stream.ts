import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends text as it comes, no faster than it is taken; a caller who goes away ends `chunks`. */
export function sendStream(
  reply: Pick<FastifyReply, 'type'>,
  type: string,
  chunks: AsyncIterable<string>,
): void {
  (reply.type(`${type}; charset=utf-8`) as FastifyReply).send(Readable.from(chunks));
}
