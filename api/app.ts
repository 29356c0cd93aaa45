import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { openDatabase } from '../shared/db/database.ts';
import { createQueueBackend, nameOfQueue } from '../shared/db/queue/queue-backend.ts';
import { Charges } from '../shared/foundation/charges.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { fastifyTrust } from '../shared/foundation/config/trust-proxy.ts';
import { OutageLog } from '../shared/foundation/outage-log.ts';
import { openRedis } from '../shared/foundation/redis.ts';
import type { Releases } from '../shared/foundation/releases.ts';
import type { Sealing } from '../shared/foundation/sealing.ts';
import { Seats } from '../shared/foundation/seats.ts';
import { ensureFirstOperator } from '../shared/identity/passwords.ts';
import { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { letHeapsDouble } from '../shared/operations/threads/thread-memory.ts';
import { createLaneResolver } from '../shared/transit/lane-resolver.ts';
import { JobQueues } from '../shared/work/job-queues.ts';
import { answerClientError } from './client-error.ts';
import admission from './plugins/admission.ts';
import bodies from './plugins/bodies.ts';
import consolePages, { BUILT_CONSOLE } from './plugins/console.ts';
import draining from './plugins/draining.ts';
import errors, { answerError } from './plugins/errors.ts';
import health from './plugins/health.ts';
import httpProtocol from './plugins/http-protocol.ts';
import metrics from './plugins/metrics.ts';
import openapi from './plugins/openapi.ts';
import { withHeaders } from './plugins/page-headers.ts';
import requestId, { requestIdOf } from './plugins/request-id.ts';
import requestLog from './plugins/request-log.ts';
import routeTable from './plugins/route-table.ts';
import tracing from './plugins/tracing.ts';
import validation from './plugins/validation.ts';
import account from './routes/account/index.ts';
import ops from './routes/ops/index.ts';
import v1 from './routes/v1/index.ts';
import { requestCounter } from './routes/v1/rate-limit.ts';
import { type AppDeps, servicesOf } from './services.ts';

/** Order IDs are parts of paths, with percent-encoding. */
const MAX_PARAM_LENGTH = 2000;

/**
 * A batch of 5,000 orders is in memory until it is answered. The largest body takes several hundred megabytes when it is
 * parsed. With twice as much for new objects, a thread takes 70 MB more and hardly less time.
 */
const BATCH_MEMORY = { oldMb: 1024, youngMb: 64 };

/** Those of one client that wait at once. */
const LONG_ANSWERS_WAITING = 100;

/** Options of an application. */
export interface AppOptions {
  readonly logger: FastifyBaseLogger;
  /** Releases what is opened, also if a later step fails. */
  readonly releases: Releases;
  /** For the secrets in the database. */
  readonly secrets: Sealing;
  /** Shared with a worker of the same process. */
  readonly metrics?: ServiceMetrics;
}

/** Opens what the application needs on the migrated database at `databaseUrl`, and builds the application. */
export async function openApp(
  databaseUrl: string,
  config: Config,
  { logger, releases, secrets, metrics = new ServiceMetrics() }: AppOptions,
): Promise<FastifyInstance> {
  const db = openDatabase(databaseUrl, {
    directUrl: config.databaseDirectUrl,
    poolSize: config.databasePoolSize,
    applicationName: 'wrs api',
    secrets,
    timeouts: config.databaseTimeouts,
    onError: (error) => logger.warn(error, 'a database connection broke'),
  });
  releases.add('connections to the database', () => db.close());
  if (config.operator !== null) await ensureFirstOperator(db, config.operator);
  const lanes = createLaneResolver(db, {
    logger,
    credentials: config.transitCredentials,
    lookups: metrics.laneLookups,
  });
  releases.add('lanes', () => lanes.close());
  const backend = createQueueBackend(config, config.databaseDirectUrl ?? databaseUrl);
  const queues: JobQueues = new JobQueues(backend, (error) => outages.note(error));
  const outages = new OutageLog(logger, nameOfQueue(config), () => queues.ping());
  releases.add('queues', () => {
    outages.close();
    return queues.close();
  });
  const redis =
    config.redisUrl === null ? null : await openRedis(config.redisUrl, (error) => outages.note(error));
  if (redis !== null) releases.add('Redis', async () => redis.disconnect());
  letHeapsDouble();
  const charges = new Charges<number | null>();
  const threads = createRoutingPool(databaseUrl, config.workerThreads, {
    charges,
    transitCredentials: config.transitCredentials,
    secrets,
    windowWork: config.windowWork,
    memory: BATCH_MEMORY,
    // The long work of one client never takes all threads: another client finds one at once.
    atOnceOfOwner: Math.max(1, config.workerThreads - 1),
    timeouts: config.databaseTimeouts,
    laneLookups: metrics.laneLookups,
    telemetry: config.telemetry,
    // The first large batch starts the threads. They stay, so that the next one finds compiled code.
    idleMs: Number.POSITIVE_INFINITY,
    onError: (error) => logger.error(error, 'a thread failed'),
  });
  releases.add('threads', () => threads.close());
  // Opens connections while the application is built: the first request, most likely to /readyz, needs them. If one
  // cannot be opened, /readyz says so.
  void Promise.allSettled([db.pool.query('SELECT'), queues.ping()]);
  const consoleFolder = BUILT_CONSOLE;
  const app = await buildApp({
    ...{ config, db, lanes, queues, threads, charges, redis, metrics, logger },
    consoleFolder,
  });
  releases.add('requests', () => app.close());
  return app;
}

/** Builds the HTTP application. It opens no port, reads no environment, and does not close what it is given. */
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
    // After the draining plugin has let requests under way finish. Browsers open connections that they never use; one
    // such connection would keep the port open for a minute.
    forceCloseConnections: true,
    pluginTimeout: 0, // it would end that wait too early; SHUTDOWN_SECONDS limits it
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });
  app.decorate('services', servicesOf(app, deps));
  app.decorate(
    'longAnswers',
    new Seats<number>({
      atOnce: deps.config.longAnswersAtOnce,
      isElastic: true,
      waitingOfOwner: LONG_ANSWERS_WAITING,
    }),
  );
  app.decorate('answerIdleSeconds', deps.config.answerIdleSeconds);
  app.addHook('onRequest', withHeaders({ 'x-content-type-options': 'nosniff' }));
  await app.register(routeTable);
  await app.register(admission, { charges: deps.charges ?? new Charges<number | null>() });
  await app.register(tracing);
  await app.register(requestId);
  await app.register(errors);
  await app.register(httpProtocol);
  await app.register(requestLog);
  await app.register(bodies, deps.config);
  await app.register(metrics, { metrics: deps.metrics });
  await app.register(draining);
  await app.register(validation);
  await app.register(openapi);
  await app.register(health, deps.config);
  await app.register(consolePages, { folder: deps.consoleFolder ?? null });
  const { rateLimitPerMinute, rateLimitPromisePerMinute, rateLimitClientPerMinute } = deps.config;
  const { rateLimitWebhookPerMinute } = deps.config;
  const { maxEventLoopDelayMs, queuePrefix: prefix } = deps.config;
  const counter = (perMinute: number) => requestCounter(perMinute, { redis: deps.redis, prefix });
  const ofCallers = counter(rateLimitPerMinute);
  const ofClients = counter(rateLimitClientPerMinute);
  const ofPromises = counter(rateLimitPromisePerMinute);
  await app.register(v1, { prefix: '/api/v1', ofCallers, ofClients, ofPromises, maxEventLoopDelayMs });
  const ofWebhooks = counter(rateLimitWebhookPerMinute);
  await app.register(account, { prefix: '/account', ofCallers, ofClients, ofWebhooks, maxEventLoopDelayMs });
  await app.register(ops);
  await app.ready();
  return app;
}
