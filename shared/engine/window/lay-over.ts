import { type Route, unitsFrom, unitsOf } from '../route.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { type Changes, changesOf } from './changes.ts';
import { type ImprovedOrder, improveAgain, resourcesOf } from './improve.ts';
import {
  isSameRoute,
  laterBy,
  mayChange,
  type Window,
  type WindowOrder,
  windowOrder,
} from './window-order.ts';

/** Routes that were found for a window as it was, and the IDs of its orders. */
export interface WindowPlan {
  readonly window: Window;
  readonly order_ids: readonly string[];
  readonly improved: readonly ImprovedOrder[];
}

/** What became of the routes of a plan. */
export interface LaidOver {
  readonly improved: readonly ImprovedOrder[];
  /** Orders that lost their improved route, by place: they ship as alone now, or were improved again. */
  readonly redecided: readonly number[];
}

/** A route of a plan that an order may still have. */
interface PlannedRoute extends ImprovedOrder {
  readonly changes: Changes;
  /** By resource that it takes some of, what must be left in the end beside that. */
  readonly leaves: ReadonlyMap<number, number>;
}

/**
 * Lays the routes of a plan over the same orders as they are decided one by one now, perhaps on other stock. An order keeps its
 * route if it may have it still, is not worse off than alone now, and the route fits with all others. What was lost is improved
 * again, by work in proportion to the orders that lost their routes. `windowWork`: of the plan.
 */
export function layOver(
  now: Window,
  order_ids: readonly string[],
  plan: WindowPlan,
  windowWork?: number,
): LaidOver {
  const resources = resourcesOf(now);
  const planned = resourcesOf(plan.window);
  const leftByPlan = [...planned.left];
  for (const { place, route } of plan.improved)
    for (const [resource, units] of changesOf(planned, plan.window.orders[place]!, route))
      leftByPlan[resource]! -= units;
  const placeOf = new Map(order_ids.map((id, place) => [id, place]));
  const routes = new Map<number, PlannedRoute>();
  const lost: number[] = [];
  for (const { place: before, route: then, later } of plan.improved) {
    const place = placeOf.get(plan.order_ids[before]!);
    if (place === undefined) continue;
    const alone = now.orders[place]!;
    const route = routeNow(plan.window.orders[before]!.routed, alone.routed, then);
    const order = mayChange(alone) ? windowOrder(now, alone, resources) : null;
    if (route === null || order === null || !mayHave(order, route, later > 0)) lost.push(place);
    else if (!isSameRoute(order.routeAlone, route)) {
      const changes = changesOf(resources, alone, route);
      const leaves = new Map(
        order.skus.flatMap(({ demand, keptBack, pairs }) =>
          order.candidates.map((position, at) => {
            const pair = planned.pair(alone.routed.demands[demand]!.sku, alone.routed.ranked[position]!);
            return [pairs[at]!, Math.min(keptBack[at]!, leftByPlan[pair] ?? 0)] as const;
          }),
        ),
      );
      routes.set(place, { place, route, later: laterBy(order, route), changes, leaves });
    }
  }
  lost.push(...dropUntilAllFit(routes, resources.left));
  const improved = improveAgain(now, [...routes.values()], lost, windowWork);
  const places = new Set(improved.map(({ place }) => place));
  const redecided = [...lost, ...[...routes.keys()].filter((place) => !places.has(place))];
  return { improved, redecided: redecided.sort((left, right) => left - right) };
}

/**
 * Drops routes until all that are left fit. Where a resource has too little, the last order that takes some of it goes; what it had
 * given back is taken again, so others are looked at then. All alone fits.
 */
function dropUntilAllFit(routes: Map<number, PlannedRoute>, before: readonly number[]): number[] {
  const left = [...before];
  const takers = new Map<number, PlannedRoute[]>();
  for (const each of [...routes.values()].sort((one, other) => other.place - one.place)) {
    for (const [resource, units] of each.changes) {
      left[resource]! -= units;
      if (units > 0) takers.set(resource, [...(takers.get(resource) ?? []), each]);
    }
  }
  const dropped: number[] = [];
  const open = [...takers.keys()];
  for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
    for (const { place, changes, leaves } of takers.get(resource) ?? []) {
      if (!routes.has(place) || left[resource]! >= (leaves.get(resource) ?? 0)) continue;
      routes.delete(place);
      dropped.push(place);
      for (const [changed, units] of changes) {
        left[changed]! += units;
        if (units < 0) open.push(changed);
      }
    }
  }
  return dropped;
}

/** A route as rank positions are now; null: it asks for other SKUs, or from a warehouse that is no candidate any more. */
function routeNow(then: RoutedOrder, now: RoutedOrder, { members, quantities, units }: Route): Route | null {
  const skusOf = ({ demands }: RoutedOrder) => JSON.stringify(demands.map(({ sku }) => sku));
  if (skusOf(then) !== skusOf(now)) return null;
  const positions = members.map((position) => now.ranked.indexOf(then.ranked[position]!));
  if (positions.includes(-1)) return null;
  const byRank = [...members.keys()].sort((left, right) => positions[left]! - positions[right]!);
  return {
    members: byRank.map((member) => positions[member]!),
    quantities: then.demands.flatMap((_, demand) =>
      byRank.map((member) => quantities[demand * members.length + member]!),
    ),
    units,
  };
}

/** Whether an order may have a route instead of the one alone, and is not worse off. */
function mayHave(order: WindowOrder, route: Route, mayBeLater: boolean): boolean {
  const { routeAlone, candidates, skus, judge, demands } = order;
  if (route.members.length > routeAlone.members.length) return false;
  for (let demand = 0; demand < demands; demand++)
    if (unitsOf(route, demand) !== unitsOf(routeAlone, demand)) return false;
  const isAllowed = skus.every(({ demand, isWhole, pairs }) => {
    const from = route.members.filter((_, member) => unitsFrom(route, demand, member) > 0);
    return (
      (!isWhole || from.length === 1) && from.every((each) => (pairs[candidates.indexOf(each)] ?? -1) >= 0)
    );
  });
  return isAllowed && laterBy(order, route) <= (mayBeLater ? order.mostLater : 0) && judge?.(route) !== false;
}
