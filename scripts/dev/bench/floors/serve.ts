import Fastify, { type FastifyInstance } from 'fastify';

/** A bare server. It does not check bodies for dangerous keys. */
export function bareServer(): FastifyInstance {
  return Fastify({
    bodyLimit: 64 * 1024 * 1024,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
  });
}

/** Listens on any port and prints its address for the process that started it. */
export async function serveFloor(app: FastifyInstance): Promise<void> {
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
}
