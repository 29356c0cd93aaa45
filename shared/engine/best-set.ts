import { coverRows } from './cover-rows.ts';
import { distribute } from './distribute.ts';
import { fewestCover } from './fewest-cover.ts';
import { nothing, type Route, routeOf } from './route.ts';
import type { SearchBudget } from './search-budget.ts';
import { smallCover } from './small-cover.ts';
import type { Supply } from './supply.ts';

/** The route that ships all units from one warehouse, the highest ranked that can; null where none can. */
export function fullRoute(supplies: readonly Supply[], warehouses: number): Route | null {
  for (let position = 0; position < warehouses; position++) {
    if (!hasAll(supplies, position)) continue;
    return routeOf(
      [position],
      supplies.map(({ quantity }) => [quantity]),
    );
  }
  return null;
}

function hasAll(supplies: readonly Supply[], position: number): boolean {
  for (const { units, quantity } of supplies) if (units[position] !== quantity) return false;
  return true;
}

/**
 * The best route of all sets (decision-rules.md section 3, prefer_full_shipment on): the most units, then the
 * fewest warehouses, then the least sum of rank positions, then the lexicographically smallest list.
 */
export function bestRoute(supplies: readonly Supply[], warehouses: number, budget: SearchBudget): Route {
  const full = fullRoute(supplies, warehouses);
  if (full !== null) return full;
  const rows = coverRows(supplies);
  if (rows.length === 0) return nothing(supplies);
  return distribute(supplies, smallCover(rows, warehouses) ?? fewestCover(rows, warehouses, budget));
}
