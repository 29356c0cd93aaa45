import {
  createPostgresBackend,
  type Processor,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { JobName } from './job-catalogue.ts';

/**
 * Where jobs wait: Redis, or PostgreSQL where there is none. Everything above opens queues and workers here and
 * cannot tell the two apart.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: JobName): Queue;
  openWorker(name: JobName, processor: Processor, options: WorkerTuning): Worker;
}

export type WorkerTuning = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay' | 'autorun'
>;

/** Chooses the backend by the configuration; opens nothing yet. `databaseUrl` is the service's own database. */
export function createQueueBackend(
  config: Pick<Config, 'redisUrl' | 'queuePrefix'>,
  databaseUrl: string,
): QueueBackend {
  return config.redisUrl === null
    ? postgresBackend(databaseUrl)
    : redisBackend(config.redisUrl, config.queuePrefix);
}

function redisBackend(url: string, prefix: string): QueueBackend {
  const base = { prefix };
  return {
    kind: 'redis',
    // A request must not hang on a Redis that is away; a worker waits for it.
    openQueue: (name) =>
      new Queue(name, {
        ...base,
        connection: { url, maxRetriesPerRequest: 1, enableOfflineQueue: true },
      } as QueueOptions),
    openWorker: (name, processor, options) =>
      new Worker(name, processor, {
        ...base,
        ...options,
        connection: { url, maxRetriesPerRequest: null },
      } as WorkerOptions),
  };
}

function postgresBackend(connectionString: string): QueueBackend {
  const connection = {
    connectionString,
    max: 4,
    migrate: true,
    application_name: 'wrs-queue',
    // The query of a connection that breaks fails; its error event, which BullMQ leaves unheard, would end the process.
    onConnect: (client: pg.PoolClient) => {
      client.on('error', () => undefined);
    },
  };
  return {
    kind: 'postgres',
    openQueue: (name) => new Queue(name, { connection }, createPostgresBackend) as unknown as Queue,
    openWorker: (name, processor, options) =>
      new Worker(name, processor, { ...options, connection }, createPostgresBackend) as unknown as Worker,
  };
}
