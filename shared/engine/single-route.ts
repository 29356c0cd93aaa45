import { distribute } from './distribute.ts';
import type { RouteLimits } from './limited-search.ts';
import { NOTHING, type Route } from './route.ts';
import type { Supply } from './supply.ts';

/** The best route of one shipment within limits: from the highest ranked of the warehouses that ship the most. */
export function singleRoute(
  supplies: readonly Supply[],
  warehouses: number,
  { units: least, value }: RouteLimits,
): Route {
  let best = NOTHING;
  for (let position = 0; position < warehouses; position++) {
    const units = unitsAlone(supplies, position);
    if (units <= best.units || units < least) continue;
    const route = distribute(supplies, [position]);
    if (value === null || value.worst(route) === null) best = route;
  }
  return best;
}

/** The units that a warehouse ships alone. */
function unitsAlone(supplies: readonly Supply[], position: number): number {
  let sum = 0;
  for (let sku = 0; sku < supplies.length; sku++) {
    const { quantity, units, doNotPartial } = supplies[sku]!;
    if (!doNotPartial || units[position] === quantity) sum += units[position]!;
  }
  return sum;
}
