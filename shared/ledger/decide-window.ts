import { priorityGroups } from '../engine/rules/allocation-order.ts';
import { settingOf } from '../engine/settings.ts';
import { windowHead, windowLines } from '../engine/window/facts.ts';
import { improveWindow } from '../engine/window/improve.ts';
import { type LaidOver, layOver, type WindowPlan } from '../engine/window/lay-over.ts';
import { orderAlone } from '../engine/window/order-alone.ts';
import { type ImprovedResult, improvedResults, windowFigures } from '../engine/window/outcome.ts';
import { placeKey } from '../engine/window/resources.ts';
import type { OrderAlone, Window } from '../engine/window/window-order.ts';
import { decideOrders, type OnDecided, type OrderDecisions, type OrdersToDecide } from './decide-orders.ts';
import type { DecisionContext, LedgerState } from './ledger-state.ts';
import { SearchAllowance, TooHard } from './search-allowance.ts';

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
 * Returns TooHard if that needs more than `mostSearch`.
 */
export function planWindow(
  state: LedgerState,
  toDecide: OrdersToDecide,
  { mostSearch, windowWork }: PlanLimits,
): WindowPlan | TooHard {
  const allowance = new SearchAllowance(state.context.mode.consumes, mostSearch);
  const decided = oneByOne(state, toDecide, allowance);
  if (decided instanceof TooHard) return decided;
  const { window, order_ids } = decided;
  return { window, order_ids, improved: improveWindow(window, windowWork) };
}

/** Decides orders as `decideOrders` does, and lays a plan's routes over them. Changes the state. */
export function decideWindow(
  state: LedgerState,
  toDecide: OrdersToDecide,
  allowance: SearchAllowance,
  plan: WindowPlan,
  windowWork?: number,
): OrderDecisions | TooHard {
  const decided = oneByOne(state, toDecide, allowance);
  if (decided instanceof TooHard) return decided;
  const laidOver = layOver(decided.window, decided.order_ids, plan, windowWork);
  return withRoutes(state, toDecide, decided, laidOver);
}

/** Decides orders and improves them at once, where nothing else changes what they are decided on. Changes the state. */
export function decideAndImprove(
  state: LedgerState,
  toDecide: OrdersToDecide,
  { allowance = freely(state), mostWork, onDecided }: ImproveOptions,
): OrderDecisions | TooHard {
  const decided = oneByOne(state, toDecide, allowance, onDecided);
  if (decided instanceof TooHard) return decided;
  const improved = improveWindow(decided.window, mostWork);
  return withRoutes(state, toDecide, decided, { improved, redecided: [] }, onDecided);
}

interface ImproveOptions {
  readonly allowance?: SearchAllowance;
  /** Of the search for better routes. */
  readonly mostWork?: number | undefined;
  /** Of an improved order it is called again, with the decision in the end. */
  readonly onDecided?: OnDecided | undefined;
}

function freely({ context }: LedgerState): SearchAllowance {
  return new SearchAllowance(context.mode.consumes);
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
  const seen: OrderAlone[] = [];
  const places: number[] = [];
  const decided = decideOrders(state, toDecide, {
    allowance,
    onDecided(place, decision, evidence) {
      const input = state.inputOf(orders[place]!, evidence.destination);
      const alone = orderAlone(compiled, input, decision, groups[place]!);
      alsoDecided?.(place, decision, evidence);
      if (alone === null) return;
      const place_days = state.placeDays();
      seen.push(place_days === null ? alone : { ...alone, place_days });
      places.push(place);
    },
  });
  if (decided instanceof TooHard) return decided;
  const { settings } = compiled.configuration;
  const window = {
    compiled,
    orders: seen,
    stock: state.availability,
    places: placesLeft(state, seen),
    most_days_later: settingOf(settings, 'batch_max_days_later'),
  };
  return { decided, window, order_ids: places.map((place) => orders[place]!.order_id), places };
}

function placesLeft(state: LedgerState, orders: readonly OrderAlone[]): Map<string, number> {
  const left = new Map<string, number>();
  for (const { place_days = [] } of orders) {
    for (const [warehouse, day] of place_days.entries()) {
      if (day === null || left.has(placeKey(warehouse, day))) continue;
      left.set(placeKey(warehouse, day), state.placesLeft(warehouse, day));
    }
  }
  return left;
}

/** The decisions with those of improved orders, on a state that is changed so. */
function withRoutes(
  state: LedgerState,
  { orders, destinations }: OrdersToDecide,
  { decided, window, order_ids, places }: DecidedWindow,
  { improved, redecided }: LaidOver,
  onDecided?: OnDecided,
): OrderDecisions {
  // Before the state changes: they say what the window had.
  const lines = [windowHead(window), ...windowLines(window, order_ids, improved, redecided)].map(
    (line) => `${JSON.stringify(line)}\n`,
  );
  const results = improvedResults(window, order_ids, improved);
  const decisions = [...decided.decisions];
  const evidence = [...decided.evidence];
  const orderOf = ({ place }: ImprovedResult) => orders[places[place]!]!;
  const daysOf = ({ place }: ImprovedResult) => window.orders[place]!.place_days ?? null;
  for (const each of results) state.undo(window.orders[each.place]!.decision, orderOf(each));
  for (const each of results) state.use(each.decision, orderOf(each), daysOf(each));
  for (const each of results) {
    const order = orderOf(each);
    const place = places[each.place]!;
    decisions[place] = state.completed(each.decision, order);
    state.undo(each.decision, order);
    const destination = destinations.get(order.destination_zip) ?? null;
    const { departures } = window.orders[each.place]!.routed;
    const seen = { ...state.evidenceOf(order, destination), departures };
    evidence[place] = state.storedEvidenceOf(each.decision, seen);
    onDecided?.(place, each.decision, seen);
    state.use(each.decision, order, daysOf(each));
  }
  const figures = windowFigures(window, results, redecided.length);
  return { decisions, evidence, window: { figures, lines: lines.join('') } };
}
