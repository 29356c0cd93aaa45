import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { currentTracing, type RequestSpan } from '../../shared/foundation/telemetry/tracing.ts';

/**
 * Makes a span for each request, if tracing is on. Its name is the route's pattern, because a path may contain an order
 * ID. It continues the caller's trace if the request has a `traceparent`.
 */
export default fp(
  async (app) => {
    const tracing = currentTracing();
    if (tracing === null) return;
    const spans = new WeakMap<FastifyRequest, RequestSpan>();
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.routeOptions.config.quiet) return done();
      const span = tracing.requestSpan(request.headers);
      spans.set(request, span);
      span.run(done);
    });
    // The body's last bytes arrive in the context of the socket, not in that of the span.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span === undefined) done();
      else span.run(done);
    });
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      const { method } = request;
      const { statusCode } = reply;
      spans.get(request)?.end(
        `${method} ${route}`,
        {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
        },
        statusCode >= 500,
      );
    });
  },
  { name: 'tracing' },
);
