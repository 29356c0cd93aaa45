import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';

/** A client of one Redis server, or of a Redis Cluster. */
export type RedisClient = Redis | Cluster;

/** Milliseconds that a command, or the first connection, may take. */
const TIMEOUT_MS = 500;

/**
 * Opens a connection for work that can be left out. Waits only shortly for the connection. While Redis cannot be
 * reached, commands fail at once, `onError` is called, and the client reconnects by itself.
 */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisClient> {
  const waits = { connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS };
  const whileAway = { lazyConnect: true, enableOfflineQueue: false };
  const redis = isRedisCluster(url)
    ? openRedisCluster(url, waits, whileAway)
    : new Redis(url, { ...waits, ...whileAway, maxRetriesPerRequest: 0 });
  redis.on('error', onError);
  await redis.connect().catch(() => undefined); // `onError` was called
  return redis;
}

/** Whether the URL says, by `?cluster=true`, that it leads to a node of a Redis Cluster. */
export function isRedisCluster(url: string): boolean {
  return new URL(url).searchParams.get('cluster') === 'true';
}

/** A client of the cluster that has the node of `url`. It finds the other nodes, which have the same password. */
export function openRedisCluster(
  url: string,
  waits: Pick<RedisOptions, 'connectTimeout' | 'commandTimeout' | 'socketTimeout' | 'maxRetriesPerRequest'>,
  settings: Pick<ClusterOptions, 'lazyConnect' | 'enableOfflineQueue'> = {},
): Cluster {
  const { protocol, hostname, port, username, password } = new URL(url);
  const redisOptions = {
    ...waits,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
  return new Cluster([{ host: hostname, port: Number(port || 6379) }], { ...settings, redisOptions });
}
