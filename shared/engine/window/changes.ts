import { type Route, unitsFrom } from '../route.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import type { Resources } from './resources.ts';
import type { OrderAlone } from './window-order.ts';

/** What an order uses more of by its improved route than alone, by resource. Below zero: it gives back. */
export type Changes = ReadonlyMap<number, number>;

/** What an improved route changes. */
export function changesOf(resources: Resources, alone: OrderAlone, route: Route): Changes {
  const changes = new Map<number, number>();
  const { routed, place_days } = alone;
  const count = (of: Route, times: 1 | -1) => {
    for (const [member, position] of of.members.entries()) {
      const warehouse = routed.ranked[position]!;
      const used = routed.demands.map(
        ({ sku }, demand) => [resources.pair(sku, warehouse), unitsFrom(of, demand, member)] as const,
      );
      for (const [resource, units] of [
        ...used,
        [resources.place(warehouse, place_days?.[warehouse] ?? null), 1] as const,
      ])
        if (resource >= 0) changes.set(resource, (changes.get(resource) ?? 0) + times * units);
    }
  };
  count(route, 1);
  count(routeOfDecision(routed, alone.decision), -1);
  for (const [resource, units] of changes) if (units === 0) changes.delete(resource);
  return changes;
}
