import type { CoverRow } from './cover-rows.ts';
import { coverRows } from './cover-rows.ts';
import { distribute, mostUnits } from './distribute.ts';
import { limitedSearch, type RouteLimits } from './limited-search.ts';
import type { OrderEffort } from './order-effort.ts';
import { NOTHING, type Route } from './route.ts';
import { searchBudget } from './search-budget.ts';
import { siteModel } from './site-model.ts';
import { type SiteChoice, type SiteGoal, searchSites } from './site-search.ts';
import type { Supply } from './supply.ts';

/**
 * The best route within limits if there is no FULL one. A quick search looks for it; if that does not finish, a thorough
 * search continues from its result.
 */
export function bestLimited(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  effort: OrderEffort,
): Route {
  const budget = searchBudget(effort.quickNodes);
  const found = limitedSearch(supplies, warehouses, limits, budget);
  effort.atLeast = found.members.length;
  if (!budget.exhausted) return found;
  const most = supplies.reduce((sum, supply) => sum + mostUnits(supply), 0);
  const mayLack = limits.units < most;
  const rows = mayLack ? lackingRows(supplies) : coverRows(supplies);
  const model = siteModel(rows, warehouses, { mayLack, isMonotone: limits.value === null }, effort);
  const isAllowed = mayLack || found.units > 0;
  const start = isAllowed ? { members: found.members, lacks: most - found.units } : null;
  const goal = goalOf(supplies, limits, most, effort);
  const { best, isProven, atLeast } = searchSites(model, goal, start, effort);
  effort.atLeast = atLeast;
  if (!isProven) effort.exhausted = true;
  return best.members.length === 0 ? NOTHING : distribute(supplies, best.members);
}

/**
 * What all warehouses together ship of each SKU. The rows do not say that a do-not-split SKU comes from one member: they
 * add up its members, which is never too little, and `weigh` counts what the choice really ships.
 */
function lackingRows(supplies: readonly Supply[]): CoverRow[] {
  return supplies
    .map((supply) => ({ need: mostUnits(supply), cover: supply.units }))
    .filter(({ need }) => need > 0);
}

function goalOf(
  supplies: readonly Supply[],
  limits: RouteLimits,
  most: number,
  effort: OrderEffort,
): SiteGoal {
  const { shipments, units, value } = limits;
  return {
    most: shipments,
    weigh(positions): SiteChoice | null {
      effort.work += positions.length * supplies.length;
      const route = distribute(supplies, positions);
      if (route.units < units || route.members.length === 0) return null;
      if (value !== null && value.worst(route) !== null) return null;
      return { members: route.members, lacks: most - route.units };
    },
    isHopeless: value === null ? null : (positions) => positions.length > 0 && value.isHopeless(positions),
  };
}
