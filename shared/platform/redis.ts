import { Redis } from 'ioredis';

/** Milliseconds that a command, or the first connection, may take. */
const PATIENCE_MS = 500;

/**
 * Opens a connection for what can be done without: it is waited for shortly, a command fails at once while Redis
 * is away, and the connection comes back by itself. `onError` hears of it.
 */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  redis.on('error', onError);
  await redis.connect().catch(() => undefined); // `onError` has heard of it
  return redis;
}
