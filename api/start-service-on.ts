import type { FastifyBaseLogger } from 'fastify';
import { ensureFirstOperator } from '../shared/accounts/first-operator.ts';
import type { Config } from '../shared/config/config.ts';
import { startStep } from '../shared/config/start-failure.ts';
import { openDatabase } from '../shared/db/database.ts';
import { ServiceMetrics } from '../shared/metrics/service-metrics.ts';
import { openRedis } from '../shared/platform/redis.ts';
import type { Releases } from '../shared/platform/releases.ts';
import { announceService } from '../shared/platform/service-address.ts';
import { createQueueBackend } from '../shared/queue/queue-backend.ts';
import { RunQueues } from '../shared/queue/run-queues.ts';
import { createRoutingPool } from '../shared/threads/routing-pool.ts';
import { createLaneResolver } from '../shared/transit/lane-resolver.ts';
import { buildApp } from './app.ts';
import { BUILT_CONSOLE } from './plugins/console.ts';

/**
 * A batch of 5,000 orders lives until it is answered: with less room its garbage is collected again and again. The
 * largest body, parsed, takes several hundred megabytes.
 */
const BATCH_MEMORY = { oldMb: 1024, youngMb: 128 };

/** What a service is started with. */
export interface StartOptions {
  readonly logger: FastifyBaseLogger;
  /** Shared with a worker of the same process. */
  readonly metrics?: ServiceMetrics;
}

/**
 * Starts the API on the migrated database at `databaseUrl` and returns its address. What it opens is added to
 * `releases`, also where a later step fails.
 */
export async function startServiceOn(
  databaseUrl: string,
  config: Config,
  { logger, releases, metrics = new ServiceMetrics() }: StartOptions & { readonly releases: Releases },
): Promise<string> {
  const db = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    applicationName: 'wrs api',
    timeouts: config.databaseTimeouts,
    onError: (error) => logger.warn(error, 'a database connection broke'),
  });
  releases.add(() => db.close());
  if (config.operator !== null) await ensureFirstOperator(db, config.operator);
  const lanes = createLaneResolver(db, {
    logger,
    credentials: config.transitCredentials,
    lookups: metrics.laneLookups,
  });
  releases.add(() => lanes.close());
  const backend = createQueueBackend(config, databaseUrl);
  const queues = new RunQueues(backend, (error) => logger.warn(error, 'the queue cannot be reached'));
  releases.add(() => queues.close());
  const redis =
    config.redisUrl === null
      ? null
      : await openRedis(config.redisUrl, (error) =>
          logger.warn(error, 'Redis at REDIS_URL is not reached: rate limits are not counted'),
        );
  if (redis !== null) releases.add(async () => redis.disconnect());
  const threads = createRoutingPool(databaseUrl, config.workerThreads, {
    transitCredentials: config.transitCredentials,
    memory: BATCH_MEMORY,
    timeouts: config.databaseTimeouts,
    laneLookups: metrics.laneLookups,
    // Started by the first large batch, and kept: the next one finds code that is warm.
    idleMs: Number.POSITIVE_INFINITY,
  });
  releases.add(() => threads.close());
  // Connections are opened while the app is built: the first request, most likely to /readyz, finds them.
  // What cannot be reached is for /readyz to tell.
  void Promise.allSettled([db.pool.query('SELECT'), queues.ping()]);
  const consoleFolder = BUILT_CONSOLE;
  const app = await buildApp({ config, db, lanes, queues, threads, redis, metrics, logger, consoleFolder });
  releases.add(() => app.close());
  const url = await startStep('listen', config, () => app.listen({ port: config.port, host: config.host }));
  // With a database of its own the service has a data folder of its own, where commands look for it.
  if (config.databaseUrl === null) releases.add(await announceService(config.dataDir, url));
  return url;
}
