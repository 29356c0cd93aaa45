import { NOTHING, type Route } from '../route.ts';
import { bestLimited, bestOf, bestSingle, type RouteLimits } from './best-limited.ts';
import { bestRoute, fullRoute } from './best-set.ts';
import { mostOfAll } from './distribute.ts';
import { FEW_CANDIDATES, setsOf } from './listed-cover.ts';
import type { OrderEffort } from './order-effort.ts';
import type { Supply } from './supply.ts';

/**
 * The best route within limits (docs/explanation/decisions.md, Policies). A FULL route is within those on sizes. Otherwise the
 * best of all sets is tried, which is `known` if it was found before. Only if it exceeds a limit are the sets within the
 * limits searched.
 */
export function permittedRoute(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  known: Route | null,
  effort: OrderEffort,
): Route {
  const { judge } = limits;
  const full = fullRoute(supplies, warehouses, judge);
  if (full !== null) return full;
  if (mostOfAll(supplies) < limits.units) return NOTHING;
  if (limits.shipments === 1) return bestSingle(supplies, warehouses, limits);
  const best = known ?? bestRoute(supplies, warehouses, effort);
  const fits = best.members.length <= limits.shipments;
  if (fits && (judge === null || judge.allows(best))) return best;
  // No smaller set ships as much.
  if (!fits && limits.units > 0 && (effort.lowerBound ?? 0) > limits.shipments) return NOTHING;
  if (warehouses > FEW_CANDIDATES) return bestLimited(supplies, warehouses, limits, effort);
  return bestOf(setsWithin(limits, warehouses), supplies, limits);
}

/** The sets of few warehouses that may be within limits, best first. */
function setsWithin({ shipments, judge }: RouteLimits, warehouses: number): (readonly number[])[] {
  const canPrune = Array.from({ length: warehouses }, (_, position) => judge?.canPrune([position]));
  return setsOf(warehouses)
    .map(({ members }) => members)
    .filter((set) => set.length <= shipments && !set.some((position) => canPrune[position]));
}
