import type { FastifyReply } from 'fastify';

/** Sends JSON that is text or UTF-8 bytes already. */
export function sendJson(reply: Pick<FastifyReply, 'type'>, json: string | Uint8Array): void {
  const typed = reply.type('application/json; charset=utf-8');
  typed.send(typeof json === 'string' ? json : Buffer.from(json.buffer, json.byteOffset, json.byteLength));
}
