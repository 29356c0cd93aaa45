import { type Cents, toCents, totalOf } from '../money.ts';
import type { Route } from '../route.ts';
import { routeCost } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { BatchImprovement, Decision } from '../types.ts';
import { arrivalOf } from './arrival.ts';
import { gainersOf } from './gainers.ts';
import type { ImprovedOrder } from './improve.ts';
import { improvedDecision } from './improved-decision.ts';
import type { OrderAlone, Window } from './window-order.ts';

/** An order of a window that ships otherwise than alone, and its decision. */
export interface ImprovedResult extends ImprovedOrder {
  readonly decision: Decision;
}

/** The decisions on the improved orders of a window, each with the order for which it ships otherwise. */
export function improvedResults(
  window: Window,
  order_ids: readonly string[],
  improved: readonly ImprovedOrder[],
): ImprovedResult[] {
  const gainers = gainersOf(window, improved);
  return improved.map((each, nth) => {
    const alone = window.orders[each.index]!;
    const gain = gainers[nth]!;
    const improvement: BatchImprovement = {
      warehouses: alone.decision.shipments.map(({ warehouse }) => warehouse),
      days: daysOf(window, alone, alone.decision),
      gain: gain && {
        order_id: order_ids[improved[gain.nth]!.index]!,
        isOwn: gain.nth === nth,
        ...gain.figures,
      },
    };
    return { ...each, decision: improvedDecision(alone, each.route, improvement) };
  });
}

/** The greatest transit days of a decision's shipments; null: it has none, or one has no lane. */
function daysOf({ compiled }: Window, { routed }: OrderAlone, { shipments }: Decision): number | null {
  if (shipments.length === 0) return null;
  const from = shipments.map(({ warehouse }) => warehouse);
  const { transit } = arrivalOf(routed, compiled.configuration.warehouses, from);
  return Number.isFinite(transit) ? transit : null;
}

/** A window in numbers, before and after its improvement. */
export interface WindowFigures {
  readonly shipments_before: number;
  readonly shipments_after: number;
  /**
   * In cents, as routes are compared: of the shipments that have a price, and with split penalties. Null: the account has no
   * rates.
   */
  readonly cost_before: Cents | null;
  readonly cost_after: Cents | null;
  readonly orders_improved: number;
  readonly orders_redecided: number;
  /** Transit days of all orders whose shipments have lanes, and how many orders these are. */
  readonly days_before: number;
  readonly days_after: number;
  readonly days_of: number;
}

/** Counts a window. */
export function windowFigures(
  window: Window,
  improved: readonly ImprovedResult[],
  orders_redecided: number,
): WindowFigures {
  const before = window.orders.map(({ decision }) => decision);
  const after = [...before];
  for (const { index, decision } of improved) after[index] = decision;
  const days = window.orders
    .map((alone, index) => [daysOf(window, alone, before[index]!), daysOf(window, alone, after[index]!)])
    .filter((each): each is [number, number] => each.every((days) => days !== null));
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  const shipments = (decisions: readonly Decision[]) => sum(decisions.map((each) => each.shipments.length));
  return {
    shipments_before: shipments(before),
    shipments_after: shipments(after),
    cost_before: costOf(window, []),
    cost_after: costOf(window, improved),
    orders_improved: improved.length,
    orders_redecided,
    days_before: sum(days.map(([alone]) => alone)),
    days_after: sum(days.map(([, final]) => final)),
    days_of: days.length,
  };
}

function costOf({ compiled, orders }: Window, improved: readonly ImprovedOrder[]): Cents | null {
  if (compiled.costs === null) return null;
  const routes = new Map<number, Route>(improved.map(({ index, route }) => [index, route]));
  const amounts = orders.map(
    ({ routed, decision }, index) =>
      routeCost(routed.costs!, routed.ranked, routes.get(index) ?? routeOfDecision(routed, decision)).amount,
  );
  return toCents(totalOf(amounts));
}
