import { endAbandonedRuns } from '../shared/runs/managed/end-abandoned-runs.ts';
import { recoverRuns } from '../shared/runs/managed/recover-runs.ts';
import type { WorkerDeps } from './app.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** How often a worker looks for runs that stand still. */
const EVERY_MS = 2_000;

/** Looks after runs whose jobs were lost or whose receiver died, now and then, as long as the worker works. */
export function startCaretaker({ db, queues, logger }: Pick<WorkerDeps, 'db' | 'queues' | 'logger'>): Rounds {
  return startRounds(
    async () => {
      await endAbandonedRuns(db);
      await recoverRuns(db, queues);
    },
    { everyMs: EVERY_MS, logger, failed: 'runs could not be looked after; trying again' },
  );
}
