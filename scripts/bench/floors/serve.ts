import Fastify, { type FastifyInstance } from 'fastify';

/** A bare server: nothing is looked for in a body but its values. */
export function bareServer(): FastifyInstance {
  return Fastify({
    bodyLimit: 64 * 1024 * 1024,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
  });
}

/** Listens on any port and prints the address, for who started this. */
export async function serve(app: FastifyInstance): Promise<void> {
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
}
