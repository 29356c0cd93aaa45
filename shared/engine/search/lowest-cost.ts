import type { Route } from '../route.ts';
import type { OrderCosts } from '../rules/order-costs.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import type { RouteLimits } from './best-limited.ts';
import { cheapestOfFewest } from './cheapest-of-fewest.ts';
import { cheapestSet } from './cheapest-set.ts';
import { mostOfAll, mostUnits } from './distribute.ts';
import type { Objective } from './objective.ts';
import type { OrderEffort } from './order-effort.ts';
import type { Supply } from './supply.ts';

/** The routes under fewest_shipments. They say how many units ship, whatever the cost. */
interface FewestRoutes {
  readonly unconstrained: Route;
  readonly permitted: Route;
  /** Whether it is certain that no route ships more. */
  readonly isExact: boolean;
  /** No route that ships as many units has fewer shipments, as far as is proved. */
  readonly lowerBound: number;
}

/**
 * Among the routes that ship the most units: the fewest unpriced shipments, then the least cost of the others with all
 * split penalties, then as FEWEST_SHIPMENTS.
 */
export function lowestCost(order: RoutedOrder, costs: OrderCosts, fewest: FewestRoutes): Objective {
  function cheaper(
    known: Route,
    supplies: readonly Supply[],
    limits: Pick<RouteLimits, 'shipments' | 'judge'>,
    effort: OrderEffort,
  ): Route {
    effort.lowerBoundOfCost = null;
    if (known.units === 0) return known;
    const { shipments, judge } = limits;
    const lacks = mostOfAll(supplies) - known.units;
    const isAllowed = (route: Route) => judge === null || judge.allows(route);
    const { ranked } = order;
    const problem = {
      supplies,
      costs,
      ranked,
      most: supplies.map(mostUnits),
      lacks,
      fewest: fewest.isExact ? known.members.length : fewest.lowerBound,
      shipments,
    };
    const goal = { problem, known, isAllowed };
    const found = (fewest.isExact && cheapestOfFewest(goal, effort)) || cheapestSet(goal, effort);
    const isExact = lacks === 0 || fewest.isExact;
    if (isExact) effort.lowerBoundOfCost = found.leastAmount;
    if (!isExact || !found.isProved) effort.hitLimit = true;
    return found.route;
  }

  return {
    looksAtUnits: true,
    best: (supplies, warehouses, effort) =>
      cheaper(fewest.unconstrained, supplies, { shipments: warehouses, judge: null }, effort),
    within: (supplies, _warehouses, limits, _best, effort) =>
      cheaper(fewest.permitted, supplies, limits, effort),
  };
}
