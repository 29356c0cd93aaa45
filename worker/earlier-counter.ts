import { countEarlierDecisions } from '../shared/insight/count-earlier.ts';
import type { WorkerDeps } from './app.ts';

/** How often a worker asks whether decisions are still to be counted: another worker may have ended in the middle. */
const EVERY_MS = 10 * 60_000;

/** Counts the decisions of before they were counted when they are written (migration 0013), as long as the worker works. */
export function startEarlierCounter({ db, logger }: Pick<WorkerDeps, 'db' | 'logger'>): {
  close(): Promise<void>;
} {
  const stop = new AbortController();
  let round: Promise<void> | null = null;
  const count = async () => {
    try {
      const counted = await countEarlierDecisions(db, { signal: stop.signal });
      if (counted > 0) logger.info({ counted }, 'counted earlier decisions');
    } catch (error) {
      logger.warn({ err: error }, 'could not count earlier decisions; trying again');
    }
  };
  const start = () => {
    round ??= count().finally(() => {
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
