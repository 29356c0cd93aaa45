import type { ChoosingDeps } from '../runs/managed/choose-orders.ts';
import { firstInQueue, loadManagedRun } from '../runs/managed/managed-run.ts';
import { isChoosing } from '../runs/managed/run-states.ts';
import { JOBS } from '../work/jobs.ts';
import { scoreRun } from './work-run.ts';

/** Does the next job of a run, or all its scoring. */
export async function workOn(deps: ChoosingDeps, runId: number): Promise<void> {
  const run = await loadManagedRun(deps.db.pool, runId);
  if (run === null) return;
  if (isChoosing(run)) await JOBS['choose-orders'].task(deps, { run_id: runId, ledger_id: run.ledger_id });
  else if (run.phase === 'scoring') await scoreRun(deps, runId);
  else await JOBS['allocate-run'].task(deps, { run_id: runId, batch: 0 });
}

/** Does the next job of the first run of a ledger's run queue. Returns false if the queue is empty. */
export async function workOnce(deps: ChoosingDeps, ledgerId: number): Promise<boolean> {
  const id = await firstInQueue(deps.db.pool, ledgerId);
  if (id !== null) await workOn(deps, id);
  return id !== null;
}

/** Works until a ledger's run queue is empty. */
export async function workLedger(deps: ChoosingDeps, ledgerId: number): Promise<void> {
  while (await workOnce(deps, ledgerId));
}
