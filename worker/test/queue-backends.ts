import { randomBytes } from 'node:crypto';
import { type Config, loadConfig } from '../../shared/foundation/config/config.ts';
import { isLong } from '../../shared/testing/long.ts';

/** The kinds of queue that there are: Redis, if TEST_REDIS_URL names one. */
export const BACKENDS = ['postgres', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])];
/** Of these, for what is the same on any queue: all only in long tests. */
export const FEW_BACKENDS = isLong ? BACKENDS : ['postgres'];

/** The configuration of a worker that has its queues for itself. */
export function configOf(kind: string, settings: Readonly<Record<string, string>>): Config {
  const redis = kind === 'redis' ? { REDIS_URL: process.env.TEST_REDIS_URL } : {};
  return loadConfig({ QUEUE_PREFIX: `test-${randomBytes(4).toString('hex')}`, ...settings, ...redis });
}
