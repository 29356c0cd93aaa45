import { ledgerTurn } from './ledger-turn.ts';
import { routeQueued } from './order-group.ts';
import { type PreparedRun, prepareOrders, type RoutingDeps, type RunToRoute } from './prepared-run.ts';
import { inLedgerTransaction } from './stock/ledger-mutex.ts';

/** A run of more orders is routed alone, in a turn of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in a turn of its ledger. Either everything is saved (decisions, reservations, usage, the request's key) or
 * nothing. Runs of few orders that wait for their ledger share a turn: they are a group.
 * Throws AppError: usage_limit if the plan does not admit the orders. Throws KeyTaken or what the database throws if
 * the request's key is taken, and TooHard if the orders need more work than `wait` allows.
 */
export async function routeOrders<T>(deps: RoutingDeps, run: RunToRoute<T>): Promise<T> {
  const { principal, request, wait = {} } = run;
  const orders = await prepareOrders(deps, principal, request.orders, wait.mostWork);
  const prepared: PreparedRun<T> = { ...orders, ...run, wait, mostWork: wait.mostSearch, day: deps.now() };
  if (request.orders.length <= FEW_ORDERS && !wait.approve) return routeQueued(deps, prepared);
  const [outcome] = await inLedgerTransaction(deps, principal.ledger_id, wait, (tx) =>
    ledgerTurn(tx, [prepared]),
  );
  if ('refusal' in outcome!) throw outcome.refusal;
  return outcome!.answer as T;
}
