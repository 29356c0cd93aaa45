import { databaseNow } from '../accounts/ledger-lock.ts';
import { inSnapshot } from '../db/transaction.ts';
import { ORDER_WORK } from '../engine/order-effort.ts';
import { decideAll, type Rehearsal } from './decide-turn.ts';
import { inLedgerTransaction, refuseGone } from './inventory/ledger-mutex.ts';
import { type RunOutcome, turnOfRun } from './ledger-turn.ts';
import { loadLedgerState } from './load-ledger-state.ts';
import { routeQueued } from './order-group.ts';
import { type PreparedRun, prepareOrders, type RoutingDeps, type RunToRoute } from './prepared-run.ts';
import { TooHard } from './search-allowance.ts';

/** A run of more orders is routed alone, in a turn of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in a turn of its ledger. Either everything is saved (decisions, reservations, usage, the request's key) or
 * nothing. Runs of few orders that wait for their ledger share a turn: they are a group.
 * Throws AppError: usage_limit if the plan does not admit the orders. Throws KeyTaken or what the database throws if
 * the request's key is taken, and TooHard if the orders need more searches than `wait.mostWork`.
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

/** How often orders are rehearsed if others change the stock. After that the ledger is locked as long as it takes. */
const REHEARSALS = 3;

/**
 * Routes a run by `route`. If its searches would keep the ledger locked for long, its orders are decided on a snapshot
 * first, without the lock. Under the lock, an order is searched again only if others changed its stock meanwhile.
 * The decisions are the same either way. Throws what `route` throws; AppError bad_request if the caller has gone away.
 */
export async function rehearsingHard<T>(
  deps: RoutingDeps,
  run: PreparedRun<T>,
  route: (run: PreparedRun<T>) => Promise<RunOutcome<T>>,
): Promise<RunOutcome<T>> {
  let rehearsal: Rehearsal | null = null;
  for (let time = 0; time < REHEARSALS; time++) {
    const outcome = await route({ ...run, mostWork: ORDER_WORK, rehearsal });
    if (!('refusal' in outcome && outcome.refusal instanceof TooHard)) return outcome;
    refuseGone(run.wait.signal);
    rehearsal ??= new Map();
    await rehearse(deps, run, rehearsal);
  }
  return route({ ...run, rehearsal });
}

async function rehearse({ db }: RoutingDeps, run: PreparedRun, rehearsal: Rehearsal): Promise<void> {
  const state = await inSnapshot(db.pool, async (tx) => {
    const loaded = await loadLedgerState(tx, run.context, run.orders);
    if (loaded.isDated) loaded.decideAt(await databaseNow(tx));
    return loaded;
  });
  decideAll(state, run, rehearsal);
}
