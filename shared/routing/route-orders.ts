import { inLedgerTransaction } from './inventory/ledger-mutex.ts';
import { turnOfRun } from './ledger-turn.ts';
import { routeQueued } from './order-group.ts';
import { type PreparedRun, prepareOrders, type RoutingDeps, type RunToRoute } from './prepared-run.ts';
import { rehearsingHard } from './rehearse.ts';

/** A run of more orders is routed alone, in a turn of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in a turn of its ledger. Either everything is saved (decisions, reservations, usage, the request's key) or
 * nothing. Runs of few orders that wait for their ledger share a turn: they are a group.
 * Throws AppError: usage_limit if the plan does not admit the orders. Throws what `isKeyTaken` knows, and TooHard if the
 * orders need more searches than `wait.mostWork`.
 */
export async function routeOrders<T>(deps: RoutingDeps, run: RunToRoute<T>): Promise<T> {
  const { principal, request, wait = {} } = run;
  const orders = await prepareOrders(deps, principal, request.orders);
  const prepared = { ...orders, ...run, wait, mostWork: wait.mostWork, day: deps.now() };
  const isFew = request.orders.length <= FEW_ORDERS;
  if (isFew && !wait.rehearses && !wait.approve) return routeQueued(deps, prepared);
  const alone = (each: PreparedRun<T>) =>
    inLedgerTransaction(deps, principal.ledger_id, wait, (tx) => turnOfRun(tx, each));
  const outcome = await (wait.rehearses ? rehearsingHard(deps, prepared, alone) : alone(prepared));
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}
