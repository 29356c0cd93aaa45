import { usageDay } from '../account/usage.ts';
import { decideOrders, isWindow } from './decide-orders.ts';
import type { KeyTaken } from './idempotency/idempotency-keys.ts';
import { ledgerTurn } from './ledger-turn.ts';
import { type PreparedRun, prepareOrders, type RoutingDeps, type RunToRoute } from './prepared-run.ts';
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
  const isTogether = isWindow(orders.context, orders.orders.length);
  const decide = isTogether ? await run.together!.plan(deps, orders, wait.mostSearch) : decideOrders;
  if (decide === TOO_HARD) return TOO_HARD;
  const prepared: PreparedRun<T> = {
    ...{ ...orders, ...run, wait, decide, mostWork: wait.mostSearch, day: deps.now() },
  };
  return deps.ledgerQueues.push(requestOf(prepared as PreparedRun));
}

/** A run as a request for its ledger. */
function requestOf(run: PreparedRun): LedgerRequest<PreparedRun> {
  const { principal, day, wait, work, orders, request, decide } = run;
  const isFew = orders.length <= FEW_ORDERS && decide === decideOrders && !run.readAtLock;
  return {
    ...{ data: run, turn: ledgerTurn, principal, wait, work },
    turnKey: JSON.stringify([principal.configuration_id, principal.plan, usageDay(day)]),
    exclusiveKeys: [],
    size: isFew ? orders.length : Number.POSITIVE_INFINITY,
    bytes: request.bytes ?? 0,
  };
}
