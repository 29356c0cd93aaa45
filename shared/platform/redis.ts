import { Redis } from 'ioredis';

/** Milliseconds that a command, or the first connection, may take. */
const PATIENCE_MS = 500;

/**
 * Opens a connection for work that can be left out. It waits only shortly for the connection. While Redis cannot be
 * reached, a command fails at once, `onError` is called, and the client reconnects by itself.
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
  await redis.connect().catch(() => undefined); // `onError` was called
  return redis;
}
