import type pg from 'pg';
import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { countUsage } from '../accounts/usage.ts';
import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import { type Sql, send } from '../db/sql.ts';
import { readerBeside, together, togetherAtLast } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import { inLedgerTurn, type LedgerTurnDeps, type LedgerWait, refuseGone } from '../inventory/ledger-turn.ts';
import { onceSent } from '../platform/once-sent.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { loadBooks, OpenBooks } from './decide-stored.ts';
import type { DecidedOrder } from './decided-order.ts';
import { FEW_ORDERS, insertDecided, orderColumns, saveDecisions, saveOrders } from './decision-store.ts';
import { runMode } from './run-mode.ts';
import { createCompletedRun, openRun } from './run-store.ts';
import { countStatuses, type RunSummary } from './run-summary.ts';

export interface RoutingDeps extends LedgerTurnDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  /** Whence the day of usage comes. */
  readonly now: () => Date;
}

/** How a request waits, and what it still has to pass. */
export interface RouteOptions extends LedgerWait {
  /** Called under the ledger's lock before anything is kept: what it throws undoes the request. */
  readonly approve?: (tx: pg.PoolClient, decided: readonly DecidedOrder[]) => Promise<void>;
}

/** A finished synchronous run: what both contract variants are views of. */
export interface RoutedRun {
  readonly run: RunSummary;
  readonly configuration: StoredConfiguration;
  /** In request order. */
  readonly decisions: readonly DecidedOrder[];
}

/** What is to be routed. */
export interface RoutingRequest {
  readonly orders: readonly RoutingOrder[];
  /** Of the body that they came in; null where there are none. */
  readonly warnings: readonly IntakeWarning[] | null;
}

/**
 * Routes orders in one transaction: load → decide → persist → meter (decision-rules.md section 5). Either
 * everything is kept (decisions, reservations, usage, the request's key) or nothing. Statements that need nothing of
 * one another go out together, and the server takes many orders while they are decided; a few are written in one
 * statement, and COMMIT with it.
 * Throws AppError: usage_limit where the plan does not admit the orders. Throws KeyTaken.
 */
export async function routeOrders(
  deps: RoutingDeps,
  principal: Principal,
  orders: readonly RoutingOrder[],
  idempotency: IdempotentRequest | null = null,
): Promise<RoutedRun> {
  return routeAndPresent(deps, principal, { orders, warnings: null }, idempotency, (routed) => routed);
}

/**
 * The same. `present` makes the answer before COMMIT is sent: if it throws, nothing is kept. Many orders are presented
 * while the server writes their decisions.
 */
export async function routeAndPresent<T>(
  deps: RoutingDeps,
  principal: Principal,
  { orders, warnings }: RoutingRequest,
  idempotency: IdempotentRequest | null,
  present: (routed: RoutedRun) => T | Promise<T>,
  wait: RouteOptions = {},
): Promise<T> {
  const { ledger_id } = principal;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const mode = runMode(configuration.configuration.settings, configuration.contract_variant);
  const destinations = await deps.lanes.resolve(
    configuration,
    orders.map((order) => order.destination_zip),
  );
  const context = { ledger_id, pinned_by: null, configuration, mode };
  const few = orders.length <= FEW_ORDERS;
  const day = deps.now();
  return inLedgerTurn(deps, ledger_id, wait, async (tx) => {
    const [{ stock_epoch, ...opened }, fewBooks] = await together(tx, () => [
      openRun(tx, principal, orders.length, day),
      few ? loadBooks(tx, context, orders) : null,
    ]);
    refuseGone(wait.signal);
    const { run_id, client_run_number, first_id } = opened;
    const owner = { ledger_id, stock_epoch, run_id, mode };
    const saved: Promise<void>[] = [];
    const keep = (saving: Promise<void>) => {
      saving.catch(() => {}); // told at last
      saved.push(saving);
    };
    let books = fewBooks;
    if (books === null) {
      // The database reads stock and takes orders at once, and takes more while they are decided.
      const reading = loadBooks(tx, context, orders, { beside: readerBeside(deps.db.pool, tx) });
      reading.catch(() => {}); // told when it is waited for
      await onceSent();
      keep(saveOrders(tx, ledger_id, first_id, orderColumns(orders)));
      books = await reading;
    }
    const open = new OpenBooks(context, books);
    const { decisions: decided, seen } = open.decide(orders, destinations);
    const counts = countStatuses(decided);
    const decisions = decided.map((decision, i) => ({
      id: first_id + i,
      order: orders[i]!,
      decision,
      seen: seen[i]!,
    }));
    await wait.approve?.(tx, decisions);
    if (!few) for (const some of inSlices(decisions)) keep(saveDecisions(tx, owner, some));
    const changes = [...open.changes(), ...countUsage(principal, orders.length, day)];
    const run: RunSummary = {
      routing_run_id: run_id,
      client_run_number,
      client_id: principal.client_id,
      status: 'completed',
      orders_considered: orders.length,
      orders_routed: orders.length,
      ...counts,
      warnings,
    };
    const routed = { run, configuration, decisions };
    const saveRun = (also: readonly Sql[]) => [
      createCompletedRun(tx, principal, opened, run, also),
      idempotency && keepKey(tx, ledger_id, idempotency, { run_id, response: null }),
    ];
    if (few) {
      const answer = await present(routed);
      await togetherAtLast(tx, () => saveRun([...insertDecided(owner, decisions), ...changes]));
      return answer;
    }
    const [, answer] = await together(tx, () => [
      Promise.all(saved), // sent first, so its failure is the one to report
      onceSent().then(() => present(routed)),
      ...saveRun([]),
      ...send(tx, changes),
    ]);
    return answer;
  });
}

/** Decisions that are on their way to the database while the next ones are written down. */
const SLICE = 1000;

function* inSlices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += SLICE) yield all.slice(from, from + SLICE);
}
