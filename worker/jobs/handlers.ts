import type { JobData, JobName } from '../../shared/queue/job-catalogue.ts';
import { enqueueRun } from '../../shared/runs/managed/enqueue-run.ts';
import type { ManagedRun } from '../../shared/runs/managed/managed-run.ts';
import { percentOfRun } from '../../shared/runs/managed/progress.ts';
import { enqueueNextInLine } from '../../shared/runs/managed/recover-runs.ts';
import type { TaskResult } from '../../shared/runs/managed/run-tasks.ts';
import type { WorkerDeps } from '../app.ts';

type Handler<N extends JobName> = (deps: WorkerDeps, data: JobData<N>) => Promise<object>;

/**
 * What each job does: its task in a thread, then the jobs that follow from how its run stands. The answer is
 * what Bull Board shows as the job's result: `run_percent` is how far its run was then.
 */
export const JOB_HANDLERS: { readonly [N in JobName]: Handler<N> } = {
  'score-chunk': async (deps, data) => {
    const { db, pool, queues, metrics } = deps;
    const result = await pool.run('score-chunk', data);
    const { outcome, run } = result;
    logMilestones(deps, result);
    if (outcome !== null) metrics.countOrders(outcome.tally);
    if (run?.phase === 'allocating') await enqueueRun(db.pool, queues, run);
    return resultOf(outcome, run);
  },
  'allocate-run': async (deps, data) => {
    const { db, pool, queues, metrics } = deps;
    const result = await pool.run('allocate-run', data);
    const { outcome, run } = result;
    logMilestones(deps, result);
    if (outcome !== null) {
      metrics.countOrders(outcome.tally);
      metrics.observeAllocatorWait(outcome.waited_ms);
    }
    if (run?.phase === 'allocating') await enqueueRun(db.pool, queues, run);
    if (run?.phase === 'done') await enqueueNextInLine(db.pool, queues, run);
    return resultOf(outcome, run);
  },
};

function resultOf(outcome: object | null, run: ManagedRun | null): object {
  if (run === null) return { nothing_to_do: 'no such run' };
  return { ...(outcome ?? { nothing_to_do: run.status }), run_percent: percentOfRun(run) };
}

const MESSAGES = {
  started: 'run started',
  scored: 'run is scored, its orders are allocated now',
  completed: 'run completed',
} as const;

function logMilestones({ logger }: WorkerDeps, { run, milestones }: TaskResult<unknown>): void {
  if (run === null) return;
  const { id: run_id, client_id, client_run_number, orders_total } = run;
  for (const milestone of milestones) {
    logger.info({ run_id, client_id, client_run_number, orders_total }, MESSAGES[milestone]);
  }
}
