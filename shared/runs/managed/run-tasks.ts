import type { JobData } from '../../queue/job-catalogue.ts';
import { type AllocateOutcome, allocateTurns } from './allocate-turns.ts';
import { loadManagedRun, type ManagedRun } from './managed-run.ts';
import { planTurns } from './plan-turns.ts';
import { type RunWorkDeps, type ScoreOutcome, scoreChunk } from './score-chunk.ts';

/** What a task did, as plain data, and how its run stands now (null: there is no such run). */
export interface TaskResult<Outcome> {
  /** null: there was nothing left to do. */
  readonly outcome: Outcome | null;
  readonly run: ManagedRun | null;
}

/**
 * The work of each job, as it runs in a thread: ids come in, counts go out, orders never cross. Each may be
 * repeated, killed or run twice at once.
 */
export const RUN_TASKS = {
  'score-chunk': async (
    deps: RunWorkDeps,
    job: JobData<'score-chunk'>,
  ): Promise<TaskResult<ScoreOutcome>> => {
    const outcome = await scoreChunk(deps, job.run_id, job.chunk);
    // Also where nothing was left to score: who scored the last chunk may have been killed before this.
    if (outcome === null || outcome.to_allocate) await planTurns(deps.db, job.run_id);
    return { outcome, run: await loadManagedRun(deps.db.pool, job.run_id) };
  },
  'allocate-run': async (
    deps: RunWorkDeps,
    job: JobData<'allocate-run'>,
  ): Promise<TaskResult<AllocateOutcome>> => {
    const outcome = await allocateTurns(deps, job.run_id);
    return { outcome, run: await loadManagedRun(deps.db.pool, job.run_id) };
  },
};
