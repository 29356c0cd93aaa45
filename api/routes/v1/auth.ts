import fp from 'fastify-plugin';
import type { Principal } from '../../../shared/accounts/principal.ts';
import { authenticate } from '../../../shared/accounts/principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is. There under /api/v1 only. */
    principal: Principal;
  }
}

/** Closes everything registered beside it to callers without a valid key, before their body is read. */
export default fp(
  async (app) => {
    app.decorateRequest('principal');
    app.addHook('onRequest', async (request) => {
      request.principal = await authenticate(app.services.db, request.headers.authorization);
    });
  },
  { name: 'auth', dependencies: ['errors'] },
);
