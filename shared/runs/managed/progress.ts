import type { RunProgress } from '../../contracts/run.ts';
import { isOnSync } from '../../ledger/reroute-run.ts';
import type { RunRow } from '../../ledger/run-row.ts';
import { isChoosing, isWorkable, waitsForTurn } from './run-states.ts';

/** What progress follows from. */
export interface ProgressFacts
  extends Pick<RunRow, 'status' | 'orders_total' | 'orders_scored' | 'orders_routed'>,
    Pick<RunRow, 'phase' | 'started_at' | 'updated_at' | 'finished_at'> {
  /** Orders that are done without a decision; not given: 0. */
  readonly left_out?: number;
  /** Whether any worker is alive. */
  readonly worker_alive: boolean;
}

/** What the progress of a run follows from. */
export interface RunFacts
  extends Omit<ProgressFacts, 'left_out'>,
    LeftOut,
    Pick<RunRow, 'id' | 'kind' | 'selection' | 'created_at' | 'idle_ms' | 'retry_at'> {
  /** The first run of its ledger's run queue; null: the run itself has ended. */
  readonly first_in_queue: number | null;
}

type LeftOut = Pick<RunRow, 'orders_superseded' | 'orders_unchanged'>;

const leftOut = ({ orders_superseded, orders_unchanged }: LeftOut) => orders_superseded + orders_unchanged;

/** What work waits for, of its progress. */
type Wait = Pick<RunProgress, 'waiting_for' | 'earlier_run_id' | 'retry_at'>;

const NO_WAIT: Wait = { waiting_for: null };

/** Parts of the work on an order. To allocate it under the ledger's lock costs about four times its scoring. */
const SCORING = 1;
const ROUTING = 4;
const WHOLE = SCORING + ROUTING;

/** A run's progress (docs/guides/runs.md). A run of one request is scored and routed at once, when it is created. */
export function progressOfRun(run: RunFacts): RunProgress {
  const isSync = run.kind === 'sync';
  const progress = progressOf(
    {
      ...run,
      left_out: leftOut(run),
      orders_scored: isSync ? run.orders_routed : run.orders_scored,
      started_at: isSync ? run.created_at : run.started_at,
    },
    waitOfRun(run),
    run.idle_ms,
  );
  // A run that a sync started has nothing to say of orders that it decided as before.
  const orders_total = run.orders_total - (isOnSync(run) ? run.orders_unchanged : 0);
  const shown = { ...progress, orders_total, orders_scored: Math.min(progress.orders_scored, orders_total) };
  return isChoosing(run) ? { ...shown, phase: 'receiving' } : shown;
}

/** What work waits for; nothing but a worker, unless it is a run. */
function waitOf(work: ProgressFacts): Wait {
  return !work.worker_alive && isWorkable(work) ? { waiting_for: 'worker' } : NO_WAIT;
}

function waitOfRun(run: RunFacts): Wait {
  const { first_in_queue, retry_at } = run;
  if (!isWorkable(run) || !run.worker_alive) return waitOf(run);
  if (waitsForTurn(run) && first_in_queue !== null && first_in_queue !== run.id) {
    return { waiting_for: 'earlier_run', earlier_run_id: first_in_queue };
  }
  return retry_at === null ? NO_WAIT : { waiting_for: 'retry', retry_at: retry_at.toISOString() };
}

/**
 * The progress of work on orders. It follows from rows alone, without a clock, so that every reader gets the same. The
 * counters of the row only grow, and so does the progress. The rate is that of the time at work, without `idle_ms`. While
 * the work waits, neither the rate nor the time left is known.
 */
export function progressOf(work: ProgressFacts, wait = waitOf(work), idle_ms = 0): RunProgress {
  const { phase, orders_total, orders_scored, orders_routed, started_at, updated_at } = work;
  const waits = wait.waiting_for !== null;
  const parts = partsOf(work);
  const end = work.finished_at ?? updated_at;
  const seconds = started_at === null ? 0 : (end.getTime() - started_at.getTime() - idle_ms) / 1000;
  const rate = parts > 0 && seconds > 0 ? parts / WHOLE / seconds : null;
  return {
    ...{ phase, orders_total, orders_scored, orders_routed },
    percent: percentOf(work.status, parts, orders_total * WHOLE),
    orders_per_second: waits || rate === null ? null : Math.round(rate * 10) / 10,
    eta_seconds: waits ? null : etaOf(work, orders_total - parts / WHOLE, rate),
    ...wait,
    started_at: started_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

/** The percent of a managed run's progress. */
export function percentOfRun(
  run: LeftOut & Pick<RunRow, 'status' | 'orders_total' | 'orders_scored' | 'orders_routed'>,
): number {
  return percentOf(run.status, partsOf({ ...run, left_out: leftOut(run) }), run.orders_total * WHOLE);
}

function partsOf({
  orders_scored,
  orders_routed,
  left_out = 0,
}: Pick<ProgressFacts, 'orders_scored' | 'orders_routed' | 'left_out'>): number {
  return orders_scored * SCORING + (orders_routed + left_out) * ROUTING;
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
