import { NOTHING, type Route } from '../engine/route.ts';
import { compareSets } from '../engine/rules/set-order.ts';
import type { RouteLimits } from '../engine/search/best-limited.ts';
import { distribute } from '../engine/search/distribute.ts';
import type { Supply } from '../engine/search/supply.ts';

/** The best route within limits, found by trying every set: the most units first, then the better set. */
export function bestByTrying(supplies: readonly Supply[], warehouses: number, limits: RouteLimits): Route {
  let best = NOTHING;
  for (let bits = 1; bits < 2 ** warehouses; bits++) {
    const set = [...Array(warehouses).keys()].filter((position) => (bits >> position) & 1);
    if (set.length > limits.shipments) continue;
    const route = distribute(supplies, set);
    if (route.units < Math.max(limits.units, best.units)) continue;
    if (limits.judge?.allows(route) === false) continue;
    if (route.units > best.units || compareSets(route.members, best.members) < 0) best = route;
  }
  return best;
}
