import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { countUsage, meteredLimit, planUsageOf, refuseBeyondPlan, usageOf } from '../accounts/usage.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { pipeline, runAfter } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { findTakenKeys, insertKeys, KeyTaken } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import { refuseGone } from '../inventory/ledger-mutex.ts';
import { AvailabilityView, type OrderDecisions } from './availability-view.ts';
import { type DecisionContext, type LoadedAvailability, loadAvailability } from './load-availability.ts';
import { type PreparedRun, routedRun } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import {
  type DecidedOrder,
  idsInRange,
  insertDecisions,
  insertOrders,
  insertRuns,
  openRun,
  openRuns,
  orderColumns,
  type RunIdRange,
  type RunIds,
  returnRunNumbers,
} from './run-store.ts';

/** The work of searches after which a group decides no further run: a hard order alone may do eight times as much. */
const MOST_WORK = ORDER_WORK / 8;

/**
 * Routes one run of few orders in the caller's transaction, and commits it.
 * Throws TooHard; AppError: usage_limit, and bad_request if the caller has gone away.
 */
export async function routeSmallRun<T>(
  tx: pg.PoolClient,
  run: PreparedRun<T>,
  searches: RunSearches,
): Promise<T> {
  const [outcome] = await routeSmallRuns(tx, [run], searches);
  return (outcome as { readonly answer: T }).answer;
}

/** What became of a run. */
type RunOutcome = { readonly answer: unknown } | { readonly refusal: Error };

/** A run that was decided. */
interface DecidedRun {
  readonly run: PreparedRun;
  readonly decisions: OrderDecisions;
}

/**
 * Routes one or several runs of few orders in the caller's transaction, one after another on what the ones before left,
 * and commits them: open → decide → save → count. Returns what became of the first runs, as many as the work of
 * their searches allows. If it throws, nothing of any is saved; one run alone is refused so.
 */
export async function routeSmallRuns(
  tx: pg.PoolClient,
  runs: readonly PreparedRun[],
  searches: RunSearches = {},
): Promise<RunOutcome[]> {
  const { principal, configuration, mode } = runs[0]!;
  const context = { ledger_id: principal.ledger_id, pinned_by: null, configuration, mode };
  const opened =
    runs.length === 1 ? await openOne(tx, context, runs[0]!) : await openSeveral(tx, context, runs);
  const view = new AvailabilityView(context, opened.availability);
  const outcomes: (DecidedRun | { readonly refusal: Error })[] = [];
  for (const run of runs) {
    if (view.searched >= MOST_WORK) break;
    const refusal = opened.gate?.refusalOf(run) ?? null;
    if (refusal !== null) {
      outcomes.push({ refusal });
      continue;
    }
    const { request, destinations, wait } = run;
    const options = { mostWork: wait.mostWork, ...searches };
    outcomes.push({ run, decisions: view.decideRun(request.orders, destinations, options) });
  }
  const answers = await save(
    tx,
    opened,
    view,
    outcomes.filter((outcome) => 'run' in outcome),
  );
  return outcomes.map((outcome) => ('run' in outcome ? { answer: answers.shift() } : outcome));
}

/** Runs whose ledger is locked. */
interface Opened {
  readonly stock_epoch: number;
  readonly availability: LoadedAvailability;
  /** Refuses some of several runs; null: one run alone is refused by throwing. */
  readonly gate: Gate | null;
  /** For all of the runs. Those that are decided take the first of them: a refused run has no number. */
  readonly ids: RunIdRange;
}

async function openOne(tx: pg.PoolClient, context: DecisionContext, run: PreparedRun): Promise<Opened> {
  const { principal, request, day, wait } = run;
  const { orders } = request;
  const { opened, availability } = await pipeline(tx).run({
    opened: () => openRun(tx, principal, orders.length, day),
    availability: runAfter('opened', () => loadAvailability(tx, context, orders)),
  });
  refuseGone(wait.signal);
  const { stock_epoch, run_id, client_run_number, first_id } = opened;
  const ids = { run_ids: [run_id], first_run_number: client_run_number, first_id };
  return { stock_epoch, availability, gate: null, ids };
}

async function openSeveral(
  tx: pg.PoolClient,
  context: DecisionContext,
  runs: readonly PreparedRun[],
): Promise<Opened> {
  const { ledger_id } = context;
  const { principal, day } = runs[0]!;
  const orders = runs.flatMap(({ request }) => request.orders);
  const keys = runs.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const isMetered = meteredLimit(principal) !== null;
  const { stock_epoch, ids, availability, usage, taken } = await pipeline(tx).run({
    stock_epoch: () => lockLedger(tx, ledger_id),
    ids: runAfter('stock_epoch', () => openRuns(tx, principal, runs.length, orders.length)),
    availability: runAfter('stock_epoch', () => loadAvailability(tx, context, orders)),
    usage: runAfter('stock_epoch', isMetered ? () => usageOf(tx, principal, day) : null),
    taken: runAfter('stock_epoch', () => findTakenKeys(tx, ledger_id, keys)),
  });
  return { stock_epoch, availability, gate: new Gate(taken, usage?.routed_orders_used ?? null), ids };
}

/** Refuses runs, each as if those before it were committed. */
class Gate {
  readonly #taken: Set<string>;
  #used: number | null;

  /** `used` is what is used of the plan; null: it has no limit. */
  constructor(taken: Set<string>, used: number | null) {
    this.#taken = taken;
    this.#used = used;
  }

  /** Why a run is refused; null: it is to be decided. */
  refusalOf({ principal, request: { orders }, idempotency, wait }: PreparedRun): Error | null {
    try {
      refuseGone(wait.signal);
      if (idempotency !== null && this.#taken.has(idempotency.key)) throw new KeyTaken();
      if (this.#used !== null) {
        refuseBeyondPlan(principal.plan, planUsageOf(principal.plan, this.#used), orders.length);
        this.#used += orders.length;
      }
      if (idempotency !== null) this.#taken.add(idempotency.key);
      return null;
    } catch (error) {
      return error as Error;
    }
  }
}

/** Saves decided runs with all that they change, commits, and returns their answers, which are made before. */
async function save(
  tx: pg.PoolClient,
  opened: Opened,
  view: AvailabilityView,
  decided: readonly DecidedRun[],
): Promise<unknown[]> {
  if (decided.length === 0) {
    await tx.query('ROLLBACK'); // the numbers that were taken for the runs, too
    return [];
  }
  const saved = withIds(decided, opened.ids);
  for (const { run, routed } of saved) await run.wait.approve?.(tx, routed.decisions);
  const answers = await Promise.all(saved.map(({ run, routed }) => run.present(routed)));
  await pipeline(tx).commitWith({ runs: insertAll(opened, view, saved) });
  return answers;
}

/** A run that was decided, with its ids. */
interface SavedRun {
  readonly run: PreparedRun;
  readonly ids: RunIds;
  readonly routed: RoutedRun<DecidedOrder>;
}

function withIds(decided: readonly DecidedRun[], range: RunIdRange): SavedRun[] {
  const sizes = decided.map(({ run }) => run.request.orders.length);
  return idsInRange(range, sizes).map((ids, place) => {
    const { run, decisions } = decided[place]!;
    return { run, ids, routed: routedRun(run, ids, decisions) };
  });
}

/** What writes runs with all that they change, in one statement. */
function insertAll({ stock_epoch, ids }: Opened, view: AvailabilityView, saved: readonly SavedRun[]): Sql {
  const [first] = saved;
  const { principal, mode, day } = first!.run;
  const { ledger_id } = principal;
  const orders = saved.flatMap(({ run }) => run.request.orders);
  const decisions = withoutReplaced(saved.flatMap(({ routed }) => routed.decisions));
  const keys = saved.flatMap(({ run: { idempotency }, ids: { run_id } }) =>
    idempotency === null ? [] : [{ request: idempotency, run_id, response: null }],
  );
  const runs = saved.map(({ routed, ids: { first_id } }) => ({ run: routed.run, first_id }));
  return insertRuns(principal, runs, [
    insertOrders(ledger_id, first!.ids.first_id, orderColumns(orders)),
    ...insertDecisions({ ledger_id, stock_epoch, mode }, decisions),
    ...view.changes(),
    ...countUsage(principal, orders.length, day),
    ...insertKeys(ledger_id, keys),
    ...returnRunNumbers(principal, ids.run_ids.length - saved.length),
  ]);
}

/** Decisions as they are saved: of those on one order, the latest reserves its units. */
function withoutReplaced(decided: readonly DecidedOrder[]): readonly DecidedOrder[] {
  if (decided.length === 1) return decided;
  const latest = new Map(decided.map(({ id, order }) => [order.order_id, id]));
  return decided.map((each) => ({ ...each, is_replaced: latest.get(each.order.order_id) !== each.id }));
}
