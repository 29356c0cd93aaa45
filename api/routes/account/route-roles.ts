import type { RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { isOfClient, type RouteRole } from '../../../shared/identity/actor.ts';
import { commonErrors } from './responses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. Every route of the account API declares it. */
    role?: RouteRole;
    /** The route works on one ledger: it takes `?environment` and has `request.principal`. */
    ledger?: true;
  }
  interface FastifyInstance {
    /** Defaults of routes, for routes that the customer API has too. */
    readonly routeDefaults: RouteDefaults;
  }
}

interface RouteDefaults {
  readonly role?: RouteRole;
  readonly ledger?: true;
}

const client = z
  .string()
  .optional()
  .describe(
    'Slug of the client. Operators and people of several accounts need it; for others it is their own.',
  );
const environment = z.enum(['test', 'live']).describe('Whose stock and runs: test or live.');

/** Whose right it needs, in the description of an operation. */
const RIGHTS: Readonly<Record<RouteRole, string>> = {
  public: 'Needs no sign-in.',
  signed_in: 'For whoever is signed in.',
  person: 'For people who are signed in.',
  own: 'For people who signed in with their password.',
  member: 'For members and owners of the client, and operators.',
  owner: 'For owners of the client, and operators.',
  operator: 'For operators of the service.',
};

/**
 * Refuses to start if a route declares no role. Adds to the schema of each route the query parameters and errors of its
 * role.
 */
export default fp(
  async (app) => {
    app.decorate('routeDefaults', {});
    app.addHook('onRoute', function (route) {
      const config = { ...this.routeDefaults, ...route.config };
      if (config.role === undefined) throw new Error(`${route.method} ${route.url} declares no role.`);
      route.config = config;
      route.schema = { ...route.schema, ...schemaOf(route, config.role, config.ledger ?? false) };
    });
  },
  { name: 'route-roles', dependencies: ['account-openapi'] },
);

function schemaOf(route: RouteOptions, role: RouteRole, ledger: boolean) {
  const { schema = {} } = route;
  const query = (schema.querystring as z.ZodObject | undefined) ?? z.object({});
  const querystring = query.safeExtend({
    ...(isOfClient(role) && { client }),
    ...(ledger && { environment }),
  });
  const ofClient = {
    404: accountErrorBody.describe('It is not there, or it is of another client.'),
    402: accountErrorBody.describe(
      'The account or its subscription is not active, or a plan limit is reached.',
    ),
  };
  const response = {
    ...(isOfClient(role) && ofClient),
    ...(schema.response as object | undefined),
    ...commonErrors,
  };
  const security = role === 'public' ? { security: [] } : {};
  const isRead = role === 'member' && route.method === 'GET';
  const description = [schema.description, isRead ? `For viewers too. ${RIGHTS[role]}` : RIGHTS[role]]
    .filter(Boolean)
    .join('\n\n');
  return { querystring, response, description, ...security };
}
