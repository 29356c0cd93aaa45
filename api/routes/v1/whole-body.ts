import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { WholeBody } from '../../../shared/contracts/intake/whole-body.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import type { BudgetShare } from '../../../shared/foundation/shared-budget.ts';
import { formatOf, refuseEncoded, takeFormats, unsupportedType } from '../../bodies/formats.ts';
import { readWhole } from '../../bodies/read-whole.ts';
import { ownerOf } from '../../plugins/admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was sent; null without a body or an Idempotency-Key. */
    bodyDigest: Buffer | null;
    /** The body; null without one, or if the route reads it as a stream. */
    wholeBody: WholeBody | null;
    /** The body's share of the memory for bodies. Released at the latest when the answer is sent or the caller has gone. */
    bodyMemory: BudgetShare | null;
  }
  interface FastifyContextConfig {
    /** The route reads its body itself, as a stream. */
    streamsBody?: true;
    /** A request without a body is refused. */
    needsBody?: true;
    /** A sentence on what to do with a body that is larger than the route takes. */
    ifLarger?: string;
  }
}

/** Reads bodies as bytes: JSON, and other formats if a route takes them. The route itself parses and checks them. */
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
      const { body, headers, raw, routeOptions } = request;
      if (routeOptions.config.streamsBody) return;
      if (body === undefined) {
        if (routeOptions.config.needsBody) throw new AppError('invalid_json', 'The request has no body.');
        return;
      }
      refuseEncoded(request);
      const { memory, pace, timeoutSeconds } = app.bodies;
      const share = memory.open(ownerOf(request));
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
