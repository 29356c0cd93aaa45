import { loadConfiguration } from '../accounts/configurations.ts';
import { inLedgerTransaction } from '../inventory/ledger-mutex.ts';
import { routeLargeRun } from './large-run.ts';
import { routeQueued } from './order-group.ts';
import type { PreparedRun, RoutingDeps, RunToRoute } from './prepared-run.ts';
import type { RunSearches } from './rehearsal.ts';
import { rehearsingHard } from './rehearse.ts';
import { runMode } from './run-mode.ts';
import { routeSmallRun } from './small-runs.ts';

/** A run of more orders is routed as a large one, in a transaction of its own. */
export const FEW_ORDERS = 3;

/**
 * Routes a run in one transaction: open → decide → save → count (decision-rules.md section 5). Either everything is
 * saved (decisions, reservations, usage, the request's key) or nothing. Runs of few orders that wait for their ledger
 * share a transaction (order-group.ts).
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws what `isKeyTaken` knows.
 */
export async function routeOrders<T>(deps: RoutingDeps, run: RunToRoute<T>): Promise<T> {
  const prepared = await prepareRun(deps, run);
  const { principal, request, wait } = prepared;
  const isFew = request.orders.length <= FEW_ORDERS;
  if (isFew && !wait.rehearses && !wait.approve) return routeQueued(deps, prepared);
  const alone = (searches: RunSearches) =>
    inLedgerTransaction(deps, principal.ledger_id, wait, (tx) =>
      isFew ? routeSmallRun(tx, prepared, searches) : routeLargeRun(deps.db, tx, prepared, searches),
    );
  return wait.rehearses ? rehearsingHard(deps, prepared, alone) : alone({ mostWork: wait.mostWork });
}

/** Reads what a run's orders are decided by and does not depend on its ledger: configuration and lanes. */
async function prepareRun<T>({ db, lanes, now }: RoutingDeps, run: RunToRoute<T>): Promise<PreparedRun<T>> {
  const { principal, request, wait = {} } = run;
  const configuration = await loadConfiguration(db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await lanes.resolve(
    configuration,
    request.orders.map((order) => order.destination_zip),
  );
  return { ...run, wait, configuration, mode, destinations, day: now() };
}
