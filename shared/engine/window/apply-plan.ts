import { type Route, routeOf, unitsFrom } from '../route.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { sumOf } from '../rules/set-order.ts';
import { measured } from './board.ts';
import { type WindowChanges, windowChanges } from './changes.ts';
import { type ImprovedOrder, improveWindow, resourcesOf } from './improve.ts';
import { isSameRoute, mayChange, type Window, type WindowOrder, windowOrder } from './window-order.ts';

/** Routes that were found for a window as it was, and the IDs of its orders. */
export interface WindowPlan {
  readonly window: Window;
  readonly order_ids: readonly string[];
  readonly improved: readonly ImprovedOrder[];
}

/** Result of applying a plan. */
export interface AppliedPlan {
  readonly improved: readonly ImprovedOrder[];
  /** Orders that lost their improved route, by index: they ship as alone now, or were improved again. */
  readonly redecided: readonly number[];
}

/**
 * Applies the routes of a plan to the same orders as they are decided one by one now, perhaps on other stock. An order keeps its
 * route if it may have it still, is not worse off than alone now, and the route fits with all others. What was lost is improved
 * again, by work in proportion to the orders that lost their routes. `windowWork`: of the plan.
 */
export function applyPlan(
  now: Window,
  order_ids: readonly string[],
  plan: WindowPlan,
  windowWork?: number,
): AppliedPlan {
  const resources = resourcesOf(now);
  const planned = resourcesOf(plan.window);
  const { left: leftByPlan } = windowChanges(plan.window, planned, plan.improved);
  const indexOf = new Map(order_ids.map((id, index) => [id, index]));
  const routes: ImprovedOrder[] = [];
  const lost: number[] = [];
  /** By resource, what must be left: the units that are kept back, as far as the plan did. */
  const least = resources.left.map(() => 0);
  for (const { index: before, route: then, later } of plan.improved) {
    const index = indexOf.get(plan.order_ids[before]!);
    if (index === undefined) continue;
    const alone = now.orders[index]!;
    const route = routeNow(plan.window.orders[before]!.routed, alone.routed, then);
    const order = mayChange(alone) ? windowOrder(now, alone, resources) : null;
    if (route === null || order === null || !mayHave(order, route, later > 0)) {
      lost.push(index);
      continue;
    }
    if (isSameRoute(order.routeAlone, route)) continue;
    routes.push({ index, route, later: measured(order, route).later });
    for (const { demand, keptBack, pairs } of order.skus)
      for (const [at, pair] of pairs.entries()) {
        const warehouse = alone.routed.ranked[order.candidates[at]!]!;
        const left = leftByPlan[planned.pair(alone.routed.demands[demand]!.sku, warehouse)] ?? 0;
        if (pair >= 0) least[pair] = Math.max(least[pair]!, Math.min(keptBack[at]!, left));
      }
  }
  routes.sort((one, other) => one.index - other.index);
  const dropped = dropUntilAllFit(windowChanges(now, resources, routes), least);
  for (const nth of dropped) lost.push(routes[nth]!.index);
  const kept = routes.filter((_, nth) => !dropped.has(nth));
  const improved = improveWindow(now, windowWork, { kept, lost });
  const changed = new Set(improved.map(({ index }) => index));
  const redecided = [...lost, ...kept.map(({ index }) => index).filter((index) => !changed.has(index))];
  return { improved, redecided: redecided.sort((left, right) => left - right) };
}

/**
 * Drops routes until all that are left fit. Where a resource has too little, the last order that takes some of it goes; what it had
 * given back is taken again, so others are looked at then. All alone fits.
 */
function dropUntilAllFit({ changes, left, takers }: WindowChanges, least: readonly number[]): Set<number> {
  const dropped = new Set<number>();
  const open = [...takers.keys()];
  for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
    for (const nth of [...(takers.get(resource) ?? [])].reverse()) {
      if (dropped.has(nth) || left[resource]! >= least[resource]!) continue;
      dropped.add(nth);
      for (const [changed, units] of changes[nth]!) {
        left[changed]! += units;
        if (units < 0) open.push(changed);
      }
    }
  }
  return dropped;
}

/** A route as rank positions are now; null: it asks for other SKUs, or from a warehouse that is no candidate any more. */
function routeNow(then: RoutedOrder, now: RoutedOrder, route: Route): Route | null {
  const skusOf = ({ demands }: RoutedOrder) => JSON.stringify(demands.map(({ sku }) => sku));
  if (skusOf(then) !== skusOf(now)) return null;
  const from = route.members.map((position) => then.ranked[position]!);
  const members = now.ranked.map((warehouse) => from.indexOf(warehouse));
  const quantities = now.demands.flatMap((_, demand) =>
    members.map((member) => (member < 0 ? 0 : unitsFrom(route, demand, member))),
  );
  const found = routeOf([...now.ranked.keys()], quantities);
  return found.units === route.units ? found : null;
}

/** Whether an order may have a route instead of the one alone, and is not worse off. */
function mayHave(order: WindowOrder, route: Route, mayBeLater: boolean): boolean {
  const { routeAlone, candidates, skus, judge, most, mostLater } = order;
  const { units, later } = measured(order, route);
  const isAllowed = skus.every(({ quantity, isWhole, pairs }, sku) => {
    const given = units.slice(sku * candidates.length, (sku + 1) * candidates.length);
    return (
      sumOf(given) === quantity &&
      given.every((each, at) => each === 0 || (pairs[at]! >= 0 && (!isWhole || each === quantity)))
    );
  });
  const isAsLate = later <= (mayBeLater ? mostLater : 0);
  const ships = route.members.length <= most && route.units === routeAlone.units;
  return isAllowed && ships && isAsLate && judge?.(route) !== false;
}
