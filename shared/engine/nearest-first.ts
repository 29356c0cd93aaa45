import { type Route, routeOf } from './route.ts';
import type { Supply } from './supply.ts';

/**
 * The route with prefer_full_shipment off: down the ranking, each warehouse ships what it can of what is still
 * needed (decision-rules.md section 3). Preferences per SKU play no part.
 */
export function nearestFirst(supplies: readonly Supply[], warehouses: number): Route {
  const everyone = Array.from({ length: warehouses }, (_, position) => position);
  return routeOf(everyone, supplies.flatMap(nearestFirstSku));
}

function nearestFirstSku({ quantity, units, doNotSplit, doNotPartial }: Supply): number[] {
  const quantities = units.map(() => 0);
  if (doNotSplit) {
    // `units` stops at the quantity, so the first of the largest is the first that has it whole.
    const most = Math.max(0, ...units);
    if (most > 0 && !(doNotPartial && most < quantity)) quantities[units.indexOf(most)] = most;
    return quantities;
  }
  let needed = quantity;
  for (const [position, available] of units.entries()) {
    quantities[position] = Math.min(needed, available);
    needed -= quantities[position]!;
  }
  return doNotPartial && needed > 0 ? units.map(() => 0) : quantities;
}
