import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { noClient } from '../../../shared/account/clients.ts';
import { Environment } from '../../../shared/db/generated/enums.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { validationFailed } from '../../../shared/foundation/errors/faults.ts';
import {
  type Actor,
  accessRefusal,
  actorOf,
  type Caller,
  type CallerRole,
  isOfClient,
  type KnownClient,
  type RouteRole,
} from '../../../shared/identity/actor.ts';
import { findTokenCaller } from '../../../shared/identity/keys.ts';
import { LastUse, type OperatorUse } from '../../../shared/identity/last-use.ts';
import {
  accountInactive,
  bearerOf,
  findPrincipal,
  type Principal,
} from '../../../shared/identity/principal.ts';
import { callerOf, isConfirmed } from '../../../shared/identity/sessions.ts';
import { hasCsrfToken, isUnsafe } from '../../plugins/browser-session.ts';

/** A client's account, and the caller who works on it. */
interface OpenAccount {
  readonly who: Actor;
  readonly role: CallerRole;
  readonly client_id: number;
  readonly slug: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null if nobody is signed in. Set under /account only. */
    caller: Caller | null;
    /** Set under /account/v1, for routes of members and owners. */
    account: OpenAccount;
  }
}

/**
 * Refuses callers who do not have the role of the route, before a body is read. If the route works on a ledger,
 * `request.principal` is the same as with an API key of that environment.
 */
export default fp(
  async (app) => {
    const { db, now, operatorUses } = app.services;
    const lastUse = new LastUse(db.pool, 'account_token', (err) =>
      app.log.warn({ err }, 'uses of tokens were not written'),
    );
    app.addHook('onClose', () => lastUse.close());
    app.decorateRequest('caller', null);
    app.decorateRequest('account');
    app.decorateRequest('principal');
    app.decorateRequest('clientId', null);
    app.addHook('onRequest', async (request) => {
      const { role, ledger } = request.routeOptions.config;
      const slug = clientOf(request);
      const caller = await findCaller(request, role!, slug);
      request.caller = caller;
      if (caller?.kind === 'token') lastUse.note(caller.id, now().getTime(), request.ip);
      const client = caller && isOfClient(role!) ? await findKnownClient(db, caller, slug) : null;
      const refusal = accessRefusal(role!, caller, { slug, client, reads: !isUnsafe(request) });
      if (refusal === 'subscription_inactive') throw accountInactive();
      if (refusal === 'not_signed_in') throw new AppError(refusal, HOW_TO_SIGN_IN);
      // The same for a client of somebody else.
      if (refusal === 'not_found' && slug !== null) throw noClient(slug);
      if (refusal !== null) throw new AppError(refusal);
      if (caller === null || client === null) return;
      request.clientId = client.id;
      request.account = { who: actorOf(caller), role: caller.role!, client_id: client.id, slug: client.slug };
      if (caller.role === 'operator') await operatorUses.note(operatorUse(request), now().getTime());
      if (ledger) request.principal = await principalOf(request);
    });
  },
  { name: 'auth', dependencies: ['browser-session', 'route-roles'] },
);

const HOW_TO_SIGN_IN = 'Sign in first, or send an account token: Authorization: Bearer wrs_account_….';

/** Throws AppError invalid_account_token, and csrf_token for a change by session without that token. */
async function findCaller(
  request: FastifyRequest,
  role: RouteRole,
  slug: string | null,
): Promise<Caller | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const caller = await findTokenCaller(
      request.server.services.db,
      bearerOf(authorization) ?? '',
      request.ip,
    );
    if (caller === null && role !== 'public') throw new AppError('invalid_account_token');
    return caller;
  }
  if (request.signedIn === null) return null;
  if (isUnsafe(request) && role !== 'public' && !hasCsrfToken(request)) throw new AppError('csrf_token');
  const isSure = isConfirmed(request.signedIn, request.server.services.now());
  return {
    ...callerOf(request.signedIn, slug, request.server.services),
    ...{ address: request.ip, session_id: request.signedIn.session.id },
    ...(!isSure && { unconfirmed: true }),
  };
}

/** The client that the request names. If the parameter comes twice, no client has that name. */
function clientOf({ query }: FastifyRequest): string | null {
  const { client } = query as { client?: unknown };
  return client === undefined ? null : String(client);
}

async function findKnownClient(
  { prisma }: FastifyRequest['server']['services']['db'],
  { role, client_id }: Caller,
  slug: string | null,
): Promise<KnownClient | null> {
  if (role === null || (client_id === null && (slug === null || slug.includes('\0')))) return null;
  const where = client_id === null ? { slug: slug! } : { id: client_id };
  return prisma.client.findUnique({ where, select: { id: true, slug: true, active: true } });
}

/** The record of an operator's use of a client's account. The client's owners can see it. */
function operatorUse({ account, method, routeOptions, url }: FastifyRequest): OperatorUse {
  const path = routeOptions.url === undefined ? '' : url.split('?', 1)[0]!;
  return { client_id: account.client_id, who: account.who, method, path };
}

/** Throws AppError validation_failed without an environment, subscription_inactive for work that is not served. */
async function principalOf({ account, query, method, server }: FastifyRequest): Promise<Principal> {
  const { environment } = query as { environment?: unknown };
  if (environment !== 'test' && environment !== 'live') {
    const message = environment === undefined ? 'is required' : 'must be one of test, live';
    throw validationFailed([{ path: 'environment', message }], 'query');
  }
  const { kind, name } = account.who;
  const found = await findPrincipal(server.services.db, account.client_id, Environment[environment], {
    kind,
    name,
  });
  if (found.refusal !== null && isUnsafe({ method })) throw found.refusal;
  return found.principal;
}
