import type { Route } from '../route.ts';
import { forbiddenRoutes } from '../rules/policies.ts';
import type { RoutedOrder } from '../rules/routed-order.ts';
import { distribute } from './distribute.ts';
import type { Supply } from './supply.ts';

/** What a search asks if rules judge whole routes. */
export interface RouteJudge {
  allows(route: Route): boolean;
  /** Whether no route with these members is allowed, whatever members are added. */
  canPrune(members: readonly number[]): boolean;
}

/** The judge of an order's routes; null: no rule needs one. */
export function routeJudge(order: RoutedOrder, supplies: readonly Supply[]): RouteJudge | null {
  const forbidden = forbiddenRoutes(order);
  if (forbidden === null) return null;
  // A further member can only take units of a SKU from the others, unless it completes a do-not-partial SKU.
  const withPartials = supplies.map((supply) =>
    supply.doNotPartial && !supply.doNotSplit ? { ...supply, doNotPartial: false } : supply,
  );
  return {
    allows: (route) => !forbidden.isForbidden(route),
    canPrune(members) {
      const most = distribute(withPartials, members);
      return most.members.length < members.length || forbidden.forbidsAll(most);
    },
  };
}
