import type { JobData, JobName } from '../../shared/queue/job-catalogue.ts';
import { enqueueRun } from '../../shared/runs/managed/enqueue-run.ts';
import { percentOfRun } from '../../shared/runs/managed/progress.ts';
import { enqueueNextInLine } from '../../shared/runs/managed/recover-runs.ts';
import type { WorkerDeps } from '../app.ts';

/** Tells how far the job's run is, in percent. */
export type Report = (percent: number) => Promise<void>;

type Handler<N extends JobName> = (deps: WorkerDeps, data: JobData<N>, report: Report) => Promise<object>;

/**
 * What each job does: its task in a thread, then the jobs that follow from how its run stands. The answer is
 * what Bull Board shows as the job's result.
 */
export const JOB_HANDLERS: { readonly [N in JobName]: Handler<N> } = {
  'score-chunk': async ({ db, pool, queues }, data, report) => {
    const { outcome, run } = await pool.run('score-chunk', data);
    if (run !== null) await report(percentOfRun(run));
    if (run?.phase === 'allocating') await enqueueRun(db.pool, queues, run);
    return outcome ?? { nothing_to_do: run?.status ?? 'no such run' };
  },
  'allocate-run': async ({ db, pool, queues }, data, report) => {
    const { outcome, run } = await pool.run('allocate-run', data);
    if (run !== null) await report(percentOfRun(run));
    if (run?.phase === 'allocating') await enqueueRun(db.pool, queues, run);
    if (run?.phase === 'done') await enqueueNextInLine(db.pool, queues, run);
    return outcome ?? { nothing_to_do: run?.status ?? 'no such run' };
  },
};
