import type { Route } from '../route.ts';
import { assignLines } from '../rules/assign-lines.ts';
import { isLate } from '../rules/departures.ts';
import { routeCost } from '../rules/order-costs.ts';
import { blockingRule, mayBreakOthers, warnedRules } from '../rules/policies.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';

/** Whether a route with the same units and no more shipments is as good for the order as another one. */
export type Judge = (route: Route) => boolean;

/**
 * Judges routes by the rules of single orders: a route must be within the rules that block, break no rule of the others that
 * `alone` keeps, and cost no more. Null: none of these rules depends on which of its candidates ship what.
 */
export function judgeOf(order: RoutedOrder, alone: Route, deadline: number | null): Judge | null {
  const { costs, departures, ranked } = order;
  const onTime = (route: Route) =>
    deadline === null || route.members.every((member) => !isLate(departures, ranked[member]!, deadline));
  const mustBeOnTime = deadline !== null && onTime(alone);
  const isRuled = mayBreakOthers(order);
  if (costs === null && !isRuled && !mustBeOnTime) return null;
  const warned = new Set(warnings(order, alone));
  // What is paid: a split penalty is never paid, and no better route has more shipments.
  const paid = costs && { ...costs, splitPenalty: 0 };
  const cost = paid && routeCost(paid, ranked, alone);
  return (route) =>
    (!isRuled ||
      (blockingRule(order, route) === null && warnings(order, route).every((rule) => warned.has(rule)))) &&
    (!mustBeOnTime || onTime(route)) &&
    (paid === null || cost === null || isNoDearer(routeCost(paid, ranked, route), cost));
}

function warnings(order: RoutedOrder, route: Route) {
  return warnedRules(order, route, assignLines(order, route).values).map(({ rule }) => rule);
}

function isNoDearer(route: ReturnType<typeof routeCost>, alone: ReturnType<typeof routeCost>): boolean {
  return route.unpriced <= alone.unpriced && route.amount <= alone.amount;
}
