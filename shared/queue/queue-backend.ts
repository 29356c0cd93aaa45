import {
  createPostgresBackend,
  type Processor,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { Cluster } from 'ioredis';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { onUnanswered } from '../db/pg-insides.ts';
import { breakConnection, limitEnding } from '../db/silent-server.ts';
import { isRedisCluster, openRedisCluster } from '../platform/redis.ts';
import { currentTracing } from '../telemetry/tracing.ts';

/**
 * Where jobs wait: Redis, or PostgreSQL without Redis. All other code opens queues and workers here and does not know
 * which of the two it is.
 */
export interface QueueBackend {
  readonly kind: 'redis' | 'postgres';
  openQueue(name: string): Queue;
  openWorker(name: string, processor: Processor, options: WorkerTuning): Worker;
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
  if (config.redisUrl === null) return postgresBackend(databaseUrl);
  const open = isRedisCluster(config.redisUrl) ? clusterBackend : redisBackend;
  return open(config.redisUrl, config.queuePrefix);
}

/**
 * If Redis does not answer a command for so long, the connection is closed and opened again: the machine of Redis may be
 * gone, and TCP alone notices that only after many minutes. It is longer than the 10 seconds for which BullMQ lets Redis
 * wait for a job.
 */
const REDIS_SILENCE_MS = 15_000;

function redisBackend(url: string, prefix: string): QueueBackend {
  const base = { prefix, ...traced() };
  const connection = { url, socketTimeout: REDIS_SILENCE_MS };
  return {
    kind: 'redis',
    // A request must not wait for a Redis that cannot be reached; a worker waits.
    openQueue: (name) =>
      new Queue(name, {
        ...base,
        connection: { ...connection, maxRetriesPerRequest: 1, enableOfflineQueue: true },
      } as QueueOptions),
    openWorker: (name, processor, options) =>
      new Worker(name, processor, {
        ...base,
        ...options,
        connection: { ...connection, maxRetriesPerRequest: null },
      } as WorkerOptions),
  };
}

/** The prefix is a hash tag, so that all keys of a queue are in one slot: BullMQ's scripts need several of them at once. */
function clusterBackend(url: string, prefix: string): QueueBackend {
  const base = { prefix: `{${prefix}}`, ...traced() };
  const node = { socketTimeout: REDIS_SILENCE_MS, maxRetriesPerRequest: null };
  return {
    kind: 'redis',
    openQueue: (name) => {
      // Without an offline queue, because in a cluster a command would wait there without a limit.
      const connection = openRedisCluster(url, node, { enableOfflineQueue: false });
      return closingToo(connection, new Queue(name, { ...base, connection }));
    },
    openWorker: (name, processor, options) => {
      const connection = openRedisCluster(url, node);
      return closingToo(connection, new Worker(name, processor, { ...base, ...options, connection }));
    },
  };
}

/** Its `close` closes the client too, which BullMQ leaves open because it has not made it. */
function closingToo<Of extends Queue | Worker>(client: Cluster, user: Of): Of {
  const close = user.close.bind(user);
  user.close = async (...args: unknown[]) => {
    await close(...(args as []));
    client.disconnect();
  };
  return user;
}

/** The same for PostgreSQL, for each statement of BullMQ: all are short. */
const POSTGRES_SILENCE_MS = 10_000;

function postgresBackend(connectionString: string): QueueBackend {
  const clients = new Set<pg.PoolClient>();
  const connection = {
    connectionString,
    max: 4,
    query_timeout: POSTGRES_SILENCE_MS,
    connectionTimeoutMillis: POSTGRES_SILENCE_MS,
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
    openQueue: (name) => new Queue(name, { connection, ...traced() }, createBackend) as unknown as Queue,
    openWorker: (name, processor, options) =>
      new Worker(
        name,
        processor,
        { ...options, connection, ...traced() },
        createBackend,
      ) as unknown as Worker,
  };
}

/**
 * BullMQ remembers whether its first connection succeeded, also if it failed: a queue that was opened while PostgreSQL
 * did not answer would never work. So a failure is forgotten, and the next use connects again. When it closes, it waits
 * for its connection for jobs to end, also if its server has vanished.
 */
const createBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection, queueName, opts } = backend as unknown as Internals;
  const moveStalled = backend.moveStalledJobsToWait.bind(backend);
  backend.moveStalledJobsToWait = async () => {
    await connection.pool.query(INTO_THE_PRESENT, [queueName, Date.now(), opts.lockDuration ?? 0]);
    return moveStalled();
  };
  for (const each of [connection, backend as unknown as Readied]) {
    const connect = each.waitUntilReady.bind(each);
    each.waitUntilReady = () => {
      const ready = connect();
      ready.catch(() => {
        each.readyPromise = undefined;
      });
      return ready;
    };
  }
  const close = connection.close.bind(connection);
  connection.close = () => {
    if (connection.listenClient !== undefined) limitEnding(connection.listenClient);
    return close();
  };
  return backend;
};

/**
 * BullMQ stores times by the clocks of processes. If a clock was ahead and was set back, jobs that it delayed, locks of
 * workers that were killed, and the next look for these would all wait until that time comes again. No job waits longer
 * than its delay, and no lock is longer than $3.
 */
const INTO_THE_PRESENT = `
  WITH looked AS (
    DELETE FROM meta WHERE queue = $1 AND field = 'stalled-check' AND value::bigint > $2::bigint
  ), locked AS (
    UPDATE job SET locked_until_ms = $2::bigint + $3::bigint
    WHERE queue = $1 AND state = 'active' AND locked_until_ms > $2::bigint + $3::bigint
  )
  UPDATE job SET process_at_ms = $2::bigint + delay_ms
  WHERE queue = $1 AND state = 'delayed' AND process_at_ms > $2::bigint + delay_ms`;

/** What BullMQ does not declare of its backend on PostgreSQL. */
interface Internals {
  readonly connection: Readied & Closable & { readonly pool: pg.Pool };
  readonly queueName: string;
  readonly opts: Pick<WorkerOptions, 'lockDuration'>;
}

interface Closable {
  /** The connection that waits for jobs, outside of the pool. */
  readonly listenClient: pg.Client | undefined;
  close(): Promise<void>;
}

interface Readied {
  waitUntilReady(): Promise<void>;
  readyPromise: Promise<void> | undefined;
}

/** Jobs carry the trace of what added them, if the process traces. */
function traced(): Pick<QueueOptions, 'telemetry'> {
  const tracing = currentTracing();
  return tracing === null ? {} : { telemetry: tracing.queue };
}
