import type { Database } from '../../db/database.ts';
import type { LaneResolver } from '../../transit/lane-resolver.ts';
import type { RunRow } from '../run-row.ts';
import { loadManagedRun } from './managed-run.ts';

/** What happens once in a run's life. It is reported after the transaction that did it. */
export type RunMilestone = 'started' | 'scored' | 'completed';

/** What the work on managed runs needs. */
export interface RunWorkDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  readonly onMilestone?: (milestone: RunMilestone) => void;
  /** Whether another task waits for the thread that works. */
  readonly isThreadWaitedFor?: () => boolean;
}

/** What a job's task did, as plain data: ids and counts, never orders. */
export interface RunTaskResult<Outcome> {
  /** null: nothing was left to do. */
  readonly outcome: Outcome | null;
  /** The run after the task; null: there is no such run. */
  readonly run: RunRow | null;
  /** What of the run's life this task did. */
  readonly milestones: readonly RunMilestone[];
}

/** Does a piece of a run's work, and reads the run after it. */
export async function runTask<Outcome extends { readonly finished: boolean }>(
  deps: RunWorkDeps,
  runId: number,
  work: (deps: RunWorkDeps) => Promise<Outcome | null>,
): Promise<RunTaskResult<Outcome>> {
  const milestones: RunMilestone[] = [];
  const outcome = await work({ ...deps, onMilestone: (milestone) => milestones.push(milestone) });
  if (outcome?.finished) milestones.push('completed');
  return { outcome, run: await loadManagedRun(deps.db.pool, runId), milestones };
}
