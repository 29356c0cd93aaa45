import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { meter } from '../accounts/usage.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import { inTransaction, together } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import { lockLedger } from '../inventory/ledger-lock.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { decideOnBooks, loadBooks } from './decide-stored.ts';
import type { DecidedOrder } from './decided-order.ts';
import { prepareOrders, saveDecisions } from './decision-store.ts';
import { runMode } from './run-mode.ts';
import { createCompletedRun, takeRunIds } from './run-store.ts';
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
 * everything is kept (decisions, reservations, usage, the request's key) or nothing. Statements that need nothing of
 * one another go out together, and the server takes the orders while they are decided.
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws KeyTaken.
 */
export async function routeOrders(
  deps: RoutingDeps,
  principal: Principal,
  orders: readonly RoutingOrder[],
  idempotency: IdempotentRequest | null = null,
): Promise<RoutedRun> {
  return routeAndPresent(deps, principal, orders, idempotency, (routed) => routed);
}

/** The same; `present` makes the answer while the server is still at its part. */
export async function routeAndPresent<T>(
  deps: RoutingDeps,
  principal: Principal,
  orders: readonly RoutingOrder[],
  idempotency: IdempotentRequest | null,
  present: (routed: RoutedRun) => T | Promise<T>,
): Promise<T> {
  const { ledger_id } = principal;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  const context = { ledger_id, pinned_by: null, configuration, mode };
  return deps.ledgerTurns.run(ledger_id, () =>
    inTransaction(deps.db.pool, async (tx) => {
      const reading = together(tx, () => [
        lockLedger(tx, ledger_id),
        meter(tx, principal, orders.length, deps.now()),
        loadBooks(tx, context, orders),
        takeRunIds(tx, orders.length),
      ]);
      const sendOrders = prepareOrders(ledger_id, orders); // while the database reads
      const [stock_epoch, , books, ids] = await reading;
      const { run_id, first_id } = ids;
      const orderRows = await sendOrders(tx, (index) => first_id + index);
      const { decisions: decided, save } = decideOnBooks(context, books, destinations, orders);
      const counts = countStatuses(decided);
      const decisions = decided.map((decision, i) => ({ id: first_id + i, order: orders[i]!, decision }));
      await orderRows.connectionFree;
      const [, answer] = await together(tx, () => [
        orderRows.taken, // sent first, so told first where it fails
        createCompletedRun(tx, principal, ids, counts, orders.length).then((client_run_number) => {
          const run: RunSummary = {
            routing_run_id: run_id,
            client_run_number,
            client_id: principal.client_id,
            status: 'completed',
            orders_considered: orders.length,
            orders_routed: orders.length,
            ...counts,
          };
          return present({ run, configuration, decisions });
        }),
        save(tx),
        idempotency && keepKey(tx, ledger_id, idempotency, { run_id, response: null }),
        saveDecisions(tx, { ledger_id, stock_epoch, run_id, mode }, decisions),
      ]);
      return answer;
    }),
  );
}
