import type { Logger } from 'pino';
import type { Database } from '../shared/db/database.ts';
import { countEarlierDecisions } from '../shared/operations/insight/count-earlier.ts';
import type { Retention } from '../shared/operations/retention/prune.ts';
import { pruneDaily } from '../shared/operations/retention/prune-daily.ts';
import { recoverBulkActions } from '../shared/routing/bulk/enqueue-bulk-actions.ts';
import { endAbandonedRuns } from '../shared/routing/managed/end-abandoned-runs.ts';
import { recoverRuns } from '../shared/routing/managed/enqueue-run.ts';
import type { JobQueues } from '../shared/routing/managed/job-queues.ts';
import { type Rounds, startRounds } from './rounds.ts';

interface HousekeepingDeps {
  readonly config: Retention;
  readonly db: Database;
  readonly queues: JobQueues;
  readonly logger: Logger;
}

/** Work that is no job. Any number of workers may do it at once. */
interface Duty {
  readonly everyMs: number;
  /** Logged if a round fails. */
  readonly failed: string;
  work(deps: HousekeepingDeps, signal: AbortSignal): Promise<void>;
}

const DUTIES: readonly Duty[] = [
  {
    // The caretaker: jobs may be lost, and the process that receives a run may die.
    everyMs: 2_000,
    failed: 'runs and bulk actions could not be looked after; trying again',
    async work({ db, queues }) {
      await endAbandonedRuns(db);
      await recoverRuns(db, queues);
      await recoverBulkActions(db, queues);
    },
  },
  {
    // Prunes once a day. Checks more often, because another worker may have stopped in the middle.
    everyMs: 10 * 60_000,
    failed: 'could not remove what is too old; trying again',
    async work({ db, config, logger }, signal) {
      const pruned = await pruneDaily(db, config, signal);
      if (pruned !== null) logger.info({ pruned }, 'removed what was too old');
    },
  },
  {
    // Counts the decisions that are older than the counts (migration 0013), until none is left.
    everyMs: 10 * 60_000,
    failed: 'could not count earlier decisions; trying again',
    async work({ db, logger }, signal) {
      const counted = await countEarlierDecisions(db, { signal });
      if (counted > 0) logger.info({ counted }, 'counted earlier decisions');
    },
  },
];

/** Starts the duties of a worker, until they are closed. */
export function startHousekeeping(deps: HousekeepingDeps): Rounds {
  const started = DUTIES.map(({ everyMs, failed, work }) =>
    startRounds((signal) => work(deps, signal), { everyMs, failed, logger: deps.logger }),
  );
  return {
    async close() {
      await Promise.all(started.map((rounds) => rounds.close()));
    },
  };
}
