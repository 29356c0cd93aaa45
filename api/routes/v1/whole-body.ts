import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { WholeBody } from '../../../shared/intake/whole-body.ts';
import type { BudgetShare } from '../../../shared/platform/shared-budget.ts';
import { formatOf, takeFormats, unsupportedType } from '../../bodies/formats.ts';
import { readWhole } from '../../bodies/read-whole.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was sent; null without a body or an Idempotency-Key. */
    bodyDigest: Buffer | null;
    /** The body as its route gets it; null without one, or where the route reads it as a stream. */
    wholeBody: WholeBody | null;
    /** What the body takes of the memory for bodies. Given back at the latest when the caller is answered or has gone. */
    bodyMemory: BudgetShare | null;
  }
  interface FastifyContextConfig {
    /** The route reads its body itself, as it comes in. */
    streamsBody?: true;
    /** A sentence on what to do with a body that is larger than the route takes. */
    ifLarger?: string;
  }
}

/** Owner of the bodies of callers who are not known yet. No client has this id. */
const NOBODY = 0;

/** Bodies are read as bytes, JSON unless a route takes more. What they hold is for the route to find out. */
export default fp(
  async (app) => {
    takeFormats(app, 'json');
    app.addContentTypeParser('*', async (request: FastifyRequest) => {
      throw unsupportedType(request);
    });
    app.decorateRequest('bodyDigest', null);
    app.decorateRequest('wholeBody', null);
    app.decorateRequest('bodyMemory', null);
    app.addHook('preValidation', async (request, reply) => {
      const { body, clientId, headers, raw, routeOptions } = request;
      if (routeOptions.config.streamsBody) return;
      if (body === undefined) {
        if (routeOptions.schema?.body) throw new AppError('invalid_json');
        return;
      }
      const { memory, pace, timeoutSeconds } = app.bodies;
      const share = memory.open(clientId ?? NOBODY);
      request.bodyMemory = share;
      reply.raw.once('close', () => share.release());
      const { bytes, digest } = await readWhole(raw, {
        limit: routeOptions.bodyLimit,
        ifLarger: routeOptions.config.ifLarger ?? '',
        timeoutSeconds,
        pace,
        memory: share,
        digest: headers['idempotency-key'] !== undefined,
      });
      request.bodyDigest = digest;
      request.wholeBody = { bytes, format: formatOf(request) === 'csv' ? 'csv' : 'json' };
    });
  },
  { name: 'whole-body', dependencies: ['auth', 'bodies'] },
);
