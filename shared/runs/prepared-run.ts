import type pg from 'pg';
import type { StoredConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import type { IntakeWarning } from '../contracts/intake-warning.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { Database } from '../db/database.ts';
import type { Destination } from '../engine/types.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import type { LedgerTurnDeps, LedgerWait } from '../inventory/ledger-turn.ts';
import type { LaneResolver } from '../transit/lane-resolver.ts';
import type { DecidedBooks } from './decide-stored.ts';
import type { DecidedOrder } from './decided-order.ts';
import type { RunMode } from './run-mode.ts';
import type { OpenedRun } from './run-store.ts';
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
  /** What the searches for all orders may look at here: beyond it TooHard is thrown. Not given: as much as they need. */
  readonly mostWork?: number | undefined;
  /** Hard orders are decided before the ledger is locked; this takes a thread of its own. */
  readonly rehearses?: boolean | undefined;
}

/** What is to be routed. */
export interface RoutingRequest {
  readonly orders: readonly RoutingOrder[];
  /** Of the body that they came in; null where there are none. */
  readonly warnings: readonly IntakeWarning[] | null;
  /** Length of that body. */
  readonly bytes?: number;
}

/** A finished synchronous run: what both contract variants are views of. */
export interface RoutedRun {
  readonly run: RunSummary;
  readonly configuration: StoredConfiguration;
  /** In request order. */
  readonly decisions: readonly DecidedOrder[];
}

/** A request with all that is known of it before its ledger is locked. */
export interface PreparedRun<T> {
  readonly principal: Principal;
  readonly request: RoutingRequest;
  readonly idempotency: IdempotentRequest | null;
  /** Makes the answer. */
  readonly present: (routed: RoutedRun) => T | Promise<T>;
  readonly wait: RouteOptions;
  readonly configuration: StoredConfiguration;
  readonly mode: RunMode;
  /** By destination_zip as sent; null is an invalid one. */
  readonly destinations: ReadonlyMap<string, Destination | null>;
  /** Of usage. */
  readonly day: Date;
}

/** What a run is when its orders are decided. */
export function routedRun(
  { principal, request, configuration }: PreparedRun<unknown>,
  { run_id, client_run_number, first_id }: OpenedRun,
  { decisions, seen }: DecidedBooks,
): RoutedRun {
  const { orders, warnings } = request;
  return {
    run: {
      routing_run_id: run_id,
      client_run_number,
      client_id: principal.client_id,
      status: 'completed',
      orders_considered: orders.length,
      orders_routed: orders.length,
      ...countStatuses(decisions),
      warnings,
    },
    configuration,
    decisions: decisions.map((decision, i) => ({
      id: first_id + i,
      order: orders[i]!,
      decision,
      seen: seen[i]!,
    })),
  };
}
