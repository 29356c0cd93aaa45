import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../shared/errors/app-error.ts';
import { parseJsonBody } from '../../shared/intake/json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was sent; null without a body or an Idempotency-Key. */
    bodyDigest: Buffer | null;
  }
}

/** Bodies are JSON in UTF-8, and nothing else unless a route says so. */
export default fp(
  async (app) => {
    app.removeAllContentTypeParsers();
    app.decorateRequest('bodyDigest', null);
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        keepDigest(request, bytes);
        return parseJsonBody(bytes);
      },
    );
    app.addHook('preValidation', async (request) => {
      if (request.routeOptions.schema?.body && request.body === undefined) throw new AppError('invalid_json');
    });
  },
  { name: 'json-body' },
);

/** Keeps what an Idempotency-Key stands for, where there is one. */
export function keepDigest(request: FastifyRequest, bytes: Buffer): void {
  if (request.headers['idempotency-key']) request.bodyDigest = createHash('sha256').update(bytes).digest();
}
