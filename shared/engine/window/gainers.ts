import { toCents } from '../money.ts';
import type { Route } from '../route.ts';
import { routeCost } from '../rules/order-costs.ts';
import { routeOfDecision } from '../rules/route-of-decision.ts';
import { sumOf } from '../rules/set-order.ts';
import type { BatchGain } from '../types.ts';
import { arrivalOf } from './arrival.ts';
import { windowChanges } from './changes.ts';
import { type ImprovedOrder, resourcesOf } from './improve.ts';
import type { OrderAlone, Window } from './window-order.ts';

/** An improved order that gains, by its index among them, and what it has less of than alone. */
interface Gainer {
  readonly nth: number;
  readonly figures: Pick<BatchGain, 'what' | 'before' | 'after'>;
}

/**
 * Of each improved order, the one that gains by what it does: itself, if it has fewer shipments; else one that has, and took what
 * it left, by itself or from order to order. Without such an order the same of another gain. Null: nobody gains.
 */
export function gainersOf(window: Window, improved: readonly ImprovedOrder[]): (Gainer | null)[] {
  const { changes, left, takers } = windowChanges(window, resourcesOf(window), improved);
  const gains = improved.map(({ index, route }, nth): Gainer | null => {
    const figures = gainOf(window, window.orders[index]!, route);
    return figures && { nth, figures };
  });
  return improved.map((_, nth) => {
    const reached = new Set([nth]);
    // There is too little of it for both.
    for (const each of reached)
      for (const [resource, units] of changes[each]!)
        if (units < 0 && left[resource]! < -units)
          for (const taker of takers.get(resource) ?? []) reached.add(taker);
    const gainers = [...reached].flatMap((each) => gains[each] ?? []);
    return gainers.find(({ figures }) => figures.what === 'shipments') ?? gainers[0] ?? null;
  });
}

/** The first of shipments, cost, days and ranks that an order has less of; null: none. */
function gainOf(
  { compiled }: Window,
  { routed, decision }: OrderAlone,
  route: Route,
): Gainer['figures'] | null {
  const { ranked, costs } = routed;
  const alone = routeOfDecision(routed, decision);
  const { warehouses } = compiled.configuration;
  const from = ({ members }: Route) => members.map((position) => ranked[position]!);
  const figures: Readonly<Record<BatchGain['what'], (of: Route) => number>> = {
    shipments: ({ members }) => members.length,
    cost: (of) => (costs === null ? 0 : Number(toCents(routeCost(costs, ranked, of).amount))),
    days: (of) => arrivalOf(routed, warehouses, from(of)).transit,
    ranks: ({ members }) => sumOf(members),
  };
  for (const what of ['shipments', 'cost', 'days', 'ranks'] as const) {
    const [before, after] = [figures[what](alone), figures[what](route)];
    if (after < before && Number.isSafeInteger(before)) return { what, before, after };
  }
  return null;
}
