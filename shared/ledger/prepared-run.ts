import type pg from 'pg';
import { loadConfiguration } from '../account/configurations.ts';
import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { PresentableOrder, RoutedRun } from '../contracts/routed-run.ts';
import type { Database } from '../db/database.ts';
import type { Principal } from '../identity/principal.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import { type Decide, isWindow, type OrderDecisions, type OrdersToDecide } from './decide-orders.ts';
import type { Together } from './decide-window.ts';
import type { AnsweredOnce, IdempotentRequest } from './idempotency/answer-once.ts';
import type { LedgerDeps, LedgerWait, Refused } from './ledger-queues.ts';
import { type DecisionContext, ledgerContext } from './ledger-state.ts';
import { workOfLanes, workOfOrders, workOfWindow } from './order-work.ts';
import { type DecidedOrder, optimizationOf } from './run-store.ts';
import { TOO_HARD, type TooHard, type WorkLimits } from './search-allowance.ts';
import { countStatuses, type StatusTally } from './status-counts.ts';

export interface RoutingDeps extends LedgerDeps {
  readonly db: Database;
  readonly lanes: LaneResolver;
  /** Clock; its UTC day is the billing day. */
  readonly now: () => Date;
  /** The most work of a search for a batch's routes together. Not given: the usual. */
  readonly windowWork?: number | undefined;
  /** What the searches for one answer may look at in a thread. Not given: ANSWER_SEARCH. */
  readonly answerSearch?: number | undefined;
}

/** How a request waits, and what of it may be done here. */
export interface RouteOptions extends LedgerWait, WorkLimits {}

/** An answer, and what was decided for it, unless it is the first answer, given again. */
export interface OnceAnswered<T> extends AnsweredOnce<T> {
  readonly tally?: StatusTally;
}

export interface RoutingRequest {
  readonly orders: readonly RoutingOrder[];
  /** Of the body that they came in; null where there are none. */
  readonly warnings: readonly IntakeWarning[] | null;
  /** Length of that body. */
  readonly bytes?: number;
}

/** A run to be routed, and how it is answered. */
export interface RunToRoute<T, Decided extends PresentableOrder = DecidedOrder> {
  readonly principal: Principal;
  readonly request: RoutingRequest;
  /** Null: the request has no Idempotency-Key. */
  readonly idempotency: IdempotentRequest | null;
  /**
   * Makes the answer before COMMIT is sent. If it throws, nothing is saved. It is called again if a transaction fails that
   * was shared with other runs.
   */
  readonly present: (routed: RoutedRun<Decided>) => T | Promise<T>;
  readonly wait?: RouteOptions | undefined;
  /** Not given: it is one order. */
  readonly together?: Together | undefined;
  /** Reads under the ledger's lock what is routed instead of the request's orders. Its destinations must be the same. */
  readonly readAtLock?: ((tx: pg.PoolClient) => Promise<ReadAtLock>) | undefined;
}

/** What a run that was locked routes. */
export interface ReadAtLock {
  readonly orders: readonly RoutingOrder[];
  /** Refuses what was decided: then nothing is saved. */
  readonly refusalOf: (decided: OrderDecisions) => Refused | null;
}

/** Orders with all that is known of them before their ledger is read: configuration and lanes. */
export interface PreparedOrders extends OrdersToDecide {
  readonly context: DecisionContext;
  /** What they take to be decided (order-work.ts). */
  readonly work: number;
}

/** A run with all that is known of it before its ledger is locked. */
export interface PreparedRun<T = unknown>
  extends RunToRoute<T>,
    PreparedOrders,
    Partial<Pick<ReadAtLock, 'refusalOf'>> {
  readonly wait: RouteOptions;
  /** How its orders are decided under the lock. */
  readonly decide: Decide;
  /** Day on which usage is counted. */
  readonly day: Date;
}

/**
 * Prepares orders to be decided on a ledger's own stock. Returns TOO_HARD if all that they take is estimated at more than
 * `mostWork`.
 */
export async function prepareOrders(
  deps: Pick<RoutingDeps, 'db' | 'lanes'>,
  principal: Principal,
  orders: readonly RoutingOrder[],
  mostWork?: number,
): Promise<PreparedOrders | TooHard> {
  const { isTooMuch, context, work, zips } = await estimateOrders(deps, principal, orders, mostWork);
  if (isTooMuch) return TOO_HARD;
  const destinations = await deps.lanes.resolve(context.configuration, zips);
  return { context, orders, destinations, work };
}

/** Estimates what orders take, and whether that, with their new lanes, is more than `mostWork`. */
export async function estimateOrders(
  { db, lanes }: Pick<RoutingDeps, 'db' | 'lanes'>,
  { ledger_id, configuration_id }: Principal,
  orders: readonly RoutingOrder[],
  mostWork = Number.POSITIVE_INFINITY,
) {
  const configuration = await loadConfiguration(db, configuration_id);
  const { length: warehouses } = configuration.configuration.warehouses;
  const zips = orders.map(({ destination_zip }) => destination_zip);
  const context = ledgerContext(ledger_id, configuration);
  const work =
    workOfOrders(warehouses, orders) + (isWindow(context, orders.length) ? workOfWindow(orders.length) : 0);
  let all = work + workOfLanes(warehouses, zips.length);
  // Most orders are few enough even if no lane is in memory.
  if (all > mostWork) all = work + workOfLanes(warehouses, lanes.countNew(configuration, zips));
  return { isTooMuch: all > mostWork, context, work, zips };
}

interface RunIds {
  readonly run_id: number;
  readonly client_run_number: number;
  /** Of its orders, which follow one another in request order. */
  readonly first_id: number;
}

/** What is said of a run whose orders are decided, beside its numbers. */
export function summaryOf(
  { client_id }: Principal,
  decisions: OrderDecisions['decisions'],
  window: OrderDecisions['window'] | undefined,
) {
  const [status, orders] = ['completed' as const, decisions.length];
  const counts = { orders_considered: orders, orders_routed: orders, ...countStatuses(decisions) };
  return { client_id, status, ...counts, ...optimizationOf(window) };
}

/** A run whose orders are decided, as it is saved and presented. */
export function routedRun(
  { principal, orders, request: { warnings }, context: { configuration } }: PreparedRun,
  { run_id, client_run_number, first_id }: RunIds,
  { decisions, evidence, window }: OrderDecisions,
): RoutedRun<DecidedOrder> {
  return {
    run: {
      routing_run_id: run_id,
      client_run_number,
      ...summaryOf(principal, decisions, window),
      warnings,
    },
    configuration,
    decisions: decisions.map((decision, i) => ({
      id: first_id + i,
      run_id,
      order: orders[i]!,
      decision,
      evidence: evidence[i]!,
    })),
  };
}
