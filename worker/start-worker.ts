import type { Logger } from 'pino';
import type { Config } from '../shared/config/config.ts';
import { openDatabase } from '../shared/db/database.ts';
import { forRuns } from '../shared/db/timeouts.ts';
import { addBacklogMetrics } from '../shared/metrics/backlog-metrics.ts';
import { ServiceMetrics } from '../shared/metrics/service-metrics.ts';
import { Releases } from '../shared/platform/releases.ts';
import { createQueueBackend } from '../shared/queue/queue-backend.ts';
import { RunQueues } from '../shared/queue/run-queues.ts';
import { createRoutingPool } from '../shared/threads/routing-pool.ts';
import { startWorker } from './app.ts';

/** A worker that works. */
export interface RunningWorker {
  /** Lets jobs under way end and releases everything, once however often it is called. */
  stop(): Promise<void>;
}

/**
 * Starts a worker with its threads on the migrated database at `databaseUrl`. `metrics` are those of the process, which
 * an API may share.
 */
export function startWorkerOn(
  databaseUrl: string,
  config: Config,
  { logger, metrics = new ServiceMetrics() }: { readonly logger: Logger; readonly metrics?: ServiceMetrics },
): RunningWorker {
  const releases = new Releases(logger);
  const timeouts = forRuns(config.databaseTimeouts);
  const db = openDatabase(databaseUrl, {
    poolSize: 4,
    timeouts,
    applicationName: 'wrs worker',
    onError: (error) => logger.warn(error, 'a database connection broke'),
  });
  releases.add(() => db.close());
  const backend = createQueueBackend(config, databaseUrl);
  const queues = new RunQueues(backend, (error) => logger.warn(error, 'the queue cannot be reached'));
  releases.add(() => queues.close());
  metrics.watchPool('worker', db.pool);
  addBacklogMetrics(metrics.registry, { db, queues });
  const pool = createRoutingPool(databaseUrl, config.workerThreads, {
    transitCredentials: config.transitCredentials,
    timeouts,
    laneLookups: metrics.laneLookups,
  });
  releases.add(() => pool.close());
  const worker = startWorker({ config, db, backend, queues, pool, metrics, logger });
  releases.add(() => worker.close());
  return { stop: () => releases.release() };
}
