import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { unstorableText } from '../../shared/contracts/storable-text.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { validationFailed } from '../../shared/errors/faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body as it was sent; null without a body or an Idempotency-Key. */
    bodyDigest: Buffer | null;
  }
}

/**
 * Bodies are JSON in UTF-8, and nothing else unless a route says so. Names that would reach an object's prototype are refused as JSON
 * that does not parse; text that could not be stored as it was sent is a 422.
 */
export default fp(
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    app.removeAllContentTypeParsers();
    app.decorateRequest('bodyDigest', null);
    app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
      keepDigest(request, bytes);
      if (!isUtf8(bytes)) return done(new AppError('invalid_json'));
      const json = bytes.toString();
      return parse(request, json, (error, body) => {
        const faults = error ? [] : unstorableText(json, body);
        done(faults.length > 0 ? validationFailed(faults) : error, body);
      });
    });
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
