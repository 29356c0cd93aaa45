import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { errorBody } from '../../../shared/contracts/errors.ts';
import {
  OPERATION_SCOPES,
  type Scope,
  type ScopeNeed,
  scopeSentence,
} from '../../../shared/contracts/scopes.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { prefersAsync } from './prefers-async.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key needs for the route. Set under /api/v1 by the plugin route-scopes. */
    needs?: ScopeNeed;
  }
}

const REFUSED = errorBody.describe(
  'The key does not have the scope (missing_scope), or may not be used from this address (address_not_allowed).',
);

/**
 * Refuses to start if a route of the plugin's prefix is not among OPERATION_SCOPES. Says in the schema of each route which scope
 * it needs, and refuses keys without it before a body is read.
 */
export default fp(
  async (app) => {
    const { prefix } = app;
    app.addHook('onRoute', (route) => {
      const method = route.method === 'HEAD' ? 'GET' : route.method;
      const needs = OPERATION_SCOPES[`${method} ${route.url.slice(prefix.length)}`];
      if (needs === undefined) throw new Error(`${route.method} ${route.url} declares no scope.`);
      route.config = { ...route.config, needs };
      const { schema = {} } = route;
      const description = [schema.description, scopeSentence(needs)].filter(Boolean).join('\n\n');
      route.schema = {
        ...schema,
        description,
        response: { ...(schema.response as object | undefined), 403: REFUSED },
      };
    });
    app.addHook('onRequest', async (request) => {
      const { scopes } = request.keyPrincipal;
      const needed = neededBy(request);
      if (scopes === null || needed === null || scopes.includes(needed)) return;
      throw new AppError('missing_scope', `This API key does not have the scope ${needed}.`);
    });
  },
  { name: 'route-scopes', dependencies: ['auth'] },
);

/** The scope that a request needs. A query that is not clearly a dry run needs what changes something. */
function neededBy(request: FastifyRequest): Scope | null {
  // A path of no route is answered with its 404 or 405.
  const { scope, dry_run, respond_async } = request.routeOptions.config.needs ?? { scope: null };
  if (respond_async !== undefined && prefersAsync(request)) return respond_async;
  if (dry_run !== undefined && (request.query as { dry_run?: unknown }).dry_run === 'true') return dry_run;
  return scope;
}
