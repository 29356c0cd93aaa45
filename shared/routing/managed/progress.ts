import type { RunProgress } from '../../contracts/run.ts';
import type { RunRow } from '../run-row.ts';
import { isChoosing, isWorkable } from './managed-run.ts';

/** What progress follows from. */
export interface ProgressFacts
  extends Pick<RunRow, 'status' | 'orders_total' | 'orders_scored' | 'orders_routed'>,
    Pick<RunRow, 'phase' | 'started_at' | 'updated_at' | 'finished_at'> {
  /** Whether any worker is alive. */
  readonly worker_alive: boolean;
}

/** What the progress of a run follows from. */
export type RunFacts = ProgressFacts & Pick<RunRow, 'kind' | 'selection' | 'created_at'>;

/** Parts of the work on an order. To allocate it under the ledger's lock costs about four times its scoring. */
const SCORING = 1;
const ROUTING = 4;
const WHOLE = SCORING + ROUTING;

/** A run's progress (docs/guides/runs.md). A run of one request is scored and routed at once, when it is created. */
export function progressOfRun(run: RunFacts): RunProgress {
  const isSync = run.kind === 'sync';
  const progress = progressOf({
    ...run,
    orders_scored: isSync ? run.orders_routed : run.orders_scored,
    started_at: isSync ? run.created_at : run.started_at,
  });
  return isChoosing(run) ? { ...progress, phase: 'receiving' } : progress;
}

/**
 * The progress of work on orders. It follows from the row alone, without a clock, so that every reader gets the same. The
 * counters of the row only grow, and so does the progress. If no worker is alive, the rate is 0 and the time left is unknown.
 */
export function progressOf(work: ProgressFacts): RunProgress {
  const { phase, orders_total, orders_scored, orders_routed, started_at, updated_at } = work;
  const waits = !work.worker_alive && isWorkable(work);
  const parts = partsOf(work);
  const seconds =
    started_at === null ? 0 : ((work.finished_at ?? updated_at).getTime() - started_at.getTime()) / 1000;
  const rate = parts > 0 && seconds > 0 ? parts / WHOLE / seconds : null;
  return {
    ...{ phase, orders_total, orders_scored, orders_routed },
    percent: percentOf(work.status, parts, orders_total * WHOLE),
    orders_per_second: waits ? 0 : rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: waits ? null : etaOf(work, orders_total - parts / WHOLE, rate),
    waiting_for: waits ? 'worker' : null,
    started_at: started_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

/** The percent of a managed run's progress. */
export function percentOfRun(
  run: Pick<RunRow, 'status' | 'orders_total' | 'orders_scored' | 'orders_routed'>,
): number {
  return percentOf(run.status, partsOf(run), run.orders_total * WHOLE);
}

function partsOf(run: Pick<RunRow, 'orders_scored' | 'orders_routed'>): number {
  return run.orders_scored * SCORING + run.orders_routed * ROUTING;
}

/** To one decimal, rounded down: what is not done is never shown as 100. */
function percentOf(status: RunRow['status'], parts: number, whole: number): number {
  if (status === 'completed') return 100;
  return whole === 0 ? 0 : Math.floor((parts * 1000) / whole) / 10;
}

function etaOf(
  { status, phase }: Pick<ProgressFacts, 'status' | 'phase'>,
  ordersLeft: number,
  rate: number | null,
): number | null {
  if (phase === 'done') return 0;
  return status === 'running' && rate !== null ? Math.ceil(ordersLeft / rate) : null;
}
