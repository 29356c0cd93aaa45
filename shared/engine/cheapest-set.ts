import { type CostProblem, CostRelaxation, FREE, OUT, TAKEN } from './cost-relaxation.ts';
import { distribute } from './distribute.ts';
import type { Money } from './money.ts';
import { compareCosts, type RouteCost, routeCost } from './order-costs.ts';
import type { OrderEffort } from './order-effort.ts';
import type { Route } from './route.ts';
import { compareSets } from './set-order.ts';

/** What a search for the cheapest route asks beside its problem. */
export interface CheapestGoal {
  readonly problem: CostProblem;
  /** A route that is allowed and ships as many units as may ship. */
  readonly known: Route;
  /** Whether a route that ships so many units is allowed. */
  readonly isAllowed: (route: Route) => boolean;
}

/** What a search found. */
export interface CheapestFound {
  readonly route: Route;
  /** Whether no cheaper route exists. */
  readonly isProved: boolean;
  /** No route that ships as many units costs less, with split penalties; null: a shipment is unpriced. */
  readonly leastAmount: Money | null;
}

/** Steps to improve the bound of the first node, and of one below. */
const ROUNDS_AT_ROOT = 100;
const ROUNDS_BELOW = 12;

/**
 * The cheapest of all sets that ship as many units as the known route: the fewest unpriced shipments, then the least
 * amount, then the best set by compareSets. Branch and bound, the node with the least bound first: exact, unless it
 * reaches `effort.mostWork`.
 */
export function cheapestSet(goal: CheapestGoal, effort: OrderEffort): CheapestFound {
  return new CheapestSearch(goal, effort).run();
}

/** A node: what is decided, and what every choice below it costs at least. */
interface Node {
  readonly bound: number;
  readonly states: Uint8Array;
  readonly worths: Float64Array;
  /** The free candidate to decide on next. */
  readonly branch: number;
}

class CheapestSearch {
  readonly #goal: CheapestGoal;
  readonly #effort: OrderEffort;
  readonly #relaxation: CostRelaxation;
  #best: Route;
  #bestCost: RouteCost;
  /** What the best route counts, as bounds do. */
  #most: number;
  /** By demand, the candidates in the order in which they ship. */
  readonly #sequences: readonly (readonly number[])[];
  readonly #open: Node[] = [];

  constructor(goal: CheapestGoal, effort: OrderEffort) {
    const { problem, known } = goal;
    this.#goal = goal;
    this.#effort = effort;
    this.#relaxation = new CostRelaxation(problem);
    this.#best = known;
    this.#bestCost = routeCost(problem.costs, problem.ranked, known);
    this.#most = this.#relaxation.costOf(known.members, this.#bestCost);
    const byRank = [...problem.ranked.keys()];
    this.#sequences = problem.supplies.map(({ sequence }) => sequence ?? byRank);
  }

  run(): CheapestFound {
    const { ranked } = this.#goal.problem;
    for (let position = 0; position < ranked.length; position++) this.#offer([position]);
    this.#visit(new Uint8Array(ranked.length), null);
    if (this.#open.length > 0) this.#exchange();
    /** The bound of all that is left, if the search stops. */
    let least: number | null = null;
    for (;;) {
      const node = takeLeast(this.#open);
      if (node === null || node.bound > this.#most) break;
      if (this.#isSpent) {
        least = node.bound;
        break;
      }
      for (const state of [TAKEN, OUT]) {
        const states = node.states.slice();
        states[node.branch] = state;
        this.#visit(states, node.worths);
      }
    }
    this.#effort.work += this.#relaxation.work;
    return { route: this.#best, isProved: least === null, leastAmount: this.#leastAmount(least) };
  }

  get #isSpent(): boolean {
    return this.#effort.work + this.#relaxation.work > this.#effort.mostWork;
  }

  /** Improves the best route by one candidate more, one fewer, or another one, until none of that is cheaper. */
  #exchange(): void {
    const { ranked } = this.#goal.problem;
    for (let before: Route | null = null; before !== this.#best && !this.#isSpent; ) {
      before = this.#best;
      const { members } = before;
      for (let position = 0; position < ranked.length && !this.#isSpent; position++) {
        const others = members.filter((member) => member !== position);
        if (others.length < members.length) {
          this.#offer(others);
          continue;
        }
        this.#offer(withMember(members, position));
        for (const left of members) {
          this.#offer(
            withMember(
              members.filter((member) => member !== left),
              position,
            ),
          );
        }
      }
    }
  }

  #leastAmount(least: number | null): Money | null {
    if (this.#bestCost.unpriced > 0) return null;
    return least === null ? this.#bestCost.amount : this.#relaxation.leastAmount(least);
  }

  /** Bounds the choices under `states`, fixes what follows, and keeps the node if a better choice may be below it. */
  #visit(states: Uint8Array, from: Float64Array | null): void {
    let worths = from;
    for (;;) {
      const units = this.#unitsUnder(states);
      if (units === null) return;
      const node = { states, units };
      const rounds = worths === null ? ROUNDS_AT_ROOT : ROUNDS_BELOW;
      const improved = this.#relaxation.improve(
        node,
        worths ?? this.#relaxation.startingWorths(node),
        this.#most,
        rounds,
      );
      worths = improved.worths;
      const bound = improved.bound - this.#relaxation.slack;
      if (bound > this.#most) return;
      this.#offer(this.#worthHaving(states));
      if (this.#fix(states, bound)) continue;
      const branch = this.#branch(states);
      if (branch >= 0) insert(this.#open, { bound, states, worths, branch });
      else this.#offer(positionsOf(states, TAKEN));
      return;
    }
  }

  /**
   * The units that each candidate may still ship, by candidate and demand; null: too few units are left. A demand ships
   * whole from the first member that can ship it whole, so that once such a member is taken, only those before it may
   * ship it. Takes candidates without which units are missing.
   */
  #unitsUnder(states: Uint8Array): Float64Array | null {
    const { supplies, most, lacks, shipments } = this.#goal.problem;
    const demands = supplies.length;
    const units = new Float64Array(states.length * demands);
    let missing = 0;
    for (let demand = 0; demand < demands; demand++) {
      const supply = supplies[demand]!;
      const needed = most[demand]!;
      if (needed === 0) continue;
      const sequence = this.#sequences[demand]!;
      // A do-not-split demand of which nothing may lack ships from one that has the most.
      const atLeast = supply.doNotSplit && lacks === 0 ? needed : 1;
      let whole = false;
      let hasWhole = false;
      for (let place = 0; place < sequence.length && !hasWhole; place++) {
        const candidate = sequence[place]!;
        hasWhole = states[candidate] === TAKEN && supply.units[candidate] === supply.quantity;
      }
      let together = 0;
      for (let place = 0; place < sequence.length && !whole; place++) {
        const candidate = sequence[place]!;
        const own = supply.units[candidate]!;
        if (states[candidate] === OUT || own < atLeast) continue;
        if (hasWhole && own < supply.quantity) continue;
        units[candidate * demands + demand] = Math.min(own, needed);
        together += Math.min(own, needed);
        whole = hasWhole && states[candidate] === TAKEN;
      }
      if (together < needed) missing += needed - together;
      if (missing > lacks) return null;
      if (lacks > 0) continue;
      for (let candidate = 0; candidate < states.length; candidate++) {
        if (states[candidate] !== FREE || together - units[candidate * demands + demand]! >= needed) continue;
        states[candidate] = TAKEN;
        return this.#unitsUnder(states);
      }
    }
    this.#effort.work += units.length;
    let taken = 0;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] === TAKEN) {
        taken++;
        if (!hasUnits(units, candidate, demands)) return null;
      } else if (states[candidate] === FREE && !hasUnits(units, candidate, demands)) states[candidate] = OUT;
    }
    return taken > shipments ? null : units;
  }

  /** Takes or rules out each free candidate whose opposite would cost more than the best route. Returns whether any was. */
  #fix(states: Uint8Array, bound: number): boolean {
    const { shares, isCrowded } = this.#relaxation;
    let isAny = false;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] !== FREE) continue;
      const share = shares[candidate]!;
      if (share >= 0 && bound + share > this.#most) states[candidate] = OUT;
      else if (share < 0 && !isCrowded && bound - share > this.#most) states[candidate] = TAKEN;
      else continue;
      isAny = true;
    }
    return isAny;
  }

  /** The free candidate that is most worth having; -1 if none is free. */
  #branch(states: Uint8Array): number {
    const { shares } = this.#relaxation;
    let branch = -1;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] === FREE && (branch < 0 || shares[candidate]! < shares[branch]!))
        branch = candidate;
    }
    return branch;
  }

  #worthHaving(states: Uint8Array): number[] {
    const positions: number[] = [];
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (
        states[candidate] === TAKEN ||
        (states[candidate] === FREE && this.#relaxation.shares[candidate]! < 0)
      )
        positions.push(candidate);
    }
    return positions;
  }

  #offer(positions: readonly number[]): void {
    const { problem, known, isAllowed } = this.#goal;
    if (positions.length === 0) return;
    this.#effort.work += positions.length * problem.supplies.length;
    const route = distribute(problem.supplies, positions);
    if (route.units !== known.units || route.members.length > problem.shipments || !isAllowed(route)) return;
    const cost = routeCost(problem.costs, problem.ranked, route);
    const order = compareCosts(cost, this.#bestCost) || compareSets(route.members, this.#best.members);
    if (order >= 0) return;
    this.#best = route;
    this.#bestCost = cost;
    this.#most = this.#relaxation.costOf(route.members, cost);
  }
}

function hasUnits(units: Float64Array, candidate: number, demands: number): boolean {
  for (let demand = 0; demand < demands; demand++) if (units[candidate * demands + demand]! > 0) return true;
  return false;
}

function withMember(members: readonly number[], position: number): number[] {
  return [...members, position].sort((left, right) => left - right);
}

function positionsOf(states: Uint8Array, state: number): number[] {
  return [...states.keys()].filter((position) => states[position] === state);
}

// The open nodes are a binary heap.

function insert(heap: Node[], node: Node): void {
  let place = heap.length;
  heap.push(node);
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (heap[above]!.bound <= node.bound) break;
    heap[place] = heap[above]!;
    place = above;
  }
  heap[place] = node;
}

function takeLeast(heap: Node[]): Node | null {
  const least = heap[0];
  const last = heap.pop();
  if (least === undefined || last === undefined) return null;
  if (heap.length === 0) return least;
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1]!.bound < heap[below]!.bound) below++;
    if (heap[below]!.bound >= last.bound) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = last;
  return least;
}
