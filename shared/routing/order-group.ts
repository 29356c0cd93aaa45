import { usageDay } from '../accounts/usage.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { callerGone } from '../foundation/errors/caller-gone.ts';
import { type Acquired, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan, type TraceCarrier } from '../foundation/telemetry/tracing.ts';
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
interface WaitingRun {
  readonly run: PreparedRun;
  /** When its time to wait is over, in milliseconds of `performance.now()`. */
  readonly until: number;
  /** The trace of its request, if the process traces. */
  readonly trace: TraceCarrier | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What a group's runs have in common. */
function kindOf({ principal, day }: PreparedRun): string {
  return JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]);
}

/** What is left of a run's time to wait, in milliseconds. */
function leftMsOf({ until }: WaitingRun): number {
  return until - performance.now();
}

function settle({ resolve, reject }: WaitingRun, outcome: RunOutcome): void {
  if ('refusal' in outcome) reject(outcome.refusal);
  else resolve(outcome.answer);
}

/**
 * Routes a run of few orders when it gets its ledger: at once and alone if it need not wait, else in one transaction
 * with the runs that wait right behind it, or with one ahead of it. Throws what `routeOrders` throws, and WaitTimeout.
 */
export function routeQueued<T>(deps: RoutingDeps, run: PreparedRun<T>): Promise<T> {
  const { ledgerMutex } = deps;
  return new Promise((resolve, reject) => {
    const waiting: WaitingRun = {
      run,
      until: performance.now() + ledgerMutex.waitMs,
      trace: currentTracing()?.carrier(),
      resolve: resolve as never,
      reject,
    };
    const task = (acquired: Acquired<WaitingRun>) =>
      acquired.waited
        ? routeGroup(deps, [waiting, ...companionsOf(waiting, acquired)])
        : routeAlone(deps, waiting, lockTimeoutAfter(acquired));
    ledgerMutex.runOrOffer(run.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** The runs that wait right behind a run, as many as make a group with it. */
function companionsOf({ run }: WaitingRun, acquired: Acquired<WaitingRun>): WaitingRun[] {
  const kind = kindOf(run);
  let orders = run.orders.length;
  let bytes = run.request.bytes ?? 0;
  return acquired.takeOffers(({ run: next }) => {
    if (kindOf(next) !== kind) return false;
    orders += next.orders.length;
    bytes += next.request.bytes ?? 0;
    return orders <= MAX_ORDERS && bytes <= MAX_BYTES;
  });
}

/** Answers or refuses each of the runs, in a turn together or, if its transaction fails, in one of its own. */
async function routeGroup(deps: RoutingDeps, runs: readonly WaitingRun[]): Promise<void> {
  let left = runs;
  while (left.length > 0) {
    const waiting = left.filter(isWaitedFor);
    if (waiting.length === 0) return;
    if (waiting.length === 1) return routeAlone(deps, waiting[0]!, leftMsOf(waiting[0]!));
    try {
      left = await routeTogether(deps, waiting);
    } catch (error) {
      // The server may have committed: each caller gets that answer, as one alone does.
      if (error instanceof AppError && error.code === 'outcome_unknown') {
        for (const { reject } of waiting) reject(error);
      } else {
        for (const run of waiting) await routeAlone(deps, run, leftMsOf(run));
      }
      return;
    }
  }
}

/** Rejects a run that nobody waits for any more. */
function isWaitedFor(waiting: WaitingRun): boolean {
  if (waiting.run.wait.signal?.aborted) waiting.reject(callerGone());
  else if (leftMsOf(waiting) > 0) return true;
  else waiting.reject(new WaitTimeout('The ledger was not free in time.'));
  return false;
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
    (outcome) => settle(waiting, outcome),
    waiting.reject,
  );
}

/** Routes runs in one turn, and settles them when it is committed. Returns those that it did not come to. */
async function routeTogether(
  { db }: RoutingDeps,
  group: readonly WaitingRun[],
): Promise<readonly WaitingRun[]> {
  const lockTimeoutMs = Math.min(...group.map((each) => each.run.wait.lockTimeoutMs ?? leftMsOf(each)));
  const runs = group.map(({ run }) => run);
  const [, ...others] = group.map(({ trace }) => trace);
  const outcomes = await inSharedSpan('order group', others, () =>
    waitingForLedger(db, lockTimeoutMs, (tx) => ledgerTurn(tx, runs)),
  );
  for (const [place, outcome] of outcomes.entries()) settle(group[place]!, outcome);
  return group.slice(outcomes.length);
}
