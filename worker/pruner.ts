import { pruneDaily } from '../shared/retention/prune-daily.ts';
import type { WorkerDeps } from './app.ts';

/** How often a worker asks whether today's pruning is still to be done. */
const EVERY_MS = 10 * 60_000;

/** Removes what is too old, once a day across all workers, as long as the worker works. */
export function startPruner({ db, config, logger }: Pick<WorkerDeps, 'db' | 'config' | 'logger'>): {
  close(): Promise<void>;
} {
  const stop = new AbortController();
  let round: Promise<void> | null = null;
  const look = async () => {
    try {
      const pruned = await pruneDaily(db, config.retentionDays, stop.signal);
      if (pruned !== null) logger.info({ pruned }, 'removed what was too old');
    } catch (error) {
      logger.warn({ err: error }, 'could not remove what is too old; trying again');
    }
  };
  const start = () => {
    round ??= look().finally(() => {
      round = null;
    });
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}
