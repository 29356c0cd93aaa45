import type { FastifyReply } from 'fastify';

/** Sends JSON that is written already, as text or as UTF-8 bytes. */
export function sendJson(reply: Pick<FastifyReply, 'type'>, json: string | Buffer): void {
  (reply.type('application/json; charset=utf-8') as FastifyReply).send(json);
}
