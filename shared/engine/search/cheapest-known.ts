import type { Route } from '../route.ts';
import { compareCosts, type RouteCost, routeCost } from '../rules/order-costs.ts';
import { compareSets } from '../rules/set-order.ts';
import type { CostProblem } from './cost-choices.ts';
import type { CostRelaxation } from './cost-relaxation.ts';
import { distribute } from './distribute.ts';

/** What a search for the cheapest route asks beside its problem. */
export interface CheapestGoal {
  readonly problem: CostProblem;
  /** A route that is allowed and ships as many units as may ship. */
  readonly known: Route;
  /** Whether a route that ships so many units is allowed. */
  readonly isAllowed: (route: Route) => boolean;
}

/** A set that counts more than so many times the cheapest one is not improved. */
const NEAR = 1.02;

/** The cheapest route that a search knows so far, and ways to improve it. Sets are rank positions, ascending. */
export class CheapestKnown {
  route: Route;
  cost: RouteCost;
  /** What the route counts, as bounds do. */
  counts: number;
  work = 0;
  readonly #goal: CheapestGoal;
  readonly #relaxation: CostRelaxation;
  /** Sets from which exchange went on already. */
  readonly #seen = new Set<string>();

  constructor(goal: CheapestGoal, relaxation: CostRelaxation) {
    const { problem, known } = goal;
    this.#goal = goal;
    this.#relaxation = relaxation;
    this.route = known;
    this.cost = routeCost(problem.costs, problem.ranked, known);
    this.counts = relaxation.costOf(known.members, this.cost);
  }

  /** What the route of a set counts, Infinity if it is not allowed. Keeps it if it is the cheapest so far. */
  offer(positions: readonly number[]): number {
    const { problem, known, isAllowed } = this.#goal;
    if (positions.length === 0 || !this.#mayShip(positions)) return Number.POSITIVE_INFINITY;
    this.work += 2 * positions.length * problem.supplies.length;
    const route = distribute(problem.supplies, positions);
    if (route.units !== known.units || route.members.length > problem.shipments || !isAllowed(route))
      return Number.POSITIVE_INFINITY;
    const cost = routeCost(problem.costs, problem.ranked, route);
    const counts = this.#relaxation.costOf(route.members, cost);
    const order = compareCosts(cost, this.cost) || compareSets(route.members, this.route.members);
    if (order < 0) {
      this.route = route;
      this.cost = cost;
      this.counts = counts;
    }
    return counts;
  }

  /**
   * Adds candidates to a set until it ships what it must, those first whose missing units are worth most. Then goes on
   * from it by exchange with `promising` ones.
   */
  improve(
    positions: readonly number[],
    promising: readonly number[],
    worths: Float64Array,
    mostWork: number,
  ): void {
    if (this.#goal.problem.lacks > 0) {
      this.offer(positions);
      return;
    }
    let members = this.#completed(positions, promising, worths);
    if (members === null) return;
    let counts = this.offer(members);
    if (counts > NEAR * this.counts) return;
    while (this.work < mostWork) {
      const key = members.join();
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      const [better, count] = this.#exchanged(members, counts, promising);
      if (better === null) return;
      members = better;
      counts = count;
    }
  }

  #completed(
    positions: readonly number[],
    promising: readonly number[],
    worths: Float64Array,
  ): readonly number[] | null {
    const { supplies, most } = this.#goal.problem;
    const missing = Float64Array.from(most, (units, demand) => {
      const { units: own } = supplies[demand]!;
      return positions.reduce((left, position) => left - own[position]!, units);
    });
    const members = [...positions];
    while (missing.some((units) => units > 0)) {
      let best = -1;
      let highest = 0;
      for (const position of promising) {
        if (members.includes(position)) continue;
        let worth = 0;
        for (let demand = 0; demand < missing.length; demand++) {
          if (missing[demand]! > 0)
            worth += worths[demand]! * Math.min(missing[demand]!, supplies[demand]!.units[position]!);
        }
        if (worth <= highest) continue;
        highest = worth;
        best = position;
      }
      this.work += promising.length * missing.length;
      if (best < 0) return null;
      members.push(best);
      for (let demand = 0; demand < missing.length; demand++)
        missing[demand]! -= supplies[demand]!.units[best]!;
    }
    return members.sort((left, right) => left - right);
  }

  /** The cheapest set with one candidate more, one fewer, or another one, if it is cheaper. */
  #exchanged(
    members: readonly number[],
    counts: number,
    promising: readonly number[],
  ): [readonly number[] | null, number] {
    let best: readonly number[] | null = null;
    let least = counts;
    const look = (positions: readonly number[]): void => {
      const count = this.offer(positions);
      if (count >= least) return;
      least = count;
      best = positions;
    };
    const others = promising.filter((position) => !members.includes(position));
    for (const added of others) look(withMember(members, added));
    for (const left of members) {
      const rest = members.filter((member) => member !== left);
      look(rest);
      for (const added of others) look(withMember(rest, added));
    }
    return [best, least];
  }

  /** Whether the members have enough units of each demand; not certain if some may lack. */
  #mayShip(positions: readonly number[]): boolean {
    const { supplies, most, lacks } = this.#goal.problem;
    if (lacks > 0) return true;
    this.work += positions.length;
    for (let demand = 0; demand < supplies.length; demand++) {
      const { units } = supplies[demand]!;
      let missing = most[demand]!;
      for (let place = 0; missing > 0 && place < positions.length; place++)
        missing -= units[positions[place]!]!;
      if (missing > 0) return false;
    }
    return true;
  }
}

function withMember(members: readonly number[], position: number): number[] {
  return [...members, position].sort((left, right) => left - right);
}
