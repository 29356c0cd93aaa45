import { countEarlierDecisions } from '../shared/insight/count-earlier.ts';
import type { WorkerDeps } from './app.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** How often a worker asks whether decisions are still to be counted: another worker may have ended in the middle. */
const EVERY_MS = 10 * 60_000;

/** Counts the decisions of before they were counted when they are written (migration 0013), as long as the worker works. */
export function startEarlierCounter({ db, logger }: Pick<WorkerDeps, 'db' | 'logger'>): Rounds {
  return startRounds(
    async (signal) => {
      const counted = await countEarlierDecisions(db, { signal });
      if (counted > 0) logger.info({ counted }, 'counted earlier decisions');
    },
    { everyMs: EVERY_MS, logger, failed: 'could not count earlier decisions; trying again' },
  );
}
