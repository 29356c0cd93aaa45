import { usageDay } from '../accounts/usage.ts';
import { callerGone } from '../foundation/errors/caller-gone.ts';
import { type Acquired, WaitTimeout } from '../foundation/keyed-mutex.ts';
import { currentTracing, inSharedSpan, type TraceCarrier } from '../foundation/telemetry/tracing.ts';
import { Together } from '../foundation/together.ts';
import { waitingForLedger } from './inventory/ledger-mutex.ts';
import { ledgerTurns, type RunOutcome } from './ledger-turn.ts';
import type { PreparedRun, RoutingDeps } from './prepared-run.ts';

/** Orders that share a transaction, and bytes of the bodies that they came in. Others wait meanwhile. */
const MAX_ORDERS = 100;
const MAX_BYTES = 256 * 1024;

/** Shared transactions of a process at a time: the process decides orders of one while the database works on another. */
export const AT_ONCE = 2;

/** The longest wait of a shared transaction for a lock, in milliseconds. It waits for no ledger. */
const SHARED_WAIT_MS = 100;

/**
 * A run of few orders that waits for its ledger. Runs that wait right behind one another make a group: they are saved
 * in one transaction, and are otherwise runs of their own. Groups of several ledgers share a transaction, too.
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

/** Runs of a ledger whose mutex they have. Those that wait right behind them join them until their transaction begins. */
interface Group {
  runs: WaitingRun[];
  readonly acquired: Acquired<WaitingRun>;
}

/** What became of a group: of its first runs, or whether it or each of its runs needs a transaction of its own. */
type GroupOutcome = readonly RunOutcome[] | 'locked' | 'failed';

/**
 * Routes a run of few orders when it gets its ledger, in one transaction with the runs that wait right behind it and with
 * those of other ledgers. Throws what `routeOrders` throws, and WaitTimeout.
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
    const task = (acquired: Acquired<WaitingRun>) => routeGroup(deps, { runs: [waiting], acquired });
    ledgerMutex.runOrOffer(run.principal.ledger_id, waiting, task).catch(reject);
  });
}

/** What a group's runs have in common. */
function kindOf({ principal, day }: PreparedRun): string {
  return JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]);
}

/** Says of one run after the other whether a transaction can have it, too. */
function limit(): (waiting: WaitingRun) => boolean {
  let orders = 0;
  let bytes = 0;
  return ({ run }) => {
    orders += run.orders.length;
    bytes += run.request.bytes ?? 0;
    return orders <= MAX_ORDERS && bytes <= MAX_BYTES;
  };
}

/** Answers or refuses each run of a group: with other groups, or else when its ledger is free, or else each run alone. */
async function routeGroup(deps: RoutingDeps, group: Group): Promise<void> {
  for (;;) {
    group.runs = group.runs.filter(isWaitedFor);
    if (group.runs.length === 0) return;
    const shared = await sharedTurnsOf(deps).do(group);
    const outcome = shared === 'locked' ? await turnOf(deps, group.runs) : shared;
    const tried = group.runs.splice(0, outcome === 'failed' ? group.runs.length : outcome.length);
    if (outcome !== 'failed') settle(tried, outcome);
    else for (const each of tried) if (isWaitedFor(each)) settle([each], await turnOf(deps, [each]));
  }
}

function settle(runs: readonly WaitingRun[], outcomes: GroupOutcome): void {
  for (const [place, outcome] of (outcomes as readonly RunOutcome[]).entries()) {
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

/** The shared transactions of a process, by its queues. */
const sharedTurns = new WeakMap<object, Together<Group, GroupOutcome>>();

function sharedTurnsOf(deps: RoutingDeps): Together<Group, GroupOutcome> {
  const turns = (groups: readonly Group[]) => {
    const fits = limit();
    for (const { runs } of groups) runs.forEach(fits); // they are counted, and fit
    for (const group of groups) addCompanions(group, fits);
    const runs = groups.map((group) => group.runs);
    return inTurn(deps, runs, { waits: false, lockTimeoutMs: SHARED_WAIT_MS });
  };
  const known = sharedTurns.get(deps.ledgerMutex) ?? new Together(AT_ONCE, turns, fitting);
  sharedTurns.set(deps.ledgerMutex, known);
  return known;
}

/** How many of the first groups a transaction can have. A client's two ledgers have one row that counts their runs. */
function fitting(groups: readonly Group[]): number {
  const fits = limit();
  const clients = groups.map(({ runs: [first] }) => first!.run.principal.client_id);
  const other = groups.findIndex(
    ({ runs }, place) => !runs.every(fits) || clients.indexOf(clients[place]!) < place,
  );
  return other === -1 ? groups.length : other;
}

/** Adds the runs that wait right behind those of a group, as long as they fit. */
function addCompanions({ runs, acquired }: Group, fits: (waiting: WaitingRun) => boolean): void {
  const kind = kindOf(runs[0]!.run);
  const taken = acquired.takeOffers((next) => kindOf(next.run) === kind && fits(next));
  runs.push(...taken.filter(isWaitedFor));
}

/** Routes runs of a ledger in a transaction of their own, which waits for the ledger. */
async function turnOf(deps: RoutingDeps, runs: readonly WaitingRun[]): Promise<GroupOutcome> {
  const lockTimeoutMs = Math.min(...runs.map((each) => each.run.wait.lockTimeoutMs ?? leftMsOf(each)));
  const [outcome] = await inTurn(deps, [runs], { waits: true, lockTimeoutMs });
  return outcome!;
}

/** What became of groups in one transaction. */
async function inTurn(
  { db }: RoutingDeps,
  groups: readonly (readonly WaitingRun[])[],
  wait: { readonly waits: boolean; readonly lockTimeoutMs: number },
): Promise<GroupOutcome[]> {
  const [, ...others] = groups.flat();
  const runs = groups.map((group) => group.map(({ run }) => run));
  const turn = () => waitingForLedger(db, wait.lockTimeoutMs, (tx) => ledgerTurns(tx, runs, wait));
  const traces = others.map(({ trace }) => trace);
  try {
    const outcomes = await (others.length === 0 ? turn() : inSharedSpan('order group', traces, turn));
    return outcomes.map((outcome) => outcome ?? 'locked');
  } catch (refusal) {
    const { code } = refusal as { code?: unknown };
    if (code === LOCK_NOT_AVAILABLE && !wait.waits) return groups.map(() => 'locked');
    // The server may have committed: each caller gets that answer, as one alone does.
    const isFinal = others.length === 0 || code === 'outcome_unknown';
    return groups.map((group) => (isFinal ? group.map(() => ({ refusal: refusal as Error })) : 'failed'));
  }
}

/** SQLSTATE of a wait for a lock that took too long. */
const LOCK_NOT_AVAILABLE = '55P03';
