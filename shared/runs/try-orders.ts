import type { StoredConfiguration } from '../account/configurations.ts';
import { assertWithinPlan } from '../account/usage.ts';
import type { DryRun } from '../contracts/dry-run.ts';
import type { RoutingOrder } from '../contracts/order.ts';
import type { RoutedRun, RunSummary } from '../contracts/routed-run.ts';
import { presentExplanation } from '../contracts/why.ts';
import { explain } from '../engine/explain/explain.ts';
import type { Decision } from '../engine/types.ts';
import type { Principal } from '../identity/principal.ts';
import { decideOrders, isWindow, type OnDecided, type OrderDecisions } from '../ledger/decide-orders.ts';
import type { Together } from '../ledger/decide-window.ts';
import { loadSnapshot } from '../ledger/load-ledger-state.ts';
import { type OnceAnswered, prepareOrders, type RoutingDeps, summaryOf } from '../ledger/prepared-run.ts';
import { SearchAllowance, TOO_HARD, type TooHard, type WorkLimits } from '../ledger/search-allowance.ts';

/**
 * Decides orders as `routeOrders` would now, and saves nothing: no decision, no reservation, no usage, no id
 * (docs/guides/integrate.md). The units of active reservations of the same order IDs count as free when each order is
 * decided. It reads one snapshot of the database and takes no lock: syncs, routings and releases commit as a whole, so
 * that a snapshot shows the stock before or after each of them. Only lanes that it had to look up are cached. Throws
 * AppError: usage_limit as `routeOrders` does.
 */
export async function tryOrders<T>(
  { db, lanes, now, windowWork }: Pick<RoutingDeps, 'db' | 'lanes' | 'now' | 'windowWork'>,
  principal: Principal,
  orders: readonly RoutingOrder[],
  options: DryRun & WorkLimits & { readonly together?: Together | undefined },
  present: (tried: RoutedRun) => T | Promise<T>,
): Promise<OnceAnswered<T> | TooHard> {
  const prepared = await prepareOrders({ db, lanes }, principal, orders, options.mostWork);
  if (prepared === TOO_HARD) return TOO_HARD;
  const { configuration } = prepared.context;
  await assertWithinPlan(db.pool, principal, orders.length, now());
  const state = await loadSnapshot(db, prepared.context, orders, options.as_of);
  const whys = new Array<string | undefined>(orders.length);
  const onDecided: OnDecided = (index, decision, evidence) => {
    const { status, ...explanation } = explain(configuration.compiled, decision, evidence);
    whys[index] = JSON.stringify({ status, ...presentExplanation(explanation) });
  };
  const how = {
    allowance: new SearchAllowance(state.context.mode.consumes, options.mostWork),
    onDecided: options.explain ? onDecided : undefined,
    windowWork,
  };
  const decide = isWindow(state.context, orders.length) ? options.together!.decide : decideOrders;
  const decided = decide(state, prepared, how);
  if (decided === TOO_HARD) return TOO_HARD;
  const { decisions, window } = decided;
  const tried = triedRun(principal, configuration, orders, decisions, { window, whys });
  return { answer: await present(tried), replayed: false };
}

/** What else is known of orders that were tried. */
interface TriedTogether {
  /** If they were improved together. */
  readonly window?: OrderDecisions['window'] | undefined;
  /** The explanation of each, as JSON text. */
  readonly whys?: readonly (string | undefined)[];
}

/** Decisions of which nothing is saved, as they are presented. */
export function triedRun(
  principal: Principal,
  configuration: StoredConfiguration,
  orders: readonly RoutingOrder[],
  decisions: readonly Decision[],
  { window, whys = [] }: TriedTogether = {},
): RoutedRun {
  const run: RunSummary = {
    routing_run_id: null,
    client_run_number: null,
    ...summaryOf(principal, decisions, window),
    dry_run: true,
  };
  const tried = decisions.map((decision, index) => ({
    id: null,
    order: orders[index]!,
    decision,
    why: whys[index],
  }));
  return { run, configuration, decisions: tried };
}
