import { type Route, unitsFrom } from '../route.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { ImprovedOrder } from './improve.ts';
import type { Resources } from './resources.ts';
import type { OrderAlone, Window } from './window-order.ts';

/** What an order uses more of by its improved route than alone, by resource. Below zero: it gives back. */
export type Changes = ReadonlyMap<number, number>;

/** What the improved orders of a window change together. Orders are named by their index among the improved ones. */
export interface WindowChanges {
  readonly changes: readonly Changes[];
  /** By resource, what is left in the end. */
  readonly left: number[];
  /** By resource, the orders that use more of it than alone, ascending. */
  readonly takers: ReadonlyMap<number, readonly number[]>;
}

/** What improved routes change. */
export function windowChanges(
  { orders }: Window,
  resources: Resources,
  improved: readonly ImprovedOrder[],
): WindowChanges {
  const changes = improved.map(({ index, route }) => changesOf(resources, orders[index]!, route));
  const left = [...resources.left];
  const takers = new Map<number, number[]>();
  for (const [nth, each] of changes.entries()) {
    for (const [resource, units] of each) {
      left[resource]! -= units;
      if (units <= 0) continue;
      const list = takers.get(resource) ?? [];
      takers.set(resource, list);
      list.push(nth);
    }
  }
  return { changes, left, takers };
}

function changesOf(resources: Resources, { routed, decision, slot_days }: OrderAlone, route: Route): Changes {
  const changes = new Map<number, number>();
  const add = (resource: number, units: number) => {
    if (resource >= 0 && units !== 0) changes.set(resource, (changes.get(resource) ?? 0) + units);
  };
  const count = (of: Route, times: 1 | -1) => {
    for (const [member, position] of of.members.entries()) {
      const warehouse = routed.ranked[position]!;
      for (const [demand, { sku }] of routed.demands.entries())
        add(resources.pair(sku, warehouse), times * unitsFrom(of, demand, member));
      add(resources.slot(warehouse, slot_days?.[warehouse] ?? null), times);
    }
  };
  count(route, 1);
  count(routeOfDecision(routed, decision), -1);
  return changes;
}
