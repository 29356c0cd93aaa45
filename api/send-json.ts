import type { FastifyReply } from 'fastify';

/** Sends JSON that is text or UTF-8 bytes already. Returns `reply`, for a route to return. */
export function sendJson<R extends Pick<FastifyReply, 'type'>>(reply: R, json: string | Uint8Array): R {
  const typed = reply.type('application/json; charset=utf-8');
  typed.send(typeof json === 'string' ? json : Buffer.from(json.buffer, json.byteOffset, json.byteLength));
  return reply;
}
