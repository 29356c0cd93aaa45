import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { KeyedMutex } from '../shared/platform/keyed-mutex.ts';
import { answerClientError } from './client-error.ts';
import type { AppDeps } from './deps.ts';
import draining from './plugins/draining.ts';
import errors, { answerError } from './plugins/errors.ts';
import health from './plugins/health.ts';
import jsonBody from './plugins/json-body.ts';
import metrics from './plugins/metrics.ts';
import openapi from './plugins/openapi.ts';
import requestId, { requestIdOf } from './plugins/request-id.ts';
import requestLog from './plugins/request-log.ts';
import routeTable from './plugins/route-table.ts';
import validation from './plugins/validation.ts';
import ops from './routes/ops/index.ts';
import v1 from './routes/v1/index.ts';

// Order IDs stand in paths, percent-encoded.
const MAX_PARAM_LENGTH = 2000;

/** Builds the HTTP application. Opens no port, reads no environment, closes none of what it is given. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    bodyLimit: deps.config.bodyLimitBytes,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }), // the request-log plugin writes one line
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    return503OnClosing: false, // the draining plugin does it, in the service's own words
    // Once that has let requests under way finish: browsers open connections that they never use, and one would
    // hold the port for a minute.
    forceCloseConnections: true,
    pluginTimeout: 0, // it would cut that waiting short; SHUTDOWN_SECONDS does
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });
  app.decorate('services', {
    db: deps.db,
    lanes: deps.lanes,
    queues: deps.queues,
    threads: deps.threads,
    ledgerTurns: new KeyedMutex<number>(),
    now: () => new Date(),
  });
  await app.register(routeTable);
  await app.register(requestId);
  await app.register(errors);
  await app.register(requestLog);
  await app.register(metrics);
  await app.register(draining);
  await app.register(jsonBody);
  await app.register(validation);
  await app.register(openapi);
  await app.register(health);
  const { rateLimitPerMinute: perMinute, queuePrefix } = deps.config;
  const rateLimit = { perMinute, redis: deps.redis, prefix: queuePrefix };
  await app.register(v1, { prefix: '/api/v1', rateLimit });
  await app.register(ops);
  await app.ready();
  return app;
}
