import fp from 'fastify-plugin';
import { unavailable } from '../http-errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the application begins to stop. */
    readonly draining: AbortSignal;
  }
  interface FastifyContextConfig {
    /** The route also answers while the application stops. */
    whileDraining?: true;
  }
}

/**
 * Before it closes its port, an application that stops lets requests under way finish, and answers new ones 503, so that
 * they go to another process.
 */
export default fp(
  async (app) => {
    const stop = new AbortController();
    let underWay = 0;
    let whenIdle = () => {};
    app.decorate('draining', stop.signal);
    app.addHook('onRequest', async (request, reply) => {
      if (!stop.signal.aborted) {
        underWay += 1;
        // onResponse is not called if the caller goes away before its answer; 'close' is.
        reply.raw.once('close', () => {
          underWay -= 1;
          if (underWay === 0) whenIdle();
        });
      } else if (!request.routeOptions.config.whileDraining) {
        reply.header('connection', 'close');
        throw unavailable();
      }
    });
    app.addHook('preClose', async () => {
      stop.abort();
      if (underWay > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    });
  },
  { name: 'draining', dependencies: ['errors'] },
);
