import { invariant } from '../invariant.ts';
import type { Route } from '../route.ts';
import { movePreferredFirst } from '../rules/lift.ts';
import type { OrderCosts } from '../rules/order-costs.ts';
import { barsWarehouses, blockingRule, routeSizes } from '../rules/policies.ts';
import { rankWarehouses } from '../rules/rank.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import type { PolicyFinding, Warehouse } from '../types.ts';
import { nearestFirst } from './distribute.ts';
import { lowestCost } from './lowest-cost.ts';
import { FEWEST_SHIPMENTS, type Objective } from './objective.ts';
import { type OrderEffort, orderEffort } from './order-effort.ts';
import { routeJudge } from './route-judge.ts';
import { type Supply, suppliesOf } from './supply.ts';

/** The two routes of an order (docs/explanation/decisions.md, Policies). */
export interface Choice {
  /** Without any `block` rule and max_shipments. */
  readonly unconstrained: Route;
  readonly permitted: Route;
  /** The first `block` rule that the unconstrained route breaks; null if the two are the same. */
  readonly blocked: PolicyFinding | null;
  /** What `permitted` would be under fewest_shipments; null: it is chosen under that. */
  readonly fewest: Route | null;
}

/** Finds both routes by the order's objective. */
export function chooseRoute(order: RoutedOrder, effort: OrderEffort): Choice {
  return order.costs !== null && isByCost(order)
    ? chooseCheapest(order, order.costs, effort)
    : chooseFewest(order, effort);
}

/** Whether an order's route is the one of the lowest cost. */
export function isByCost({ profile, costs }: RoutedOrder): boolean {
  return costs !== null && profile.isByCost;
}

/** Both routes under fewest_shipments. */
export function chooseFewest(order: RoutedOrder, effort: OrderEffort): Choice {
  return chooseBy(FEWEST_SHIPMENTS, order, effort);
}

/** The part of an order's work that may find the route of the fewest shipments, from which cheaper ones are looked for. */
const WORK_FOR_FEWEST = 0.2;

/** Both routes under lowest_cost. */
export function chooseCheapest(order: RoutedOrder, costs: OrderCosts, effort: OrderEffort): Choice {
  const own = orderEffort({ mostWork: WORK_FOR_FEWEST * effort.mostWork, quickNodes: effort.quickNodes });
  const fewest = chooseFewest(order, own);
  effort.work += own.work;
  const isExact = !own.hitLimit;
  // The last search proves it of its own routes alone.
  const lowerBound = fewest.unconstrained === fewest.permitted ? (own.lowerBound ?? 1) : 1;
  const choice = chooseBy(lowestCost(order, costs, { ...fewest, isExact, lowerBound }), order, effort);
  return { ...choice, fewest: fewest.permitted };
}

function chooseBy(objective: Objective, order: RoutedOrder, effort: OrderEffort): Choice {
  const isFullPreferred = order.profile.settings.prefer_full_shipment;
  const supplies = suppliesOf(order, false);
  const unconstrained = unconstrainedRoute(objective, order, supplies, effort);
  const blocked = blockingRule(order, unconstrained);
  const rulesBlock = barsWarehouses(order);
  // A route that breaks no block rule is also the best permitted one, because permitted routes are some of all routes. If
  // rules block warehouses, a set may distribute its units in another way, which counts if costs are compared.
  if (blocked === null && !(rulesBlock && objective.looksAtUnits)) {
    return { unconstrained, permitted: unconstrained, blocked, fewest: null };
  }
  const best = isFullPreferred && !rulesBlock ? unconstrained : null;
  const within = rulesBlock ? suppliesOf(order, true) : supplies;
  const permitted = routeWithinRules(objective, order, within, best, effort);
  invariant(blockingRule(order, permitted) === null, 'a permitted route breaks no rule that blocks');
  return { unconstrained, permitted, blocked, fewest: null };
}

/** The order if every place were free; null if no warehouse is full. */
export function onFreePlaces(order: RoutedOrder, warehouses: readonly Warehouse[]): RoutedOrder | null {
  const departures = order.departures?.free ?? null;
  if (departures === null) return null;
  const ranked = rankWarehouses(order.profile, warehouses, order.destination, { ...order, departures });
  return { ...order, departures, ranked: movePreferredFirst(ranked, order.demands) };
}

/** The unconstrained route by shipments. Only its units count. */
export function freestRoute(order: RoutedOrder): Route {
  return unconstrainedRoute(FEWEST_SHIPMENTS, order, suppliesOf(order, false), orderEffort());
}

/** The route without any `block` rule and max_shipments; `supplies` are those before any rule blocks. */
function unconstrainedRoute(
  objective: Objective,
  { profile, ranked }: RoutedOrder,
  supplies: readonly Supply[],
  effort: OrderEffort,
): Route {
  return profile.settings.prefer_full_shipment
    ? objective.best(supplies, ranked.length, effort)
    : nearestFirst(supplies, ranked.length);
}

/** The permitted route from supplies without what transit blocks; `best` is the best one of all, if it is known. */
function routeWithinRules(
  objective: Objective,
  order: RoutedOrder,
  supplies: readonly Supply[],
  best: Route | null,
  effort: OrderEffort,
): Route {
  const warehouses = order.ranked.length;
  if (!order.profile.settings.prefer_full_shipment) {
    const nearest = nearestFirst(supplies, warehouses);
    if (blockingRule(order, nearest) === null) return nearest;
  }
  const limits = { ...routeSizes(order, warehouses), judge: routeJudge(order, supplies) };
  return objective.within(supplies, warehouses, limits, best, effort);
}
