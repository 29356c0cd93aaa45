import { type Processor, Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq';
import type pg from 'pg';
import type { Config } from '../../foundation/config/config.ts';
import { currentTracing } from '../../foundation/telemetry/tracing.ts';
import { onUnanswered } from '../pg-insides.ts';
import { breakConnection, limitEnding } from '../silent-server.ts';
import { createRecoveringPostgresBackend } from './bullmq-insides.ts';

/**
 * Where jobs wait: Redis, or PostgreSQL without Redis. All other code opens queues and workers here and does not know
 * which of the two it is.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: string): Queue;
  openWorker(name: string, processor: Processor, options: WorkerTuning): Worker;
}

type WorkerTuning = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount' | 'runRetryDelay' | 'autorun'
>;

/** The server of the queue, as logs name it. */
export function nameOfQueue({ redisUrl }: Pick<Config, 'redisUrl'>): string {
  return redisUrl === null ? 'the queue' : 'Redis at REDIS_URL';
}

/** Chooses the backend by the configuration; opens nothing yet. `databaseUrl` is the service's own database. */
export function createQueueBackend(
  config: Pick<Config, 'redisUrl' | 'queuePrefix'>,
  databaseUrl: string,
): QueueBackend {
  return config.redisUrl === null
    ? postgresBackend(databaseUrl)
    : redisBackend(config.redisUrl, config.queuePrefix);
}

/**
 * If Redis does not answer a command for so long, the connection is closed and opened again: the machine of Redis may
 * be gone, and TCP alone notices that only after many minutes. It is longer than the 10 seconds for which BullMQ lets
 * Redis wait for a job.
 */
const REDIS_SILENCE_MS = 15_000;

function redisBackend(url: string, prefix: string): QueueBackend {
  const base = { prefix, ...traced() };
  const connection = { url, socketTimeout: REDIS_SILENCE_MS };
  return {
    kind: 'redis',
    // A request must not wait for a Redis that cannot be reached; a worker waits.
    openQueue: (name) => new Queue(name, { ...base, connection: { ...connection, maxRetriesPerRequest: 1 } }),
    openWorker: (name, processor, options) =>
      new Worker(name, processor, {
        ...base,
        ...options,
        connection: { ...connection, maxRetriesPerRequest: null },
      }),
  };
}

/** The same limit for PostgreSQL. All statements of BullMQ are short. */
const POSTGRES_SILENCE_MS = 10_000;

function postgresBackend(connectionString: string): QueueBackend {
  const clients = new Set<pg.PoolClient>();
  const connection = {
    connectionString,
    max: 4,
    query_timeout: POSTGRES_SILENCE_MS,
    connectionTimeoutMillis: POSTGRES_SILENCE_MS,
    // A process that vanishes in a transaction must not keep its locks: all queues wait for the one of a migration.
    idle_in_transaction_session_timeout: POSTGRES_SILENCE_MS,
    keepAlive: true,
    migrate: true,
    application_name: 'wrs-queue',
    // If a connection breaks, its query fails. BullMQ does not listen to the error event, which would end the process.
    onConnect: (client: pg.PoolClient) => {
      client.on('error', () => undefined);
      limitEnding(client);
      client.once('end', () => clients.delete(client));
      clients.add(client);
      // pg keeps the connection, and BullMQ would use it again. If one is silent, so are the others.
      onUnanswered(client, () => clients.forEach(breakConnection));
    },
  };
  return {
    kind: 'postgres',
    openQueue: (name) =>
      new Queue(name, { connection, ...traced() }, createRecoveringPostgresBackend) as unknown as Queue,
    openWorker: (name, processor, options) =>
      new Worker(
        name,
        processor,
        { ...options, connection, ...traced() },
        createRecoveringPostgresBackend,
      ) as unknown as Worker,
  };
}

/** If the process traces, jobs carry the trace of the code that added them. */
function traced(): Pick<QueueOptions, 'telemetry'> {
  const tracing = currentTracing();
  return tracing === null ? {} : { telemetry: tracing.queue };
}
