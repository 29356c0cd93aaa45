import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';

/**
 * Refuses a query parameter that its endpoint does not know: a misspelt filter would filter nothing
 * It runs before the route's own hooks, because one of them reads a body.
 */
export default fp(
  async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      refuseUnknown(request);
      done();
    });
  },
  { name: 'strict-query', dependencies: ['auth'] },
);

function refuseUnknown({ query, routeOptions }: FastifyRequest): void {
  const schema = routeOptions.schema?.querystring as z.ZodObject | undefined;
  // Others may add what they like to an address that they send people back to.
  if ((schema?.def.catchall as z.ZodType | undefined)?.type === 'unknown') return;
  const known = Object.keys(schema?.shape ?? {});
  const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const knows = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
  const names = unknown.length === 1 ? 'query parameter' : 'query parameters';
  throw new AppError(
    'unknown_query_parameter',
    `The endpoint does not know the ${names} ${unknown.join(', ')}. ${knows}`,
  );
}
