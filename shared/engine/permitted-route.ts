import { bestRoute, fullRoute } from './best-set.ts';
import { mostUnits } from './distribute.ts';
import { limitedSearch, type RouteLimits } from './limited-search.ts';
import { nothing, type Route } from './route.ts';
import type { SearchBudget } from './search-budget.ts';
import type { Supply } from './supply.ts';

/**
 * The best route within limits (decision-rules.md section 3, Policies). A FULL one keeps to all of them; next
 * the best of all sets is tried, and only where it goes too far are limits searched under.
 */
export function permittedRoute(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  budget: SearchBudget,
): Route {
  const full = fullRoute(supplies, warehouses);
  if (full !== null) return full;
  if (supplies.reduce((sum, supply) => sum + mostUnits(supply), 0) < limits.units) return nothing(supplies);
  if (limits.shipments > 1) {
    const best = bestRoute(supplies, warehouses, budget);
    const fits = best.members.length <= limits.shipments;
    if (fits && (limits.value === null || limits.value.worst(best) === null)) return best;
    // No smaller set ships as much.
    if (!fits && limits.units > 0 && !budget.exhausted) return nothing(supplies);
  }
  return limitedSearch(supplies, warehouses, limits, budget);
}
