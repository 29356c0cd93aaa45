import { nearestFirst } from './distribute.ts';
import { liftPreferred } from './lift.ts';
import { FEWEST_SHIPMENTS, type Objective } from './objective.ts';
import { type OrderEffort, orderEffort } from './order-effort.ts';
import { blockingRule } from './policies.ts';
import { rankWarehouses } from './rank.ts';
import type { Route } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import { type Supply, suppliesOf } from './supply.ts';
import type { PolicyFinding, Warehouse } from './types.ts';
import { valueLimit } from './value-limit.ts';

/** The two routes of an order (docs/explanation/decisions.md, Policies). */
export interface Choice {
  /** Without any `block` rule and max_shipments. */
  readonly unconstrained: Route;
  readonly permitted: Route;
  /** The first `block` rule that the unconstrained route breaks; null if the two are the same. */
  readonly blocked: PolicyFinding | null;
}

/** Finds both routes. */
export function chooseRoute(order: RoutedOrder, effort: OrderEffort): Choice {
  const isFullPreferred = order.profile.settings.prefer_full_shipment;
  const supplies = suppliesOf(order, false);
  const unconstrained = unconstrainedRoute(order, supplies, effort);
  const blocked = blockingRule(order, unconstrained);
  // A route that breaks no block rule is also the best permitted one, because permitted routes are some of all routes.
  if (blocked === null) return { unconstrained, permitted: unconstrained, blocked };
  if (
    order.deadline?.mode === 'block' ||
    order.demands.some(({ transitLimit }) => transitLimit?.mode === 'block')
  ) {
    return {
      unconstrained,
      permitted: routeWithinRules(order, suppliesOf(order, true), null, effort),
      blocked,
    };
  }
  const best = isFullPreferred ? unconstrained : null;
  return { unconstrained, permitted: routeWithinRules(order, supplies, best, effort), blocked };
}

/** The unconstrained route if every place were free; null if no warehouse is full. */
export function routeOnFreePlaces(order: RoutedOrder, warehouses: readonly Warehouse[]): Route | null {
  const departures = order.departures?.free ?? null;
  if (departures === null) return null;
  const ranked = rankWarehouses(order.profile, warehouses, order.destination, departures);
  const free = { ...order, departures, ranked: liftPreferred(ranked, order.demands) };
  return unconstrainedRoute(free, suppliesOf(free, false), orderEffort());
}

/** By what the routes of an order compare. */
function objectiveOf(_order: RoutedOrder): Objective {
  return FEWEST_SHIPMENTS;
}

/** The route without any `block` rule and max_shipments; `supplies` are those before any rule blocks. */
export function unconstrainedRoute(
  order: RoutedOrder,
  supplies: readonly Supply[],
  effort: OrderEffort,
): Route {
  const { profile, ranked } = order;
  return profile.settings.prefer_full_shipment
    ? objectiveOf(order).best(supplies, ranked.length, effort)
    : nearestFirst(supplies, ranked.length);
}

/** The permitted route from supplies without what transit blocks; `best` is the best one of them, if it is known. */
function routeWithinRules(
  order: RoutedOrder,
  supplies: readonly Supply[],
  best: Route | null,
  effort: OrderEffort,
): Route {
  const { settings, minimumValue } = order.profile;
  const warehouses = order.ranked.length;
  if (!settings.prefer_full_shipment) {
    const nearest = nearestFirst(supplies, warehouses);
    if (blockingRule(order, nearest) === null) return nearest;
  }
  const limits = {
    shipments: Math.min(
      settings.split_shipment === 'block' ? 1 : warehouses,
      settings.max_shipments ?? warehouses,
    ),
    units: settings.partial_shipment === 'block' ? order.units : 0,
    value:
      minimumValue !== null && settings.minimum_shipment_value.mode === 'block'
        ? valueLimit(order, supplies, minimumValue)
        : null,
  };
  return objectiveOf(order).within(supplies, warehouses, limits, best, effort);
}
