import type { RunProgress } from '../../contracts/run.ts';
import type { RunRow } from '../run-row.ts';
import { isChoosing, isWorkable } from './managed-run.ts';

/** What a run's progress follows from. */
export interface ProgressFacts
  extends Pick<
    RunRow,
    | 'kind'
    | 'status'
    | 'phase'
    | 'orders_total'
    | 'orders_scored'
    | 'orders_routed'
    | 'created_at'
    | 'started_at'
    | 'updated_at'
    | 'finished_at'
    | 'selection'
  > {
  /** Whether any worker is alive. */
  readonly worker_alive: boolean;
}

/** Parts of the work on an order. To allocate it under the ledger's lock costs about four times its scoring. */
const SCORING = 1;
const ROUTING = 4;
const WHOLE = SCORING + ROUTING;

/**
 * A run's progress (docs/guides/runs.md). It follows from the row alone, without a clock, so that every reader gets the
 * same. The counters of the row only grow, and so does the progress. If no worker is alive, the rate is 0 and the time
 * left is unknown.
 */
export function progressOf(run: ProgressFacts): RunProgress {
  const waits = !run.worker_alive && isWorkable(run);
  const orders_scored = run.kind === 'sync' ? run.orders_routed : run.orders_scored;
  const started = run.kind === 'sync' ? run.created_at : run.started_at;
  const parts = partsOf({ orders_scored, orders_routed: run.orders_routed });
  const seconds =
    started === null ? 0 : ((run.finished_at ?? run.updated_at).getTime() - started.getTime()) / 1000;
  const rate = parts > 0 && seconds > 0 ? parts / WHOLE / seconds : null;
  return {
    phase: isChoosing(run) ? 'receiving' : run.phase,
    orders_total: run.orders_total,
    orders_scored,
    orders_routed: run.orders_routed,
    percent: percentOf(run.status, parts, run.orders_total * WHOLE),
    orders_per_second: waits ? 0 : rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: waits ? null : etaOf(run, run.orders_total - parts / WHOLE, rate),
    waiting_for: waits ? 'worker' : null,
    started_at: started?.toISOString() ?? null,
    updated_at: run.updated_at.toISOString(),
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
  { status, phase }: Pick<RunRow, 'status' | 'phase'>,
  ordersLeft: number,
  rate: number | null,
): number | null {
  if (phase === 'done') return 0;
  return status === 'running' && rate !== null ? Math.ceil(ordersLeft / rate) : null;
}
