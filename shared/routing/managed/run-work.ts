import type { WorkDeps } from '../background-work.ts';
import type { RunRow } from '../run-row.ts';
import { loadManagedRun } from './managed-run.ts';

/** What a job's task did, as plain data: ids and counts, never orders. */
export interface RunTaskResult<Outcome> {
  /** null: nothing was left to do. */
  readonly outcome: Outcome | null;
  /** The run after the task; null: there is no such run. */
  readonly run: RunRow | null;
}

/** Does a piece of a run's work, and reads the run after it. */
export async function runTask<Outcome>(
  { db }: WorkDeps,
  runId: number,
  work: () => Promise<Outcome | null>,
): Promise<RunTaskResult<Outcome>> {
  return { outcome: await work(), run: await loadManagedRun(db.pool, runId) };
}
