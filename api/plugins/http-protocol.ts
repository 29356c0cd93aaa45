import { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { AppError } from '../../shared/foundation/errors/app-error.ts';

/**
 * Answers requests that Node itself would refuse with an empty answer (no Host header, an unknown Expect header) as any
 * other error. Of a long answer, HEAD has the headers: its writing ends with the first slice, which says whether there is one.
 */
export default fp(
  async (app) => {
    app.server.on('checkExpectation', (request, response) => app.routing(request, response));
    app.addHook('onRequest', async ({ headers, raw }) => {
      if (headers.host === undefined && raw.httpVersion === '1.1')
        throw new AppError('bad_request', 'The request has no Host header.');
      if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
        throw new AppError('expectation_failed');
    });
    app.addHook('onSend', async ({ method }, _reply, payload) => {
      if (method !== 'HEAD' || !(payload instanceof Readable)) return payload;
      payload.destroy();
      return Readable.from([]);
    });
  },
  { name: 'http-protocol', dependencies: ['request-id', 'errors'] },
);
