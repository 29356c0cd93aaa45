import type { Database } from '../db/database.ts';
import { priorityGroups } from '../engine/rules/allocation-order.ts';
import { settingOf } from '../engine/settings.ts';
import { applyPlan, type WindowPlan } from '../engine/window/apply-plan.ts';
import { windowHead, windowLines } from '../engine/window/facts.ts';
import { improveWindow } from '../engine/window/improve.ts';
import { orderAlone } from '../engine/window/order-alone.ts';
import { improvedResults, windowFigures } from '../engine/window/outcome.ts';
import { slotKey } from '../engine/window/resources.ts';
import type { OrderAlone, Window } from '../engine/window/window-order.ts';
import {
  type Decide,
  decideOrders,
  type OnDecided,
  type OrderDecisions,
  type OrdersToDecide,
} from './decide-orders.ts';
import { type DecisionContext, type LedgerState, NOTHING } from './ledger-state.ts';
import { loadSnapshot } from './load-ledger-state.ts';
import { SearchAllowance, TOO_HARD, type TooHard, type WorkLimits } from './search-allowance.ts';

/**
 * Orders that are improved together (docs/explanation/whole-window.md). A plan is made on a snapshot, without the ledger's
 * lock: routes that are better for all of them. Under the lock they are decided one by one again, and the plan's routes are laid
 * over what is still there.
 */

interface DecidedWindow {
  readonly decided: OrderDecisions;
  readonly window: Window;
  readonly order_ids: readonly string[];
  /** The index of each order of the window among all. */
  readonly indices: readonly number[];
}

/**
 * Decides orders one by one on a state, which is not used for anything else, and looks for better routes for all of them.
 * Returns how they are decided under the lock, or TOO_HARD if the searches for the orders one by one need more than `mostWork`.
 */
export function planWindow(
  state: LedgerState,
  toDecide: OrdersToDecide,
  { mostWork, windowWork }: WorkLimits & Pick<WindowOptions, 'windowWork'>,
): Decide | TooHard {
  const allowance = new SearchAllowance(state.context.mode.consumes, mostWork);
  return decideSequentially<Decide>(state, toDecide, { allowance }, ({ window, order_ids }) => {
    const plan = { window, order_ids, improved: improveWindow(window, windowWork) };
    return (locked, again, options) => decideWindow(locked, again, { ...options, plan, windowWork });
  });
}

/** Looks for better routes on a snapshot, without the ledger's lock. Returns how the orders are decided under it. */
async function planOnSnapshot(
  { db, windowWork }: { readonly db: Database; readonly windowWork?: number | undefined },
  toDecide: OrdersToDecide & { readonly context: DecisionContext },
  mostWork: number | undefined,
): Promise<Decide | TooHard> {
  const snapshot = await loadSnapshot(db, toDecide.context, toDecide.orders);
  return planWindow(snapshot, toDecide, { mostWork, windowWork });
}

/** How the orders of a batch are improved together: handed on by what routes batches, as one order needs none of it. */
export const TOGETHER = { plan: planOnSnapshot, decide: decideWindow };

export type Together = typeof TOGETHER;

interface WindowOptions {
  readonly allowance?: SearchAllowance;
  /** Not given: nothing else has changed what the orders are decided on, and they are improved at once. */
  readonly plan?: WindowPlan | undefined;
  /** Of the search for better routes. Not given: the usual. */
  readonly windowWork?: number | undefined;
  /** Of an improved order it is called again, with the decision in the end. */
  readonly onDecided?: OnDecided | undefined;
}

/** Decides orders as `decideOrders` does, and lays better routes over them. Changes the state. */
export function decideWindow(
  state: LedgerState,
  toDecide: OrdersToDecide,
  options: WindowOptions,
): OrderDecisions | TooHard {
  return decideSequentially(state, toDecide, options, (alone) =>
    improveDecided(state, toDecide, alone, options),
  );
}

function improveDecided(
  state: LedgerState,
  toDecide: OrdersToDecide,
  { decided, window, order_ids, indices }: DecidedWindow,
  { plan, windowWork, onDecided }: WindowOptions,
): OrderDecisions {
  const { improved, redecided } = plan
    ? applyPlan(window, order_ids, plan, windowWork)
    : { improved: improveWindow(window, windowWork), redecided: [] };
  // Before the state changes: they say what the window had.
  const lines = [windowHead(window), ...windowLines(window, order_ids, improved, redecided)].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
  const decisions = [...decided.decisions];
  const evidence = [...decided.evidence];
  const results = improvedResults(window, order_ids, improved);
  const moved = results.map(({ index, decision }) => ({
    index: indices[index]!,
    order: toDecide.orders[indices[index]!]!,
    alone: window.orders[index]!,
    decision,
  }));
  for (const { order, alone, decision } of moved)
    state.hold(order.order_id, state.takenBy(decision, order, alone.slot_days));
  for (const { index, order, alone, decision } of moved) {
    decisions[index] = state.withExpiry(decision, order);
    state.attempt([order], () => {
      state.hold(order.order_id, NOTHING);
      const destination = toDecide.destinations.get(order.destination_zip) ?? null;
      const seen = { ...state.seenBy(order, destination), departures: alone.routed.departures };
      evidence[index] = state.storedEvidenceOf(decision, seen);
      onDecided?.(index, decision, seen);
    });
  }
  const figures = windowFigures(window, results, redecided.length);
  return { decisions, evidence, window: { figures, lines: lines.join('') } };
}

/** Decides orders one by one, and returns what `improve` makes of them. */
function decideSequentially<T>(
  state: LedgerState,
  toDecide: OrdersToDecide,
  {
    allowance = new SearchAllowance(state.context.mode.consumes),
    onDecided: alsoDecided,
  }: Pick<WindowOptions, 'allowance' | 'onDecided'>,
  improve: (decided: DecidedWindow) => T,
): T | TooHard {
  const { orders } = toDecide;
  const { compiled } = state.context.configuration;
  const groups = priorityGroups(orders);
  const inWindow: OrderAlone[] = [];
  const indices: number[] = [];
  const decided = decideOrders(state, toDecide, {
    allowance,
    onDecided(index, decision, seen) {
      const alone = orderAlone(compiled, seen, decision, groups[index]!);
      alsoDecided?.(index, decision, seen);
      if (alone === null) return;
      const slot_days = state.slotDays();
      inWindow.push(slot_days === null ? alone : { ...alone, slot_days });
      indices.push(index);
    },
  });
  if (decided === TOO_HARD) return decided;
  const { settings } = compiled.configuration;
  const window = {
    compiled,
    orders: inWindow,
    stock: state.available,
    slots: slotsLeft(state, inWindow),
    most_days_later: settingOf(settings, 'batch_max_days_later'),
  };
  return improve({ decided, window, order_ids: indices.map((index) => orders[index]!.order_id), indices });
}

/** How many slots are left on the days on which orders would take one, by warehouse and day. */
function slotsLeft(state: LedgerState, orders: readonly OrderAlone[]): Map<string, number> {
  const { configuration, warehouse_db_ids } = state.context.configuration;
  const left = new Map<string, number>();
  for (const { slot_days = [] } of orders) {
    for (const [warehouse, day] of slot_days.entries()) {
      if (day === null || left.has(slotKey(warehouse, day))) continue;
      const { shipments_per_day } = configuration.warehouses[warehouse]!.capacity!;
      const taken = state.slots!.takenAt({ warehouse_db_id: warehouse_db_ids[warehouse]!, day });
      left.set(slotKey(warehouse, day), shipments_per_day - taken);
    }
  }
  return left;
}
