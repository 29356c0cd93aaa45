import { usageDay } from '../accounts/usage.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { callerGone } from '../foundation/errors/caller-gone.ts';
import { type Acquired, type Offer, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan } from '../foundation/telemetry/tracing.ts';
import { lockTimeoutAfter, waitingForLedger } from './inventory/ledger-mutex.ts';
import { ledgerTurn, type RunOutcome, turnOfRun } from './ledger-turn.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';

/** Orders of a group, and bytes of the bodies that they came in. Others wait meanwhile. */
const MAX_ORDERS = 100;
const MAX_BYTES = 256 * 1024;

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

  /** Why the run is not routed any more: nobody waits for it. */
  refusal(): Error | null {
    if (this.run.wait.signal?.aborted) return callerGone();
    return this.leftMs > 0 ? null : new WaitTimeout('The ledger was not free in time.');
  }

  settle(outcome: RunOutcome): void {
    if ('refusal' in outcome) this.reject(outcome.refusal);
    else this.resolve(outcome.answer);
  }
}

/**
 * Routes a run of few orders when it gets its ledger: at once and alone if it need not wait, else in one transaction
 * with the runs that wait right behind it, or with one ahead of it. Throws what `routeOrders` throws, and WaitTimeout.
 */
export function routeQueued<T>(deps: RoutingDeps, run: PreparedRun<T>): Promise<T> {
  const { ledgerMutex } = deps;
  return new Promise((resolve, reject) => {
    const waiting = new WaitingRun(run, ledgerMutex.waitMs, resolve as never, reject);
    const task = (acquired: Acquired) =>
      acquired.waited
        ? routeGroup(deps, [waiting, ...companionsOf(waiting, acquired)])
        : routeAlone(deps, waiting, lockTimeoutAfter(acquired));
    ledgerMutex.runOrOffer(run.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** The runs that wait right behind a run, as many as make a group with it. */
function companionsOf({ kind, run }: WaitingRun, acquired: Acquired): WaitingRun[] {
  let orders = run.orders.length;
  let bytes = run.request.bytes ?? 0;
  return acquired.takeOffers((offer: Offer): offer is WaitingRun => {
    if (!(offer instanceof WaitingRun) || offer.kind !== kind) return false;
    orders += offer.run.orders.length;
    bytes += offer.run.request.bytes ?? 0;
    return orders <= MAX_ORDERS && bytes <= MAX_BYTES;
  });
}

/** Answers or refuses each of the runs, in a turn together or, if its transaction fails, in one of its own. */
async function routeGroup(deps: RoutingDeps, runs: readonly WaitingRun[]): Promise<void> {
  let left = runs;
  while (left.length > 0) {
    const waiting = left.filter(isWaitedFor);
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

/** Rejects a run that nobody waits for any more. */
function isWaitedFor(waiting: WaitingRun): boolean {
  const refusal = waiting.refusal();
  if (refusal !== null) waiting.reject(refusal);
  return refusal === null;
}

/** Routes a run in a turn of its own. `lockTimeoutMs`: its longest wait for a lock, null: the limit of all transactions. */
async function routeAlone(
  { db }: RoutingDeps,
  waiting: WaitingRun,
  lockTimeoutMs: number | null,
): Promise<void> {
  if (!isWaitedFor(waiting)) return;
  const { run } = waiting;
  await waitingForLedger(db, run.wait.lockTimeoutMs ?? lockTimeoutMs, (tx) => turnOfRun(tx, run)).then(
    (outcome) => waiting.settle(outcome),
    waiting.reject,
  );
}

/** Routes runs in one turn, and settles them when it is committed. Returns those that it did not come to. */
async function routeTogether(
  { db }: RoutingDeps,
  group: readonly WaitingRun[],
): Promise<readonly WaitingRun[]> {
  const lockTimeoutMs = Math.min(...group.map(({ leftMs, run }) => run.wait.lockTimeoutMs ?? leftMs));
  const runs = group.map(({ run }) => run);
  const [, ...others] = group.map(({ trace }) => trace);
  const outcomes = await inSharedSpan('order group', others, () =>
    waitingForLedger(db, lockTimeoutMs, (tx) => ledgerTurn(tx, runs)),
  );
  for (const [place, outcome] of outcomes.entries()) group[place]!.settle(outcome);
  return group.slice(outcomes.length);
}
