import type { FastifyReply } from 'fastify';

/** Sends JSON that is written already, as text or as UTF-8 bytes. */
export function sendJson(reply: Pick<FastifyReply, 'type'>, json: string | Buffer): void {
  const typed = reply.type('application/json; charset=utf-8') as FastifyReply;
  // Fastify would take bytes in shared memory for an object.
  if (typeof json !== 'string') typed.serializer((bytes: unknown) => bytes as string);
  typed.send(json);
}
