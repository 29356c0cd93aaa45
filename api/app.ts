import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { createSignIn } from '../shared/accounts/sign-in.ts';
import { fastifyTrust } from '../shared/config/trust-proxy.ts';
import { KeyedMutex } from '../shared/platform/keyed-mutex.ts';
import { answerClientError } from './client-error.ts';
import type { AppDeps } from './deps.ts';
import bodies from './plugins/bodies.ts';
import consolePages from './plugins/console.ts';
import draining from './plugins/draining.ts';
import errors, { answerError } from './plugins/errors.ts';
import health from './plugins/health.ts';
import httpProtocol from './plugins/http-protocol.ts';
import metrics from './plugins/metrics.ts';
import openapi from './plugins/openapi.ts';
import receiving from './plugins/receiving.ts';
import requestId, { requestIdOf } from './plugins/request-id.ts';
import requestLog from './plugins/request-log.ts';
import routeTable from './plugins/route-table.ts';
import validation from './plugins/validation.ts';
import account from './routes/account/index.ts';
import ops from './routes/ops/index.ts';
import v1 from './routes/v1/index.ts';

// Order IDs stand in paths, percent-encoded.
const MAX_PARAM_LENGTH = 2000;

/** Builds the HTTP application. Opens no port, reads no environment, closes none of what it is given. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    bodyLimit: deps.config.bodyLimitBytes,
    trustProxy: fastifyTrust(deps.config.trustProxy),
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }), // the request-log plugin writes one line
    http: { requireHostHeader: false }, // the http-protocol plugin refuses it with a body and a request id
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
    signIn: createSignIn({ ...deps.db, redis: deps.redis, prefix: deps.config.queuePrefix }),
    ledgerTurns: new KeyedMutex<number>(deps.config.databaseTimeouts.lockMs),
    syncMutex: new KeyedMutex<number>(deps.config.databaseTimeouts.lockMs),
    clientTurns: new KeyedMutex<number>(deps.config.databaseTimeouts.lockMs),
    now: () => new Date(),
    streamLimitBytes: deps.config.streamLimitBytes,
  });
  await app.register(routeTable);
  await app.register(requestId);
  await app.register(errors);
  await app.register(httpProtocol);
  await app.register(requestLog);
  await app.register(bodies, deps.config);
  await app.register(metrics, { metrics: deps.metrics });
  await app.register(draining);
  await app.register(validation);
  await app.register(openapi);
  await app.register(health);
  await app.register(consolePages, { folder: deps.consoleFolder ?? null });
  await app.register(receiving);
  const { rateLimitPerMinute: perMinute, queuePrefix, maxEventLoopDelayMs } = deps.config;
  const rateLimit = { perMinute, redis: deps.redis, prefix: queuePrefix };
  await app.register(v1, { prefix: '/api/v1', rateLimit, pressure: { maxEventLoopDelayMs } });
  await app.register(account, { prefix: '/account', rateLimit, pressure: { maxEventLoopDelayMs } });
  await app.register(ops);
  await app.ready();
  return app;
}
