import { NOTHING, type Route } from '../route.ts';
import { type CoverRow, coverRows } from './cover-rows.ts';
import { distribute, mostOfAll, mostUnits } from './distribute.ts';
import type { OrderEffort } from './order-effort.ts';
import type { RouteJudge } from './route-judge.ts';
import { siteModel } from './site-model.ts';
import { type SiteChoice, type SiteGoal, searchSites } from './site-search.ts';
import type { Supply } from './supply.ts';

/** The limits of a route, besides the eligibility that its supplies have. */
export interface RouteLimits {
  /** The most shipments. */
  readonly shipments: number;
  /** The fewest units: all of them if partial_shipment is `block`, otherwise 0. */
  readonly units: number;
  /** Null: no rule judges whole routes. */
  readonly judge: RouteJudge | null;
}

/** The best route within limits if there is no FULL one. */
export function bestLimited(
  supplies: readonly Supply[],
  warehouses: number,
  limits: RouteLimits,
  effort: OrderEffort,
): Route {
  const most = mostOfAll(supplies);
  const mayLack = limits.units < most;
  const rows = mayLack ? lackingRows(supplies) : coverRows(supplies);
  const model = siteModel(rows, warehouses, { mayLack, isMonotone: limits.judge === null }, effort);
  const { members } = searchSites(model, goalOf(supplies, limits, most, effort), effort);
  return members.length === 0 ? NOTHING : distribute(supplies, members);
}

/** The best route of one shipment within limits. */
export function bestSingle(
  supplies: readonly Supply[],
  warehouses: number,
  limits: Omit<RouteLimits, 'shipments'>,
): Route {
  return bestOf(
    Array.from({ length: warehouses }, (_, position) => [position]),
    supplies,
    limits,
  );
}

/** The best route within limits by any of the sets, of which better ones come first. */
export function bestOf(
  sets: readonly (readonly number[])[],
  supplies: readonly Supply[],
  { units, judge }: Omit<RouteLimits, 'shipments'>,
): Route {
  let best = NOTHING;
  for (const set of sets) {
    const route = distribute(supplies, set);
    if (route.units <= best.units || route.units < units) continue;
    if (judge === null || judge.allows(route)) best = route;
  }
  return best;
}

/**
 * What all warehouses together ship of each SKU. The rows do not say that a do-not-split SKU comes from one member: they
 * add up its members, which is never too little, and `evaluate` counts what the choice really ships.
 */
function lackingRows(supplies: readonly Supply[]): CoverRow[] {
  return supplies
    .map((supply) => ({ need: mostUnits(supply), cover: supply.units }))
    .filter(({ need }) => need > 0);
}

function goalOf(
  supplies: readonly Supply[],
  { shipments, units, judge }: RouteLimits,
  most: number,
  effort: OrderEffort,
): SiteGoal {
  return {
    most: shipments,
    evaluate(positions): SiteChoice | null {
      effort.work += positions.length * supplies.length;
      const route = distribute(supplies, positions);
      if (route.units < units || route.members.length === 0) return null;
      if (judge?.allows(route) === false) return null;
      return { members: route.members, lacks: most - route.units };
    },
    canPrune: judge && ((positions) => positions.length > 0 && judge.canPrune(positions)),
  };
}
