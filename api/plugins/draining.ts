import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { unavailable } from '../http-errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted from the moment the application is told to stop. */
    readonly draining: AbortSignal;
  }
  interface FastifyContextConfig {
    /** Answers while the application stops, too. */
    whileDraining?: true;
  }
}

/**
 * Between being told to stop and closing its port the application lets requests under way finish, and sends new
 * ones elsewhere with 503.
 */
export default fp(
  async (app) => {
    const stop = new AbortController();
    const underWay = new Set<FastifyRequest>();
    let whenIdle = () => {};
    app.decorate('draining', stop.signal);
    app.addHook('onRequest', async (request, reply) => {
      if (!stop.signal.aborted) {
        underWay.add(request);
        // answered, or its caller went away, of which onResponse does not tell
        reply.raw.once('close', () => {
          underWay.delete(request);
          if (underWay.size === 0) whenIdle();
        });
      } else if (!request.routeOptions.config.whileDraining) {
        reply.header('connection', 'close');
        throw unavailable();
      }
    });
    app.addHook('preClose', async () => {
      stop.abort();
      if (underWay.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    });
  },
  { name: 'draining', dependencies: ['errors'] },
);
