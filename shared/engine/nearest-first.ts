import { type Route, routeOf } from './route.ts';
import type { Supply } from './supply.ts';

/**
 * The route if prefer_full_shipment is off: in rank order, each warehouse ships what it can of what is still
 * needed (docs/explanation/decisions.md, Nearest first). Preferences of SKUs are ignored.
 */
export function nearestFirst(supplies: readonly Supply[], warehouses: number): Route {
  const all = Array.from({ length: warehouses }, (_, position) => position);
  return routeOf(all, supplies.flatMap(nearestFirstSku));
}

function nearestFirstSku({ quantity, units, doNotSplit, doNotPartial }: Supply): number[] {
  const quantities = units.map(() => 0);
  if (doNotSplit) {
    // `units` are at most the quantity, so the first of the largest is the first that has all of it.
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
