import { loadManagedRun } from '../runs/managed/managed-run.ts';
import { RUN_TASKS } from '../runs/managed/run-tasks.ts';
import type { RunWorkDeps } from '../runs/managed/score-chunk.ts';

/** Scores a run's chunks, as its jobs would: turns are laid down, none is taken. */
export async function scoreRun(deps: RunWorkDeps, runId: number): Promise<void> {
  const { rows } = await deps.db.pool.query<{ chunk: number }>(
    'SELECT chunk FROM run_chunks WHERE run_id = $1 ORDER BY chunk',
    [runId],
  );
  for (const { chunk } of rows) await RUN_TASKS['score-chunk'](deps, { run_id: runId, chunk });
}

/** Works an accepted run to its end, as its jobs would. */
export async function workRun(deps: RunWorkDeps, runId: number): Promise<void> {
  await scoreRun(deps, runId);
  while ((await loadManagedRun(deps.db.pool, runId))?.phase === 'allocating') {
    const { outcome } = await RUN_TASKS['allocate-run'](deps, { run_id: runId, turn: 0 });
    if (outcome === null) throw new Error(`It is not the turn of run ${runId}.`);
  }
}
