import { NOTHING, type Route } from '../route.ts';
import { bestCover } from './best-cover.ts';
import { coverRows } from './cover-rows.ts';
import { distribute } from './distribute.ts';
import { FEW_CANDIDATES, listedCover } from './listed-cover.ts';
import type { OrderEffort } from './order-effort.ts';
import type { RouteJudge } from './route-judge.ts';
import type { Supply } from './supply.ts';

/** The route that ships all units from one warehouse, the highest ranked that can and may; null if none can. */
export function fullRoute(
  supplies: readonly Supply[],
  warehouses: number,
  judge: RouteJudge | null = null,
): Route | null {
  for (let position = 0; position < warehouses; position++) {
    if (!hasAll(supplies, position)) continue;
    const route = distribute(supplies, [position]);
    if (judge === null || judge.allows(route)) return route;
  }
  return null;
}

function hasAll(supplies: readonly Supply[], position: number): boolean {
  for (let sku = 0; sku < supplies.length; sku++) {
    const { units, quantity } = supplies[sku]!;
    if (units[position] !== quantity) return false;
  }
  return true;
}

/**
 * The best route of all sets (docs/explanation/decisions.md, The best route): the most units, then the
 * fewest warehouses, then the least sum of rank positions, then the lexicographically smallest list.
 */
export function bestRoute(supplies: readonly Supply[], warehouses: number, effort: OrderEffort): Route {
  const full = fullRoute(supplies, warehouses);
  if (full !== null) return full;
  const rows = coverRows(supplies);
  if (rows.length === 0) return NOTHING;
  if (warehouses > FEW_CANDIDATES) return distribute(supplies, bestCover(rows, warehouses, effort));
  const members = listedCover(rows, warehouses);
  effort.lowerBound = members.length;
  return distribute(supplies, members);
}
