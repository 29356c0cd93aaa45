import fp from 'fastify-plugin';
import { LastUse } from '../../../shared/identity/last-use.ts';
import {
  authenticate,
  isAllowedAddress,
  type KeyPrincipal,
  type Principal,
  wrongAddress,
} from '../../../shared/identity/principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client and ledger of the request. Set under /api/v1, and under /account/v1 for routes that work on a ledger. */
    principal: Principal;
    /** The same, with the API key that was sent. Set under /api/v1 only. */
    keyPrincipal: KeyPrincipal;
    /** The client of the request; null if it is not known. */
    clientId: number | null;
  }
}

/** Refuses callers without a valid key before their body is read, on all routes of the plugin. */
export default fp(
  async (app) => {
    const { db, now } = app.services;
    const lastUse = new LastUse(db.pool, 'api_key', (err) =>
      app.log.warn({ err }, 'uses of API keys were not written'),
    );
    app.addHook('onClose', () => lastUse.close());
    app.decorateRequest('principal');
    app.decorateRequest('keyPrincipal');
    app.decorateRequest('clientId', null);
    app.addHook('onRequest', async (request) => {
      const principal = await authenticate(db, request.headers.authorization);
      request.principal = principal;
      request.keyPrincipal = principal;
      request.clientId = principal.client_id;
      if (!isAllowedAddress(request.ip, principal.allowed_addresses)) throw wrongAddress(request.ip);
      lastUse.note(principal.api_key_id, now().getTime(), request.ip);
    });
  },
  { name: 'auth', dependencies: ['errors'] },
);
