import type { Route } from '../route.ts';
import type { RouteLimits } from './best-limited.ts';
import { bestRoute } from './best-set.ts';
import type { OrderEffort } from './order-effort.ts';
import { permittedRoute } from './permitted-route.ts';
import type { Supply } from './supply.ts';

/** What makes a route the best one, and how that one is found. All objectives ship the most units that they may. */
export interface Objective {
  /** Whether it matters which warehouse of a set ships what. */
  readonly looksAtUnits: boolean;
  /** The best route of all sets of warehouses. */
  best(supplies: readonly Supply[], warehouses: number, effort: OrderEffort): Route;
  /** The best route within limits. `known` is the best of all sets, if it was found before. */
  within(
    supplies: readonly Supply[],
    warehouses: number,
    limits: RouteLimits,
    known: Route | null,
    effort: OrderEffort,
  ): Route;
}

/** Among the routes that ship the most units: the fewest shipments, then the highest ranks (see compareSets). */
export const FEWEST_SHIPMENTS: Objective = {
  looksAtUnits: false,
  best: bestRoute,
  within: permittedRoute,
};
