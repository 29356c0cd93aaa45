import { type CostProblem, choicesUnder, FREE, OUT, TAKEN } from './cost-choices.ts';
import { type CostBound, CostRelaxation, type CostSteps } from './cost-relaxation.ts';
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

/** The steps that improve the bound of the first node. */
function stepsAtRoot(demands: number): CostSteps {
  return { rounds: 10 + 2 * demands, scale: 1 };
}

/** Those of a node below. Its worths are good already. */
const STEPS_BELOW: CostSteps = { rounds: 6, scale: 0.25 };
/** Candidates that exchange tries: those that cost least beyond what they are worth. */
const PROMISING = 24;

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
  readonly least: number;
  readonly states: Uint8Array;
  /** The last one that was found. */
  readonly bound: CostBound;
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
  readonly #open: Node[] = [];

  constructor(goal: CheapestGoal, effort: OrderEffort) {
    const { problem, known } = goal;
    this.#goal = goal;
    this.#effort = effort;
    this.#relaxation = new CostRelaxation(problem);
    this.#best = known;
    this.#bestCost = routeCost(problem.costs, problem.ranked, known);
    this.#most = this.#relaxation.costOf(known.members, this.#bestCost);
  }

  run(): CheapestFound {
    const { ranked } = this.#goal.problem;
    for (let position = 0; position < ranked.length; position++) this.#offer([position]);
    this.#visit(new Uint8Array(ranked.length), null);
    const promising = this.#open.length === 0 ? [] : promisingOf(this.#open[0]!.bound);
    let exchanged: Route | null = null;
    /** The bound of all that is left, if the search stops. */
    let least: number | null = null;
    for (;;) {
      const node = takeLeast(this.#open);
      if (node === null || node.least > this.#most) break;
      if (this.#isSpent) {
        least = node.least;
        break;
      }
      if (this.#best !== exchanged) {
        this.#exchange(promising);
        exchanged = this.#best;
      }
      for (const state of [TAKEN, OUT]) {
        const states = node.states.slice();
        states[node.branch] = state;
        this.#visit(states, node);
      }
    }
    this.#effort.work += this.#relaxation.work;
    return { route: this.#best, isProved: least === null, leastAmount: this.#leastAmount(least) };
  }

  get #isSpent(): boolean {
    return this.#effort.work + this.#relaxation.work > this.#effort.mostWork;
  }

  /** Improves the best route by one candidate more, one fewer, or another one, until none of that is cheaper. */
  #exchange(promising: readonly number[]): void {
    for (let before: Route | null = null; before !== this.#best && !this.#isSpent; ) {
      before = this.#best;
      const { members } = before;
      for (const position of new Set([...members, ...promising])) {
        if (this.#isSpent) break;
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
  #visit(states: Uint8Array, from: Node | null): void {
    let worths = from?.bound.worths ?? null;
    for (;;) {
      const node = choicesUnder(this.#goal.problem, states, this.#effort);
      if (node === null) return;
      const steps = worths === null ? stepsAtRoot(this.#goal.problem.supplies.length) : STEPS_BELOW;
      const bound = this.#relaxation.bound(node, worths, this.#most, steps);
      if (bound.least > this.#most) return;
      worths = bound.worths;
      this.#offer(worthHaving(states, bound));
      if (this.#fix(states, bound)) continue;
      const branch = branchOf(states, bound);
      if (branch < 0) return;
      insert(this.#open, { least: Math.max(bound.least, from?.least ?? 0), states, bound, branch });
      return;
    }
  }

  /** Takes or rules out each free candidate whose opposite would cost more than the best route. Returns whether any was. */
  #fix(states: Uint8Array, { least, shares, isCrowded }: CostBound): boolean {
    let isAny = false;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] !== FREE) continue;
      const share = shares[candidate]!;
      if (share >= 0 && least + share > this.#most) states[candidate] = OUT;
      else if (share < 0 && !isCrowded && least - share > this.#most) states[candidate] = TAKEN;
      else continue;
      isAny = true;
    }
    return isAny;
  }

  #offer(positions: readonly number[]): void {
    const { problem, known, isAllowed } = this.#goal;
    if (positions.length === 0) return;
    this.#effort.work += 6 * positions.length * problem.supplies.length;
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

/** The candidates that cost least beyond what they are worth. */
function promisingOf({ shares }: CostBound): number[] {
  const candidates = [...shares.keys()].sort((one, other) => shares[one]! - shares[other]!);
  return candidates.slice(0, PROMISING);
}

function withMember(members: readonly number[], position: number): number[] {
  return [...members, position].sort((left, right) => left - right);
}

function worthHaving(states: Uint8Array, { shares }: CostBound): number[] {
  return [...states.keys()].filter(
    (candidate) => states[candidate] === TAKEN || (states[candidate] === FREE && shares[candidate]! < 0),
  );
}

/** The free candidate that is most worth having; -1 if none is free. */
function branchOf(states: Uint8Array, { shares }: CostBound): number {
  let branch = -1;
  for (let candidate = 0; candidate < states.length; candidate++) {
    if (states[candidate] === FREE && (branch < 0 || shares[candidate]! < shares[branch]!))
      branch = candidate;
  }
  return branch;
}

// The open nodes are a binary heap.

function insert(heap: Node[], node: Node): void {
  let place = heap.length;
  heap.push(node);
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (heap[above]!.least <= node.least) break;
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
    if (below + 1 < heap.length && heap[below + 1]!.least < heap[below]!.least) below++;
    if (heap[below]!.least >= last.least) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = last;
  return least;
}
