import type pg from 'pg';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { countUsage } from '../accounts/usage.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import { type Sql, send } from '../db/sql.ts';
import { readerBeside, together, togetherAtLast } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import { inLedgerTurn, refuseGone, waitingForLedger } from '../inventory/ledger-turn.ts';
import { onceSent } from '../platform/once-sent.ts';
import { loadBooks, OpenBooks } from './decide-stored.ts';
import { FEW_ORDERS, insertDecided, orderColumns, saveDecisions, saveOrders } from './decision-store.ts';
import { routeInLine } from './order-group.ts';
import {
  type PreparedRun,
  type RoutedRun,
  type RouteOptions,
  type RoutingDeps,
  type RoutingRequest,
  routedRun,
} from './prepared-run.ts';
import { type RunSearches, rehearsingHard } from './rehearse.ts';
import { runMode } from './run-mode.ts';
import { createCompletedRun, openRun } from './run-store.ts';
import { SearchAllowance } from './search-allowance.ts';

/**
 * Routes orders in one transaction: load → decide → persist → meter (decision-rules.md section 5). Either
 * everything is kept (decisions, reservations, usage, the request's key) or nothing. Statements that need nothing of
 * one another go out together, and the server takes many orders while they are decided; a few are written in one
 * statement, and COMMIT with it. Requests of few orders that wait for the ledger share a transaction (order-group.ts).
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
 * while the server writes their decisions. Where a transaction fails that was shared, it is called again.
 */
export async function routeAndPresent<T>(
  deps: RoutingDeps,
  principal: Principal,
  request: RoutingRequest,
  idempotency: IdempotentRequest | null,
  present: (routed: RoutedRun) => T | Promise<T>,
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
  const route = (tx: pg.PoolClient) => routeRun(deps, tx, run, { mostWork: wait.mostWork });
  if (wait.rehearses) {
    return rehearsingHard(deps, run, (searches) =>
      inLedgerTurn(deps, principal.ledger_id, wait, (tx) => routeRun(deps, tx, run, searches)),
    );
  }
  if (orders.length > FEW_ORDERS || wait.approve) {
    return inLedgerTurn(deps, principal.ledger_id, wait, route);
  }
  return routeInLine(deps, run, (limitMs) => waitingForLedger(deps.db, limitMs, route));
}

/** Routes one run in a transaction of its own, and commits it. Throws TooHard. */
async function routeRun<T>(
  deps: RoutingDeps,
  tx: pg.PoolClient,
  prepared: PreparedRun<T>,
  { mostWork, rehearsal = null }: RunSearches,
): Promise<T> {
  const { principal, request, idempotency, present, wait, configuration, mode, destinations, day } = prepared;
  const { orders } = request;
  const { ledger_id } = principal;
  const context = { ledger_id, pinned_by: null, configuration, mode };
  const few = orders.length <= FEW_ORDERS;
  const [{ stock_epoch, ...opened }, fewBooks] = await together(tx, () => [
    openRun(tx, principal, orders.length, day),
    few ? loadBooks(tx, context, orders) : null,
  ]);
  refuseGone(wait.signal);
  const { run_id, first_id } = opened;
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
  const searches = { allowance: new SearchAllowance(mode.consumes, mostWork), rehearsal };
  const routed = routedRun(prepared, opened, open.decide(orders, destinations, undefined, searches));
  const { run, decisions } = routed;
  await wait.approve?.(tx, decisions);
  if (!few) for (const some of inSlices(decisions)) keep(saveDecisions(tx, owner, some));
  const changes = [...open.changes(), ...countUsage(principal, orders.length, day)];
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
}

/** Decisions that are on their way to the database while the next ones are written down. */
const SLICE = 1000;

function* inSlices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += SLICE) yield all.slice(from, from + SLICE);
}
