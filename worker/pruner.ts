import { pruneDaily } from '../shared/retention/prune-daily.ts';
import type { WorkerDeps } from './app.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** How often a worker asks whether today's pruning is still to be done. */
const EVERY_MS = 10 * 60_000;

/** Removes what is too old, once a day across all workers, as long as the worker works. */
export function startPruner({ db, config, logger }: Pick<WorkerDeps, 'db' | 'config' | 'logger'>): Rounds {
  return startRounds(
    async (signal) => {
      const pruned = await pruneDaily(db, config.retentionDays, signal);
      if (pruned !== null) logger.info({ pruned }, 'removed what was too old');
    },
    { everyMs: EVERY_MS, logger, failed: 'could not remove what is too old; trying again' },
  );
}
