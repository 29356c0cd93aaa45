import { databaseNow } from '../account/ledger-lock.ts';
import { usageDay } from '../account/usage.ts';
import { inSnapshot } from '../db/transaction.ts';
import type { WindowPlan } from '../engine/window/lay-over.ts';
import { isWindow, planWindow } from './decide-window.ts';
import type { KeyTaken } from './idempotency/idempotency-keys.ts';
import { ledgerTurn } from './ledger-turn.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import {
  type PreparedOrders,
  type PreparedRun,
  prepareOrders,
  type RoutingDeps,
  type RunToRoute,
} from './prepared-run.ts';
import { TOO_HARD, type TooHard } from './search-allowance.ts';
import type { LedgerRequest } from './turns.ts';

/** A run of more orders is routed in a transaction of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in a turn of its ledger. Either everything is saved (decisions, reservations, usage, the request's key) or
 * nothing. Runs of few orders that wait for their ledger share a transaction (ledger-queues.ts).
 * Throws AppError: usage_limit if the plan does not admit the orders. Returns KEY_TAKEN or throws what the database
 * throws if the request's key is taken. Returns TOO_HARD if the orders need more work than `wait` allows.
 */
export async function routeOrders<T, Refusal = never>(
  deps: RoutingDeps,
  run: RunToRoute<T>,
): Promise<T | Refusal | TooHard | KeyTaken> {
  const { principal, request, wait = {} } = run;
  const orders = await prepareOrders(deps, principal, request.orders, wait.mostWork);
  if (orders === TOO_HARD) return TOO_HARD;
  const isPlanned = isWindow(orders.context, orders.orders.length);
  const plan = isPlanned ? await planOrders(deps, orders, wait.mostSearch) : undefined;
  if (plan === TOO_HARD) return TOO_HARD;
  const prepared: PreparedRun<T> = {
    ...{ ...orders, ...run, wait, mostWork: wait.mostSearch, day: deps.now() },
    ...{ plan, windowWork: isPlanned ? deps.windowWork : undefined },
  };
  return deps.ledgerQueues.push(requestOf(prepared as PreparedRun));
}

/** A run as a request for its ledger. */
function requestOf(run: PreparedRun): LedgerRequest<PreparedRun> {
  const { principal, day, wait, work, orders, request, plan } = run;
  const isFew = orders.length <= FEW_ORDERS && plan === undefined && !run.readAtLock;
  return {
    ...{ data: run, turn: ledgerTurn, principal, wait, work },
    turnKey: JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]),
    exclusiveKeys: [],
    size: isFew ? orders.length : Number.POSITIVE_INFINITY,
    bytes: request.bytes ?? 0,
  };
}

/** Looks for better routes of orders together on a snapshot, without the ledger's lock. */
async function planOrders(
  { db, windowWork }: RoutingDeps,
  prepared: PreparedOrders,
  mostSearch: number | undefined,
): Promise<WindowPlan | TooHard> {
  const state = await inSnapshot(db.pool, async (tx) => {
    const loaded = await loadLedgerState(tx, prepared.context, prepared.orders);
    if (loaded.isDated) loaded.decideAt(await databaseNow(tx));
    return loaded;
  });
  return planWindow(state, prepared, { mostSearch, windowWork });
}
