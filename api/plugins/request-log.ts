import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { hideSecrets } from '../../shared/identity/secrets.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is called so often that its successes are not logged. */
    quiet?: true;
  }
}

/** Logs one line a request, when it is answered. */
export default fp(
  async (app: FastifyInstance) => {
    app.addHook('onResponse', async (request, reply) => {
      if (request.routeOptions.config.quiet && reply.statusCode < 400) return;
      request.log.info(
        {
          method: request.method,
          url: hideSecrets(request.url),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ip: request.ip,
          client_id: request.clientId ?? undefined,
        },
        'request',
      );
    });
  },
  { name: 'request-log' },
);
