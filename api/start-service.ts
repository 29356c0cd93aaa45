import type { FastifyBaseLogger } from 'fastify';
import { ensureFirstOperator } from '../shared/accounts/first-operator.ts';
import type { Config } from '../shared/config/config.ts';
import { openDatabase } from '../shared/db/database.ts';
import { acquireDatabase } from '../shared/db/embedded.ts';
import { migrate } from '../shared/db/migrate.ts';
import { openRedis } from '../shared/platform/redis.ts';
import { Releases } from '../shared/platform/releases.ts';
import { announceService } from '../shared/platform/service-address.ts';
import { createQueueBackend } from '../shared/queue/queue-backend.ts';
import { RunQueues } from '../shared/queue/run-queues.ts';
import { createRoutingPool } from '../shared/threads/routing-pool.ts';
import { createLaneResolver } from '../shared/transit/lane-resolver.ts';
import { buildApp } from './app.ts';

/** A batch of 5,000 orders lives until it is answered: with less room its garbage is collected again and again. */
const BATCH_YOUNG_MB = 64;

/** A service that listens. */
export interface RunningService {
  /** Its address, with the port that it got. */
  readonly url: string;
  /** Its database, for who works beside it. */
  readonly databaseUrl: string;
  /** Lets requests under way finish and releases everything, once however often it is called. */
  stop(): Promise<void>;
}

/**
 * Starts the API: acquires the database, migrates it, listens. Where a step fails, the steps before it are
 * undone and the failure is thrown.
 */
export async function startService(
  config: Config,
  { logger }: { readonly logger: FastifyBaseLogger },
): Promise<RunningService> {
  const releases = new Releases(logger);
  const stop = () => releases.release();
  try {
    const lease = await acquireDatabase(config, {
      role: 'service',
      onLost: (error) => logger.error(error, 'the embedded database is lost'),
    });
    releases.add(() => lease.release());
    await migrate(lease.url);
    const db = openDatabase(lease.url, {
      poolSize: config.databasePoolSize,
      applicationName: 'wrs api',
      onError: (error) => logger.warn(error, 'a database connection broke'),
    });
    releases.add(() => db.close());
    if (config.operator !== null) await ensureFirstOperator(db, config.operator);
    const lanes = createLaneResolver(db, { logger, credentials: config.transitCredentials });
    releases.add(() => lanes.close());
    const backend = createQueueBackend(config, lease.url);
    const queues = new RunQueues(backend, (error) => logger.warn(error, 'the queue cannot be reached'));
    releases.add(() => queues.close());
    const redis =
      config.redisUrl === null
        ? null
        : await openRedis(config.redisUrl, (error) =>
            logger.warn(error, 'the rate limits cannot be counted'),
          );
    if (redis !== null) releases.add(async () => redis.disconnect());
    const threads = createRoutingPool(lease.url, config.workerThreads, {
      transitCredentials: config.transitCredentials,
      youngGenerationMb: BATCH_YOUNG_MB,
      minThreads: 0,
    });
    releases.add(() => threads.close());
    const app = await buildApp({ config, db, lanes, queues, threads, redis, logger });
    releases.add(() => app.close());
    const url = await app.listen({ port: config.port, host: config.host });
    // With a database of its own the service has a data folder of its own, where commands look for it.
    if (config.databaseUrl === null) releases.add(await announceService(config.dataDir, url));
    return { url, databaseUrl: lease.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
