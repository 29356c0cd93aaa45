import { Redis } from 'ioredis';

/** Milliseconds that a command, or the first connection, may take. */
const TIMEOUT_MS = 500;

/**
 * Opens a connection for work that can be left out. Waits only shortly for the connection. While Redis cannot be
 * reached, commands fail at once, `onError` is called, and the client reconnects by itself.
 */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, {
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', onError);
  await redis.connect().catch(() => undefined); // `onError` was called
  return redis;
}
