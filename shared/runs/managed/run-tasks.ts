import type { JobData } from '../../queue/job-catalogue.ts';
import { type AllocateOutcome, allocateTurns } from './allocate-turns.ts';
import { loadManagedRun, type ManagedRun } from './managed-run.ts';
import { planTurns } from './plan-turns.ts';
import { type RunMilestone, type RunWorkDeps, type ScoreOutcome, scoreChunk } from './score-chunk.ts';

/** What a task did, as plain data, and how its run stands now (null: there is no such run). */
export interface TaskResult<Outcome> {
  /** null: there was nothing left to do. */
  readonly outcome: Outcome | null;
  readonly run: ManagedRun | null;
  /** What of the run's life this task did. */
  readonly milestones: readonly RunMilestone[];
}

/**
 * The work of each job, as it runs in a thread: ids come in, counts go out, orders never cross. Each may be
 * repeated, killed or run twice at once.
 */
export const RUN_TASKS = {
  'score-chunk': (deps: RunWorkDeps, job: JobData<'score-chunk'>): Promise<TaskResult<ScoreOutcome>> =>
    resultOf(deps, job.run_id, async (work) => {
      const outcome = await scoreChunk(work, job.run_id, job.chunk);
      if (outcome?.finished) work.onMilestone('completed');
      // Also if nothing was left to score: the worker that scored the last chunk may have been killed before this.
      const mayPlan = outcome === null || outcome.to_allocate;
      if (mayPlan && (await planTurns(deps.db, job.run_id))) work.onMilestone('scored');
      return outcome;
    }),
  'allocate-run': (deps: RunWorkDeps, job: JobData<'allocate-run'>): Promise<TaskResult<AllocateOutcome>> =>
    resultOf(deps, job.run_id, (work) => allocateTurns(work, job.run_id)),
} as const;

async function resultOf<Outcome>(
  deps: RunWorkDeps,
  runId: number,
  task: (deps: RunWorkDeps & Required<Pick<RunWorkDeps, 'onMilestone'>>) => Promise<Outcome | null>,
): Promise<TaskResult<Outcome>> {
  const milestones: RunMilestone[] = [];
  const outcome = await task({ ...deps, onMilestone: (milestone) => milestones.push(milestone) });
  return { outcome, run: await loadManagedRun(deps.db.pool, runId), milestones };
}
