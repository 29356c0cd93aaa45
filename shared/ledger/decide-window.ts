import { priorityGroups } from '../engine/rules/allocation-order.ts';
import { settingOf } from '../engine/settings.ts';
import { windowHead, windowLines } from '../engine/window/facts.ts';
import { improveWindow } from '../engine/window/improve.ts';
import { layOver, type WindowPlan } from '../engine/window/lay-over.ts';
import { orderAlone } from '../engine/window/order-alone.ts';
import { improvedResults, windowFigures } from '../engine/window/outcome.ts';
import { placeKey } from '../engine/window/resources.ts';
import type { OrderAlone, Window } from '../engine/window/window-order.ts';
import { decideOrders, type OnDecided, type OrderDecisions, type OrdersToDecide } from './decide-orders.ts';
import { type DecisionContext, type LedgerState, NOTHING } from './ledger-state.ts';
import { SearchAllowance, TOO_HARD, type TooHard } from './search-allowance.ts';

/**
 * Orders that are improved together (docs/explanation/whole-window.md). A plan is made on a snapshot, without the ledger's
 * lock: routes that are better for all of them. Under the lock they are decided one by one again, and the plan's routes are laid
 * over what is still there.
 */

/** Whether orders are improved together. */
export function improves({ mode, configuration }: Pick<DecisionContext, 'mode' | 'configuration'>): boolean {
  const { settings } = configuration.configuration;
  return mode.consumes && settingOf(settings, 'batch_optimization') === 'improve';
}

/** Whether so many orders are improved together where they are decided in one request or managed run. */
export function isWindow(context: DecisionContext, orders: number): boolean {
  return orders > 1 && improves(context);
}

/** A window that was decided one by one. */
interface DecidedWindow {
  readonly decided: OrderDecisions;
  readonly window: Window;
  readonly order_ids: readonly string[];
  /** The places of the window's orders among all. */
  readonly places: readonly number[];
}

/** How much is searched for a plan. */
interface PlanLimits {
  /** What the searches for the orders one by one may look at together. Not given: any. */
  readonly mostSearch?: number | undefined;
  /** Of the search for better routes. Not given: the usual. */
  readonly windowWork?: number | undefined;
}

/**
 * Decides orders one by one on a state, which is not used for anything else, and looks for better routes for all of them.
 * Returns TOO_HARD if that needs more than `mostSearch`.
 */
export function planWindow(
  state: LedgerState,
  toDecide: OrdersToDecide,
  { mostSearch, windowWork }: PlanLimits,
): WindowPlan | TooHard {
  const allowance = new SearchAllowance(state.context.mode.consumes, mostSearch);
  const decided = oneByOne(state, toDecide, allowance);
  if (decided === TOO_HARD) return decided;
  const { window, order_ids } = decided;
  return { window, order_ids, improved: improveWindow(window, windowWork) };
}

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
  {
    allowance = new SearchAllowance(state.context.mode.consumes),
    plan,
    windowWork,
    onDecided,
  }: WindowOptions,
): OrderDecisions | TooHard {
  const alone = oneByOne(state, toDecide, allowance, onDecided);
  if (alone === TOO_HARD) return alone;
  const { decided, window, order_ids, places } = alone;
  const { improved, redecided } = plan
    ? layOver(window, order_ids, plan, windowWork)
    : { improved: improveWindow(window, windowWork), redecided: [] };
  // Before the state changes: they say what the window had.
  const lines = [windowHead(window), ...windowLines(window, order_ids, improved, redecided)].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
  const decisions = [...decided.decisions];
  const evidence = [...decided.evidence];
  const results = improvedResults(window, order_ids, improved);
  const moved = results.map(({ place, decision }) => ({
    place: places[place]!,
    order: toDecide.orders[places[place]!]!,
    alone: window.orders[place]!,
    decision,
  }));
  for (const { order, alone, decision } of moved)
    state.hold(order.order_id, state.takenBy(decision, order, alone.place_days));
  for (const { place, order, alone, decision } of moved) {
    decisions[place] = state.completed(decision, order);
    state.attempt([order], () => {
      state.hold(order.order_id, NOTHING);
      const destination = toDecide.destinations.get(order.destination_zip) ?? null;
      const seen = { ...state.seenBy(order, destination), departures: alone.routed.departures };
      evidence[place] = state.storedEvidenceOf(decision, seen);
      onDecided?.(place, decision, seen);
    });
  }
  const figures = windowFigures(window, results, redecided.length);
  return { decisions, evidence, window: { figures, lines: lines.join('') } };
}

function oneByOne(
  state: LedgerState,
  toDecide: OrdersToDecide,
  allowance: SearchAllowance,
  alsoDecided?: OnDecided,
): DecidedWindow | TooHard {
  const { orders } = toDecide;
  const { compiled } = state.context.configuration;
  const groups = priorityGroups(orders);
  const inWindow: OrderAlone[] = [];
  const places: number[] = [];
  const decided = decideOrders(state, toDecide, {
    allowance,
    onDecided(place, decision, seen) {
      const alone = orderAlone(compiled, seen, decision, groups[place]!);
      alsoDecided?.(place, decision, seen);
      if (alone === null) return;
      const place_days = state.placeDays();
      inWindow.push(place_days === null ? alone : { ...alone, place_days });
      places.push(place);
    },
  });
  if (decided === TOO_HARD) return decided;
  const { settings } = compiled.configuration;
  const window = {
    compiled,
    orders: inWindow,
    stock: state.available,
    places: placesLeft(state, inWindow),
    most_days_later: settingOf(settings, 'batch_max_days_later'),
  };
  return { decided, window, order_ids: places.map((place) => orders[place]!.order_id), places };
}

/** How many places are left on the days on which orders would take one, by warehouse and day. */
function placesLeft(state: LedgerState, orders: readonly OrderAlone[]): Map<string, number> {
  const { configuration, warehouse_db_ids } = state.context.configuration;
  const left = new Map<string, number>();
  for (const { place_days = [] } of orders) {
    for (const [warehouse, day] of place_days.entries()) {
      if (day === null || left.has(placeKey(warehouse, day))) continue;
      const { shipments_per_day } = configuration.warehouses[warehouse]!.capacity!;
      const taken = state.places!.takenAt({ warehouse_db_id: warehouse_db_ids[warehouse]!, day });
      left.set(placeKey(warehouse, day), shipments_per_day - taken);
    }
  }
  return left;
}
