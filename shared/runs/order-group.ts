import type pg from 'pg';
import {
  countUsage,
  meteredLimit,
  planUsageOf,
  refuseBeyondPlan,
  usageDay,
  usageOf,
} from '../accounts/usage.ts';
import { behind, pipeline } from '../db/pipeline.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { AppError } from '../errors/app-error.ts';
import { findTakenKeys, insertKeys, KeyTaken } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import { refuseGone, waitingForLedger } from '../inventory/ledger-mutex.ts';
import { type Acquired, type Offer, WaitTimeout } from '../platform/keyed-mutex.ts';
import { currentTracing, inSharedSpan } from '../telemetry/tracing.ts';
import { AvailabilityView, type OrderDecisions } from './availability-view.ts';
import { type DecisionContext, type LoadedAvailability, loadAvailability } from './load-availability.ts';
import { type PreparedRun, type RoutingDeps, routedRun } from './prepared-run.ts';
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
  returnRunNumbers,
} from './run-store.ts';

/** A run of any answer. */
type AnyRun = PreparedRun<unknown>;

/** Orders that one transaction takes, and bytes of the bodies that they came in. Others wait meanwhile. */
const MOST_ORDERS = 100;
const MOST_BYTES = 256 * 1024;

/** The work of searches after which a group decides no further run: a hard order alone may do eight times as much. */
const MOST_WORK = ORDER_WORK / 8;

/**
 * A run of few orders that waits for its ledger. Runs that wait right behind one another make a group: they are saved
 * in one transaction, and are otherwise runs of their own.
 */
class WaitingRun {
  readonly run: AnyRun;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The trace of its request, if the process traces. */
  readonly trace = currentTracing()?.carrier();
  readonly #until: number;

  constructor(
    run: AnyRun,
    waitMs: number,
    resolve: (answer: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.run = run;
    this.#until = performance.now() + waitMs;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** What a group's runs have in common. */
  get kind(): string {
    const { principal, day } = this.run;
    return JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]);
  }

  /** What is left of its time to wait, in milliseconds. */
  get leftMs(): number {
    return this.#until - performance.now();
  }

  /** Rejects a run that nobody waits for any more. */
  refuseLate(): boolean {
    try {
      refuseGone(this.run.wait.signal);
      if (this.leftMs <= 0) throw new WaitTimeout('The ledger was not free in time.');
      return false;
    } catch (error) {
      this.reject(error);
      return true;
    }
  }
}

/**
 * Routes a run of few orders when it gets its ledger: at once and alone if it need not wait, else in one transaction
 * with the runs that wait right behind it, or with one ahead of it. Throws what `routeSmallRun` throws, and WaitTimeout.
 */
export function routeQueued<T>(deps: RoutingDeps, run: PreparedRun<T>): Promise<T> {
  const { ledgerMutex } = deps;
  return new Promise((resolve, reject) => {
    const waiting = new WaitingRun(run as AnyRun, ledgerMutex.waitMs, resolve as never, reject);
    const task = (acquired: Acquired) =>
      acquired.leftMs === null
        ? routeAlone(deps, waiting, null)
        : routeGroup(deps, [waiting, ...companionsOf(waiting, acquired)]);
    ledgerMutex.runOrOffer(run.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** The runs that wait right behind a run, as many as make a group with it. */
function companionsOf({ kind, run }: WaitingRun, acquired: Acquired): WaitingRun[] {
  let orders = run.request.orders.length;
  let bytes = run.request.bytes ?? 0;
  return acquired.takeOffers((offer: Offer): offer is WaitingRun => {
    if (!(offer instanceof WaitingRun) || offer.kind !== kind) return false;
    const { request } = offer.run;
    orders += request.orders.length;
    bytes += request.bytes ?? 0;
    return orders <= MOST_ORDERS && bytes <= MOST_BYTES;
  });
}

/** Answers or refuses each of the runs, in a transaction together or, if that fails, in one of its own. */
async function routeGroup(deps: RoutingDeps, runs: readonly WaitingRun[]): Promise<void> {
  let left = runs;
  while (left.length > 0) {
    const waiting = left.filter((run) => !run.refuseLate());
    if (waiting.length === 0) return;
    if (waiting.length === 1) return routeAlone(deps, waiting[0]!, waiting[0]!.leftMs);
    try {
      left = await routeTogether(deps, waiting);
    } catch (error) {
      // The server may have committed: each caller gets that answer, as one alone does.
      if (error instanceof AppError && error.code === 'outcome_unknown') {
        for (const { reject } of waiting) reject(error);
      } else {
        for (const run of waiting) await routeAlone(deps, run, run.leftMs);
      }
      return;
    }
  }
}

/** Routes a run in a transaction of its own; `leftMs`: its longest wait for a lock, null if it did not wait before. */
async function routeAlone(deps: RoutingDeps, waiting: WaitingRun, leftMs: number | null): Promise<void> {
  if (waiting.refuseLate()) return;
  const { run, resolve, reject } = waiting;
  const { lockMs, mostWork } = run.wait;
  await waitingForLedger(deps.db, lockMs ?? leftMs, (tx) => routeSmallRun(tx, run, { mostWork })).then(
    resolve,
    reject,
  );
}

/** Routes runs in one transaction, and settles them when it is committed. Returns those that it did not come to. */
async function routeTogether(
  deps: RoutingDeps,
  group: readonly WaitingRun[],
): Promise<readonly WaitingRun[]> {
  const limitMs = Math.min(...group.map(({ leftMs, run }) => run.wait.lockMs ?? leftMs));
  const runs = group.map(({ run }) => run);
  const [, ...others] = group.map(({ trace }) => trace);
  const outcomes = await inSharedSpan('order group', others, () =>
    waitingForLedger(deps.db, limitMs, (tx) => routeSmallRuns(tx, runs)),
  );
  for (const [place, outcome] of outcomes.entries()) {
    const { resolve, reject } = group[place]!;
    if ('refusal' in outcome) reject(outcome.refusal);
    else resolve(outcome.answer);
  }
  return group.slice(outcomes.length);
}

/**
 * Routes one run of few orders in the caller's transaction, and commits it.
 * Throws TooHard; AppError: usage_limit, and bad_request if the caller has gone away.
 */
export async function routeSmallRun<T>(
  tx: pg.PoolClient,
  run: PreparedRun<T>,
  searches: RunSearches,
): Promise<T> {
  const [outcome] = await routeSmallRuns(tx, [run as AnyRun], searches);
  return (outcome as { readonly answer: T }).answer;
}

/** What became of a run. */
type RunOutcome = { readonly answer: unknown } | { readonly refusal: Error };

/** A run that was decided. */
interface DecidedRun extends OrderDecisions {
  readonly run: AnyRun;
}

/**
 * Routes one or several runs of few orders in the caller's transaction, one after another on what the ones before left,
 * and commits them: open → decide → save → count. Returns what became of the first runs, as many as the work of
 * their searches allows. If it throws, nothing of any is saved; one run alone is refused so.
 */
async function routeSmallRuns(
  tx: pg.PoolClient,
  runs: readonly AnyRun[],
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
    if (refusal !== null) outcomes.push({ refusal });
    else {
      const { request, destinations, wait } = run;
      outcomes.push({
        run,
        ...view.decideRun(request.orders, destinations, { mostWork: wait.mostWork, ...searches }),
      });
    }
  }
  const decided = outcomes.filter((outcome) => 'run' in outcome);
  const answers = await save(tx, opened, view, decided);
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

async function openOne(tx: pg.PoolClient, context: DecisionContext, run: AnyRun): Promise<Opened> {
  const { principal, request, day, wait } = run;
  const { orders } = request;
  const { opened, availability } = await pipeline(tx).run({
    opened: () => openRun(tx, principal, orders.length, day),
    availability: behind('opened', () => loadAvailability(tx, context, orders)),
  });
  refuseGone(wait.signal);
  const { stock_epoch, run_id, client_run_number, first_id } = opened;
  const ids = { run_ids: [run_id], first_run_number: client_run_number, first_id };
  return { stock_epoch, availability, gate: null, ids };
}

async function openSeveral(
  tx: pg.PoolClient,
  context: DecisionContext,
  runs: readonly AnyRun[],
): Promise<Opened> {
  const { ledger_id } = context;
  const { principal, day } = runs[0]!;
  const orders = runs.flatMap(({ request }) => request.orders);
  const keys = runs.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const isMetered = meteredLimit(principal) !== null;
  const { stock_epoch, ids, availability, usage, taken } = await pipeline(tx).run({
    stock_epoch: () => lockLedger(tx, ledger_id),
    ids: behind('stock_epoch', () => openRuns(tx, principal, runs.length, orders.length)),
    availability: behind('stock_epoch', () => loadAvailability(tx, context, orders)),
    usage: behind('stock_epoch', isMetered ? () => usageOf(tx, principal, day) : null),
    taken: behind('stock_epoch', () => findTakenKeys(tx, ledger_id, keys)),
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
  refusalOf({ principal, request: { orders }, idempotency, wait }: AnyRun): Error | null {
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
  const { principal, mode, day } = decided[0]!.run;
  const { ledger_id } = principal;
  const orders = decided.flatMap(({ run }) => run.request.orders);
  const ids = idsInRange(
    opened.ids,
    decided.map(({ run }) => run.request.orders.length),
  );
  const routed = decided.map(({ run, ...decisions }, place) => routedRun(run, ids[place]!, decisions));
  for (const [place, { decisions }] of routed.entries())
    await decided[place]!.run.wait.approve?.(tx, decisions);
  const answers = await Promise.all(routed.map((each, place) => decided[place]!.run.present(each)));
  const keys = decided.flatMap(({ run: { idempotency } }, place) =>
    idempotency === null ? [] : [{ request: idempotency, run_id: ids[place]!.run_id, response: null }],
  );
  const also = [
    insertOrders(ledger_id, ids[0]!.first_id, orderColumns(orders)),
    ...insertDecisions(
      { ledger_id, stock_epoch: opened.stock_epoch, mode },
      withoutReplaced(routed.flatMap(({ decisions }) => decisions)),
    ),
    ...view.changes(),
    ...countUsage(principal, orders.length, day),
    ...insertKeys(ledger_id, keys),
    ...returnRunNumbers(principal, opened.ids.run_ids.length - decided.length),
  ];
  const runs = routed.map(({ run }, place) => ({ run, first_id: ids[place]!.first_id }));
  await pipeline(tx).commitWith({ runs: insertRuns(principal, runs, also) });
  return answers;
}

/** Decisions as they are saved: of those on one order, the latest reserves its units. */
function withoutReplaced(decided: readonly DecidedOrder[]): readonly DecidedOrder[] {
  if (decided.length === 1) return decided;
  const latest = new Map(decided.map(({ id, order }) => [order.order_id, id]));
  return decided.map((each) => ({ ...each, is_replaced: latest.get(each.order.order_id) !== each.id }));
}
