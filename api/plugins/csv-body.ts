import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { onlyChunk } from '../../shared/intake/batch-body.ts';
import { keepDigest } from './json-body.ts';

/**
 * Lets the routes beside it take CSV, too. Its bytes are read by the route, not checked against its schema:
 * `csvOf` tells.
 */
export default fp(
  async (app) => {
    app.addContentTypeParser<Buffer>('text/csv', { parseAs: 'buffer' }, (request, bytes, done) => {
      keepDigest(request, bytes);
      done(null, bytes);
    });
  },
  { name: 'csv-body', dependencies: ['json-body'] },
);

/** The bytes of a body that was sent as CSV; null where it was sent as JSON. */
export function csvOf({ body }: Pick<FastifyRequest, 'body'>): AsyncIterable<Buffer> | null {
  return Buffer.isBuffer(body) ? onlyChunk(body) : null;
}
