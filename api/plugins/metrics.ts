import fp from 'fastify-plugin';
import { Gauge, Histogram } from 'prom-client';
import { startPeriodicTask } from '../../shared/foundation/periodic-task.ts';
import { addBacklogMetrics } from '../../shared/operations/metrics/backlog-metrics.ts';
import type { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { addToMinute, SAMPLE_MS } from '../../shared/operations/metrics/service-minutes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly metrics: ServiceMetrics;
  }
}

/** GET /metrics in the Prometheus text format. It names no client. docs/reference/metrics.md lists the metrics. */
export default fp<{ readonly metrics: ServiceMetrics }>(
  async (app, { metrics }) => {
    const { registry } = metrics;
    const registers = [registry];
    const { db, accounts, queues } = app.services;
    metrics.watchPool('api', db.pool);
    metrics.watchPool('accounts', accounts.pool);
    addBacklogMetrics(registry, { db, queues });
    const requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    new Gauge({
      name: 'bodies_in_memory_bytes',
      help: 'Memory that request bodies take',
      collect() {
        this.set(app.bodies.memory.used);
      },
      registers,
    });
    app.addHook('onResponse', async (request, reply) => {
      // The pattern, not the URL: otherwise each path that a caller types would make a new series.
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: reply.statusCode };
      requests.observe(labels, reply.elapsedTime / 1000);
      if (!request.routeOptions.config.quiet) metrics.recent.addRequest(reply.elapsedTime, reply.statusCode);
    });
    const sampling = startPeriodicTask(() => addToMinute(db.pool, metrics.recent.take()), {
      everyMs: SAMPLE_MS,
      logger: app.log,
      failed: 'what the minute counted could not be saved; it is left out of the Service page',
    });
    app.addHook('onClose', () => sampling.close());
    app.decorate('metrics', metrics);
    const config = { quiet: true, whileDraining: true } as const;
    app.get('/metrics', { schema: { hide: true }, config }, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  },
  { name: 'metrics', dependencies: ['bodies'] },
);
