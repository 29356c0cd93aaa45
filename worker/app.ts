import type { Logger } from 'pino';
import { openDatabase } from '../shared/db/database.ts';
import { createQueueBackend, nameOfQueue } from '../shared/db/queue/queue-backend.ts';
import { forRuns } from '../shared/db/timeouts.ts';
import type { Config } from '../shared/foundation/config/config.ts';
import { reachOf } from '../shared/foundation/guarded-call.ts';
import { openMailer } from '../shared/foundation/mailer.ts';
import { OutageLog } from '../shared/foundation/outage-log.ts';
import { Releases } from '../shared/foundation/releases.ts';
import type { Sealing } from '../shared/foundation/sealing.ts';
import { Seats } from '../shared/foundation/seats.ts';
import { addBacklogMetrics } from '../shared/operations/metrics/backlog-metrics.ts';
import { ServiceMetrics } from '../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../shared/operations/threads/routing-pool.ts';
import { JobQueues } from '../shared/work/job-queues.ts';
import { startHeartbeat } from './heartbeat.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startJobWorkers } from './job-workers.ts';

/** A running worker. */
export interface RunningWorker {
  /** Lets jobs under way end and releases everything. Further calls do nothing more. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  readonly logger: Logger;
  readonly metrics?: ServiceMetrics;
  readonly secrets: Sealing;
}

/** Database connections of a worker for its own work, and as many for webhooks. Its threads have their own. */
const CONNECTIONS = 4;

/**
 * Starts a worker with its threads on the migrated database at `databaseUrl`. `metrics` are those of the process; an API
 * of the same process may share them.
 */
export function startWorker(
  databaseUrl: string,
  config: Config,
  { logger, metrics = new ServiceMetrics(), secrets }: WorkerOptions,
): RunningWorker {
  const releases = new Releases(logger);
  const timeouts = forRuns(config.databaseTimeouts);
  const connect = (applicationName: string) => {
    const opened = openDatabase(databaseUrl, {
      directUrl: config.databaseDirectUrl,
      poolSize: CONNECTIONS,
      timeouts,
      secrets,
      applicationName,
      onError: (error) => logger.warn(error, 'a database connection broke'),
    });
    releases.add(`connections of ${applicationName} to the database`, () => opened.close());
    return opened;
  };
  const db = connect('wrs worker');
  const deliveries = {
    db: connect('wrs webhooks'),
    // One client has half of the connections at most, because what it does there may be slow.
    turns: new Seats<number>({ atOnce: CONNECTIONS, atOnceOfOwner: CONNECTIONS / 2 }),
    reach: reachOf(config.webhookAllowPrivate),
  };
  const backend = createQueueBackend(config, config.databaseDirectUrl ?? databaseUrl);
  const queues: JobQueues = new JobQueues(backend, (error) => outages.note(error));
  const outages = new OutageLog(logger, nameOfQueue(config), () => queues.ping());
  releases.add('queues', () => {
    outages.close();
    return queues.close();
  });
  const services = { db, queues, logger };
  metrics.watchPool('worker', db.pool);
  metrics.watchPool('webhooks', deliveries.db.pool);
  addBacklogMetrics(metrics.registry, services);
  const pool = createRoutingPool(databaseUrl, config.workerThreads, {
    transitCredentials: config.transitCredentials,
    secrets,
    windowWork: config.windowWork,
    timeouts,
    laneLookups: metrics.laneLookups,
    telemetry: config.telemetry,
    onError: (error) => logger.error(error, 'a thread failed'),
  });
  releases.add('threads', () => pool.close());
  // Added before the jobs, so that it ends after them: a worker with jobs under way is alive.
  const heartbeat = startHeartbeat(services);
  releases.add('heartbeat', () => heartbeat.close());
  const deps = { ...services, pool, metrics, deliveries };
  const jobs = startJobWorkers(deps, {
    ...{ backend, outages, isCopy: config.isCopy, concurrency: config.workerConcurrency },
  });
  releases.add('jobs', () => jobs.close());
  const mailer = openMailer(config, logger);
  releases.add('mailer', async () => mailer?.close());
  const housekeeping = startHousekeeping({ ...services, metrics, mailer }, deliveries, config);
  releases.add('housekeeping', () => housekeeping.close());
  return { stop: () => releases.release() };
}
