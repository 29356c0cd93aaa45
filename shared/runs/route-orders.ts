import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { meter } from '../accounts/usage.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { decideStored } from './decide-stored.ts';
import type { DecidedOrder } from './decided-order.ts';
import { saveDecisions, saveOrders } from './decision-store.ts';
import { runMode } from './run-mode.ts';
import { createCompletedRun } from './run-store.ts';
import { countStatuses, type RunSummary } from './run-summary.ts';

export interface RoutingDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  /** One synchronous request of a ledger at a time in this process; others wait without a connection. */
  readonly ledgerTurns: KeyedMutex<number>;
  /** Whence the day of usage comes. */
  readonly now: () => Date;
}

/** A finished synchronous run: what both contract variants are views of. */
export interface RoutedRun {
  readonly run: RunSummary;
  readonly configuration: StoredConfiguration;
  /** In request order. */
  readonly decisions: readonly DecidedOrder[];
}

/**
 * Routes orders in one transaction: load → decide → persist → meter (decision-rules.md section 5). Either
 * everything is kept (decisions, reservations, usage, the request's key) or nothing.
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws KeyTaken.
 */
export async function routeOrders(
  deps: RoutingDeps,
  principal: Principal,
  orders: readonly RoutingOrder[],
  idempotency: IdempotentRequest | null = null,
): Promise<RoutedRun> {
  const { ledger_id } = principal;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  return deps.ledgerTurns.run(ledger_id, () =>
    inTransaction(deps.db.pool, async (tx) => {
      const stock_epoch = await lockLedger(tx, ledger_id);
      await meter(tx, principal, orders.length, deps.now());
      const context = { ledger_id, stock_epoch, pinned_by: null, configuration, mode, destinations };
      const decided = await decideStored(tx, context, orders);
      const counts = countStatuses(decided);
      const { first_id, ...created } = await createCompletedRun(tx, principal, counts, orders.length);
      const kept = { run_id: created.routing_run_id, response: null };
      if (idempotency) await keepKey(tx, ledger_id, idempotency, kept);
      const decisions = decided.map((decision, i) => ({ id: first_id + i, order: orders[i]!, decision }));
      await saveOrders(tx, ledger_id, first_id, orders);
      await saveDecisions(tx, { ledger_id, stock_epoch, run_id: created.routing_run_id, mode }, decisions);
      const run: RunSummary = {
        ...created,
        client_id: principal.client_id,
        status: 'completed',
        orders_considered: orders.length,
        orders_routed: orders.length,
        ...counts,
      };
      return { run, configuration, decisions };
    }),
  );
}
