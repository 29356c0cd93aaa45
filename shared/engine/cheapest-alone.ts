import type { CheapestFound, CheapestGoal } from './cheapest-set.ts';
import type { CostProblem } from './cost-relaxation.ts';
import { distribute } from './distribute.ts';
import { addUnits, type Money } from './money.ts';
import { compareCosts, type RouteCost, routeCost } from './order-costs.ts';
import type { OrderEffort } from './order-effort.ts';
import type { PriceList } from './price-list.ts';
import type { Route } from './route.ts';

/**
 * The cheapest route from one warehouse, if a route from several would cost at least as much: two parcels often cost more
 * than any single one. Null if that is not certain. It saves a search (suite `engine`).
 */
export function cheapestAlone(goal: CheapestGoal, effort: OrderEffort): CheapestFound | null {
  const { problem, known, isAllowed } = goal;
  const { supplies, costs, ranked, lacks } = problem;
  if (lacks > 0) return null;
  let best: Route | null = null;
  let cost: RouteCost | null = null;
  effort.work += ranked.length * supplies.length;
  for (let position = 0; position < ranked.length; position++) {
    const route = distribute(supplies, [position]);
    if (route.units !== known.units || !isAllowed(route)) continue;
    const own = routeCost(costs, ranked, route);
    // Of equal ones the first ranks highest.
    if (cost !== null && compareCosts(own, cost) >= 0) continue;
    best = route;
    cost = own;
  }
  if (best === null || cost === null || cost.unpriced > 0) return null;
  const several = leastOfSeveral(problem);
  if (several !== null && several < cost.amount) return null;
  return { route: best, isProved: true, leastAmount: cost.amount };
}

/** What priced shipments from two or more warehouses cost at least; null: there are not two. */
function leastOfSeveral({ supplies, costs, ranked, most }: CostProblem): Money | null {
  let first: Money | null = null;
  let second: Money | null = null;
  let perLine: Money | null = null;
  let perUnit: Money | null = null;
  for (let position = 0; position < ranked.length; position++) {
    const list = costs.prices[ranked[position]!] ?? null;
    if (list === null || supplies.every(({ units }) => units[position] === 0)) continue;
    const handling = costs.handling[ranked[position]!]!;
    const fixed = addUnits(handling.perShipment, 1, leastPrice(list));
    if (first === null || fixed < first) [first, second] = [fixed, first];
    else if (second === null || fixed < second) second = fixed;
    if (perLine === null || handling.perLine < perLine) perLine = handling.perLine;
    if (perUnit === null || handling.perUnit < perUnit) perUnit = handling.perUnit;
  }
  if (first === null || second === null || perLine === null || perUnit === null) return null;
  let least = addUnits(addUnits(first, 1, second), 1, costs.splitPenalty);
  for (const units of most) if (units > 0) least = addUnits(addUnits(least, 1, perLine), units, perUnit);
  return least;
}

const leastPrices = new WeakMap<PriceList, Money>();

/** The least price of any weight. */
function leastPrice(list: PriceList): Money {
  let least = leastPrices.get(list);
  if (least === undefined) {
    least = list.prices[0]!;
    for (const price of list.prices) if (price < least) least = price;
    leastPrices.set(list, least);
  }
  return least;
}
