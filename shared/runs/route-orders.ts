import { loadConfiguration } from '../accounts/configurations.ts';
import { usageDay } from '../accounts/usage.ts';
import { AppError } from '../errors/app-error.ts';
import { inLedgerTransaction, refuseGone, waitingForLedger } from '../inventory/ledger-mutex.ts';
import { type Acquired, type Offer, WaitTimeout } from '../platform/keyed-mutex.ts';
import { currentTracing, inSharedSpan } from '../telemetry/tracing.ts';
import { routeLargeRun } from './large-run.ts';
import type { PreparedRun, RoutingDeps, RunToRoute } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import { rehearsingHard } from './rehearse.ts';
import { runMode } from './run-mode.ts';
import { routeSmallRun, routeSmallRuns } from './small-runs.ts';

/** A run of more orders is routed as a large one, in a transaction of its own. */
export const FEW_ORDERS = 3;

/** Orders of a group, and bytes of the bodies that they came in. Others wait meanwhile. */
const MOST_ORDERS = 100;
const MOST_BYTES = 256 * 1024;

/**
 * Routes a run in one transaction: open → decide → save → count. Either everything is
 * saved (decisions, reservations, usage, the request's key) or nothing. Runs of few orders that wait for their ledger
 * share a transaction: they are a group.
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws what `isKeyTaken` knows.
 */
export async function routeOrders<T>(deps: RoutingDeps, run: RunToRoute<T>): Promise<T> {
  const prepared = await prepareRun(deps, run);
  const { principal, request, wait } = prepared;
  const isFew = request.orders.length <= FEW_ORDERS;
  if (isFew && !wait.rehearses && !wait.approve) return routeQueued(deps, prepared);
  const alone = (searches: RunSearches) =>
    inLedgerTransaction(deps, principal.ledger_id, wait, (tx) =>
      isFew ? routeSmallRun(tx, prepared, searches) : routeLargeRun(deps.db, tx, prepared, searches),
    );
  return wait.rehearses ? rehearsingHard(deps, prepared, alone) : alone({ mostWork: wait.mostWork });
}

/** Reads what a run's orders are decided by and does not depend on its ledger: configuration and lanes. */
async function prepareRun<T>({ db, lanes, now }: RoutingDeps, run: RunToRoute<T>): Promise<PreparedRun<T>> {
  const { principal, request, idempotency, present, wait = {} } = run;
  const configuration = await loadConfiguration(db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await lanes.resolve(
    configuration,
    request.orders.map((order) => order.destination_zip),
  );
  return { principal, request, idempotency, present, wait, configuration, mode, destinations, day: now() };
}

/**
 * A run of few orders that waits for its ledger. Runs that wait right behind one another make a group: they are saved
 * in one transaction, and are otherwise runs of their own.
 */
class WaitingRun {
  readonly run: PreparedRun;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** The trace of its request, if the process traces. */
  readonly trace = currentTracing()?.carrier();
  readonly #until: number;

  constructor(
    run: PreparedRun,
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
function routeQueued<T>(deps: RoutingDeps, run: PreparedRun<T>): Promise<T> {
  const { ledgerMutex } = deps;
  return new Promise((resolve, reject) => {
    const waiting = new WaitingRun(run, ledgerMutex.waitMs, resolve as never, reject);
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
