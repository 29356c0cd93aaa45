import { endAbandonedRuns } from '../shared/runs/managed/end-abandoned-runs.ts';
import { recoverRuns } from '../shared/runs/managed/recover-runs.ts';
import type { WorkerDeps } from './app.ts';

/** How often a worker looks for runs that stand still. */
const EVERY_MS = 2_000;

/** Looks after runs whose jobs were lost or whose receiver died, now and then, as long as the worker works. */
export function startCaretaker(deps: Pick<WorkerDeps, 'db' | 'queues' | 'logger'>): {
  close(): Promise<void>;
} {
  let round: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      await endAbandonedRuns(deps.db);
      await recoverRuns(deps.db, deps.queues);
    } catch (error) {
      deps.logger.warn({ err: error }, 'runs could not be looked after; trying again');
    }
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    round = look().finally(() => {
      busy = false;
    });
  }, EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await round;
    },
  };
}
