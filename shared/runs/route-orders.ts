import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import type { RoutedRun } from '../contracts/routed-run.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { inLedgerTransaction } from '../inventory/ledger-mutex.ts';
import { routeLargeRun } from './large-run.ts';
import { routeQueued, routeSmallRun } from './order-group.ts';
import type { RouteOptions, RoutingDeps, RoutingRequest } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import { rehearsingHard } from './rehearse.ts';
import { runMode } from './run-mode.ts';
import type { DecidedOrder } from './run-store.ts';

/** A run of more orders is routed as a large one, in a transaction of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes orders in one transaction: open → decide → save → count (decision-rules.md section 5). Either everything is
 * saved (decisions, reservations, usage, the request's key) or nothing. Runs of few orders that wait for their ledger
 * share a transaction (order-group.ts). `present` makes the answer before COMMIT is sent: if it throws, nothing is saved.
 * If a transaction fails that was shared, it is called again.
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws what `isKeyTaken` knows.
 */
export async function routeOrders<T>(
  deps: RoutingDeps,
  principal: Principal,
  request: RoutingRequest,
  idempotency: IdempotentRequest | null,
  present: (routed: RoutedRun<DecidedOrder>) => T | Promise<T>,
  wait: RouteOptions = {},
): Promise<T> {
  const { orders } = request;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  const day = deps.now();
  const run = { principal, request, idempotency, present, wait, configuration, mode, destinations, day };
  const isFew = orders.length <= FEW_ORDERS;
  if (isFew && !wait.rehearses && !wait.approve) return routeQueued(deps, run);
  const alone = (searches: RunSearches) =>
    inLedgerTransaction(deps, principal.ledger_id, wait, (tx) =>
      isFew ? routeSmallRun(tx, run, searches) : routeLargeRun(deps.db, tx, run, searches),
    );
  return wait.rehearses ? rehearsingHard(deps, run, alone) : alone({ mostWork: wait.mostWork });
}
