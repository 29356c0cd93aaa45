import type { WorkDeps } from '../runs/background-work.ts';
import { loadManagedRun } from '../runs/managed/managed-run.ts';
import { JOBS, type JobData } from '../work/jobs.ts';

/** Scores a chunk, as its job would. */
export function scoreOneChunk(deps: WorkDeps, data: JobData<'score-chunk'>) {
  return JOBS['score-chunk'].task(deps, data);
}

/** Scores a run's chunks, as its jobs would. Its allocation is planned, and nothing is allocated. */
export async function scoreRun(deps: WorkDeps, runId: number): Promise<void> {
  const { rows } = await deps.db.pool.query<{ chunk: number }>(
    'SELECT chunk FROM run_chunks WHERE run_id = $1 ORDER BY chunk',
    [runId],
  );
  for (const { chunk } of rows) await scoreOneChunk(deps, { run_id: runId, chunk });
}

/** Scores and allocates an accepted run to its end, as its jobs would. */
export async function workRun(deps: WorkDeps, runId: number): Promise<void> {
  await scoreRun(deps, runId);
  while ((await loadManagedRun(deps.db.pool, runId))?.phase === 'allocating') {
    const did = await JOBS['allocate-run'].task(deps, { run_id: runId, batch: 0 });
    if (did === null) throw new Error(`Run ${runId} is not first in the queue.`);
  }
}
