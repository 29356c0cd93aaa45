import { bestRoute } from './best-set.ts';
import { nearestFirst } from './nearest-first.ts';
import { permittedRoute } from './permitted-route.ts';
import { brokenRules } from './policies.ts';
import type { Route } from './route.ts';
import type { RoutedOrder } from './routed-order.ts';
import type { SearchBudget } from './search-budget.ts';
import { type Supply, suppliesOf } from './supply.ts';
import type { PolicyFinding } from './types.ts';
import { valueLimit } from './value-limit.ts';

/** The two routes of an order (decision-rules.md section 3, Policies). */
export interface Choice {
  /** Without any `block` rule and max_shipments. */
  readonly unconstrained: Route;
  readonly permitted: Route;
  /** The first `block` rule that the unconstrained route breaks; null where the two are the same. */
  readonly blocked: PolicyFinding | null;
}

/** Finds both routes. */
export function chooseRoute(order: RoutedOrder, budget: SearchBudget): Choice {
  const supplies = suppliesOf(order, false);
  const unconstrained = unconstrainedRoute(order, supplies, budget);
  const [blocked] = brokenRules(order, unconstrained, 'block');
  // A route that breaks no block rule is the best of the permitted ones too: they are some of the same routes.
  if (blocked === undefined) return { unconstrained, permitted: unconstrained, blocked: null };
  return { unconstrained, permitted: routeWithinRules(order, budget), blocked };
}

function unconstrainedRoute(order: RoutedOrder, supplies: readonly Supply[], budget: SearchBudget): Route {
  return order.profile.settings.prefer_full_shipment
    ? bestRoute(supplies, order.ranked.length, budget)
    : nearestFirst(supplies, order.ranked.length);
}

function routeWithinRules(order: RoutedOrder, budget: SearchBudget): Route {
  const { settings, minimumValue } = order.profile;
  const warehouses = order.ranked.length;
  const supplies = suppliesOf(order, true);
  if (!settings.prefer_full_shipment) {
    const nearest = nearestFirst(supplies, warehouses);
    if (brokenRules(order, nearest, 'block').length === 0) return nearest;
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
  return permittedRoute(supplies, warehouses, limits, budget);
}
