import { addUnits, type Money } from '../money.ts';
import type { Route } from '../route.ts';
import { compareCosts, type RouteCost, routeCost } from '../rules/order-costs.ts';
import { compareSets } from '../rules/set-order.ts';
import type { CheapestGoal } from './cheapest-known.ts';
import type { CheapestFound } from './cheapest-set.ts';
import type { CostProblem } from './cost-choices.ts';
import { distribute } from './distribute.ts';
import type { OrderEffort } from './order-effort.ts';

/** The most sets that are tried. More of them take longer than a search. */
const MAX_SETS = 60;

/**
 * The cheapest route with as few shipments as the known one, which has the fewest, if a route with more would cost at least
 * as much: one more parcel often does, whatever it holds. Null if that is not certain. It saves a search (suite
 * `lowest-cost`).
 */
export function cheapestOfFewest(goal: CheapestGoal, effort: OrderEffort): CheapestFound | null {
  const { problem, known, isAllowed } = goal;
  const { supplies, costs, ranked, lacks, shipments } = problem;
  const size = known.members.length;
  if (lacks > 0 && shipments > size) return null;
  const candidates = pricedCandidates(problem);
  const sets = combinations(candidates.length, size);
  if (sets > MAX_SETS) return null;
  effort.work += sets * supplies.length;
  let best: Route | null = null;
  let bestCost: RouteCost | null = null;

  function offer(positions: readonly number[]): void {
    if (lacks === 0 && !mayShipAll(problem, positions)) return;
    const route = distribute(supplies, [...positions]);
    if (route.units !== known.units || !isAllowed(route)) return;
    const cost = routeCost(costs, ranked, route);
    const order =
      best === null || bestCost === null
        ? -1
        : compareCosts(cost, bestCost) || compareSets(route.members, best.members);
    if (order < 0) {
      best = route;
      bestCost = cost;
    }
  }
  forEachSet(candidates, size, offer);

  // As `offer` sets them, the compiler does not see it.
  const found = best as Route | null;
  const amount = (bestCost as RouteCost | null)?.amount;
  if (found === null || amount === undefined) return null;
  if (shipments > size) {
    const least = leastOf(problem, candidates, size + 1);
    if (least !== null && least < amount) return null;
  }
  return { route: found, isProved: true, leastAmount: amount };
}

/** The rank positions that have units and a price. A route with any other is worse than one without. */
function pricedCandidates({ supplies, costs, ranked }: CostProblem): number[] {
  const candidates: number[] = [];
  for (let position = 0; position < ranked.length; position++) {
    if ((costs.prices[ranked[position]!] ?? null) === null) continue;
    if (supplies.some(({ units }) => units[position]! > 0)) candidates.push(position);
  }
  return candidates;
}

/** Whether a set has the units of each demand. */
function mayShipAll({ supplies, most }: CostProblem, positions: readonly number[]): boolean {
  for (let demand = 0; demand < supplies.length; demand++) {
    let together = 0;
    for (const position of positions) together += supplies[demand]!.units[position]!;
    if (together < most[demand]!) return false;
  }
  return true;
}

/** How many sets of so many of `all` there are. */
function combinations(all: number, size: number): number {
  let sets = 1;
  for (let chosen = 0; chosen < size; chosen++) sets = (sets * (all - chosen)) / (chosen + 1);
  return sets;
}

/** Calls `use` with each set of `size` of the candidates, which it must not keep. */
function forEachSet(
  candidates: readonly number[],
  size: number,
  use: (positions: readonly number[]) => void,
): void {
  const chosen: number[] = [];
  const choose = (from: number): void => {
    if (chosen.length === size) {
      use(chosen);
      return;
    }
    for (let at = from; at <= candidates.length - size + chosen.length; at++) {
      chosen.push(candidates[at]!);
      choose(at + 1);
      chosen.pop();
    }
  };
  choose(0);
}

/** What so many priced shipments or more cost at least; null: there are not so many. */
function leastOf(
  { costs, ranked, most }: CostProblem,
  candidates: readonly number[],
  shipments: number,
): Money | null {
  if (candidates.length < shipments) return null;
  const handled = candidates.map((position) => costs.handling[ranked[position]!]!);
  const fixed = candidates
    .map((position, n) =>
      addUnits(handled[n]!.perShipment, 1, least(costs.prices[ranked[position]!]!.prices)),
    )
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const perLine = least(handled.map((each) => each.perLine));
  const perUnit = least(handled.map((each) => each.perUnit));
  let amount = addUnits(0, shipments - 1, costs.splitPenalty);
  for (let n = 0; n < shipments; n++) amount = addUnits(amount, 1, fixed[n]!);
  for (const units of most) if (units > 0) amount = addUnits(addUnits(amount, 1, perLine), units, perUnit);
  return amount;
}

function least(amounts: readonly Money[]): Money {
  let found = amounts[0]!;
  for (const amount of amounts) if (amount < found) found = amount;
  return found;
}
