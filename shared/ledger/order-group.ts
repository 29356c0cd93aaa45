import type pg from 'pg';
import { usageDay } from '../accounts/usage.ts';
import { inTransaction } from '../db/transaction.ts';
import { callerGone } from '../foundation/errors/caller-gone.ts';
import { type Acquired, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan, type TraceCarrier } from '../foundation/telemetry/tracing.ts';
import { ledgerTurn, type RunOutcome } from './ledger-turn.ts';
import { MOST_WORK_HERE } from './order-work.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';
import { beginLimited } from './stock/ledger-mutex.ts';

/**
 * What shares a transaction: orders, the bytes of the bodies that they came in, and the work that they take
 * (MOST_WORK_HERE), because they are decided without a pause. Others wait meanwhile.
 */
const MAX_ORDERS = 100;
const MAX_BYTES = 256 * 1024;

/**
 * A run of few orders that waits for its ledger. Runs that wait right behind one another are a group: they are saved in one
 * transaction, and are otherwise runs of their own.
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

/**
 * Routes a run of few orders when it gets its ledger, in one transaction with the runs that wait right behind it.
 * Throws what `routeOrders` throws, and WaitTimeout.
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
    const task = (acquired: Acquired<WaitingRun>) => routeGroup(deps, waiting, acquired);
    ledgerMutex.runOrOffer(run.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** Answers or refuses each run of a group. Those that wait right behind the first one when a transaction begins join it. */
async function routeGroup(
  deps: RoutingDeps,
  first: WaitingRun,
  { takeOffers }: Acquired<WaitingRun>,
): Promise<void> {
  for (let group = [first].filter(isWaitedFor); group.length > 0; group = group.filter(isWaitedFor)) {
    const join = () => group.push(...takeOffers(fitting(group)).filter(isWaitedFor));
    const outcomes = await routeTogether(deps, group, join);
    const tried = group.splice(0, outcomes?.length ?? group.length);
    if (outcomes !== null) settle(tried, outcomes);
    else
      for (const each of tried) if (isWaitedFor(each)) settle([each], (await routeTogether(deps, [each]))!);
  }
}

/**
 * Routes runs of a ledger in one transaction; `join` adds others to them when it begins. Returns what became of the first
 * ones. Null: it failed, and each of them needs a transaction of its own.
 */
async function routeTogether(
  { db }: RoutingDeps,
  runs: readonly WaitingRun[],
  join: () => void = () => {},
): Promise<readonly RunOutcome[] | null> {
  const waitMs = Math.min(...runs.map((each) => each.run.wait.lockTimeoutMs ?? leftMsOf(each)));
  const turn = (tx: pg.PoolClient) => {
    join();
    const others = runs.slice(1).map(({ trace }) => trace);
    const prepared = runs.map(({ run }) => run);
    if (others.length === 0) return ledgerTurn(tx, prepared);
    return inSharedSpan('order group', others, () => ledgerTurn(tx, prepared));
  };
  try {
    return await inTransaction(db.pool, turn, beginLimited(waitMs));
  } catch (refusal) {
    // If the outcome is unknown, the server may have committed: each caller gets that answer, as one alone does.
    const isFinal = runs.length === 1 || (refusal as { code?: unknown }).code === 'outcome_unknown';
    return isFinal ? runs.map(() => ({ refusal: refusal as Error })) : null;
  }
}

function settle(runs: readonly WaitingRun[], outcomes: readonly RunOutcome[]): void {
  for (const [place, outcome] of outcomes.entries()) {
    const { resolve, reject } = runs[place]!;
    if ('refusal' in outcome) reject(outcome.refusal);
    else resolve(outcome.answer);
  }
}

/** Rejects a run that nobody waits for any more. */
function isWaitedFor(waiting: WaitingRun): boolean {
  if (waiting.run.wait.signal?.aborted) waiting.reject(callerGone());
  else if (leftMsOf(waiting) > 0) return true;
  else waiting.reject(new WaitTimeout('The ledger was not free in time.'));
  return false;
}

/** What is left of a run's time to wait, in milliseconds. */
function leftMsOf({ until }: WaitingRun): number {
  return until - performance.now();
}

/** Says of one further run after the other whether a group can have it, too. */
function fitting(group: readonly WaitingRun[]): (next: WaitingRun) => boolean {
  const kind = kindOf(group[0]!.run);
  let orders = 0;
  let bytes = 0;
  let work = 0;
  const fits = ({ run }: WaitingRun) => {
    orders += run.orders.length;
    bytes += run.request.bytes ?? 0;
    work += run.work;
    return orders <= MAX_ORDERS && bytes <= MAX_BYTES && work <= MOST_WORK_HERE;
  };
  group.forEach(fits);
  return (next) => kindOf(next.run) === kind && fits(next);
}

/** What a group's runs have in common. */
function kindOf({ principal, day }: PreparedRun): string {
  return JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]);
}
