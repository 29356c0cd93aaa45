import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { RunTally } from '../../shared/runs/route-once.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what a synchronous run decided; null: nothing. */
    readonly countRun: (tally: RunTally | null) => void;
  }
}

/** GET /metrics in the Prometheus text format. Names no client. */
export default fp(
  async (app) => {
    const registry = new Registry();
    const registers = [registry];
    collectDefaultMetrics({ register: registry });
    const requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    const orders = new Counter({
      name: 'routed_orders_total',
      help: 'Orders decided by synchronous requests',
      labelNames: ['status'],
      registers,
    });
    const exhausted = new Counter({
      name: 'routing_search_budget_exhausted_total',
      help: 'Decisions whose search stopped at its node budget with the best route found so far',
      registers,
    });
    app.addHook('onResponse', async (request, reply) => {
      // the pattern, not the URL: what callers type must not make new series
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: reply.statusCode };
      requests.observe(labels, reply.elapsedTime / 1000);
    });
    app.decorate('countRun', (tally: RunTally | null) => {
      if (tally === null) return;
      orders.inc({ status: 'FULL' }, tally.full_count);
      orders.inc({ status: 'SPLIT' }, tally.split_count);
      orders.inc({ status: 'PARTIAL' }, tally.partial_count);
      orders.inc({ status: 'PARTIAL_SPLIT' }, tally.partial_split_count);
      orders.inc({ status: 'NONE' }, tally.none_count);
      exhausted.inc(tally.exhausted);
    });
    const config = { quiet: true, whileDraining: true } as const;
    app.get('/metrics', { schema: { hide: true }, config }, async (_request, reply) => {
      reply.type(registry.contentType);
      return registry.metrics();
    });
  },
  { name: 'metrics' },
);
