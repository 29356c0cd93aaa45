import type { Money } from '../money.ts';
import type { Route } from '../route.ts';
import { type CheapestGoal, CheapestKnown } from './cheapest-known.ts';
import {
  FREE,
  freeChoices,
  type Holders,
  holdersOf,
  type NodeChoices,
  OUT,
  settleChoices,
  TAKEN,
} from './cost-choices.ts';
import { type CostBound, CostRelaxation, type CostSteps } from './cost-relaxation.ts';
import type { OrderEffort } from './order-effort.ts';

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
function stepsBelow(demands: number): CostSteps {
  return { rounds: 3 + Math.floor(demands / 16), scale: 0.35 };
}

/** How much of its work counts towards the limit: so an order may take some 0.4 s (docs/explanation/proof.md). */
const COUNTED = 0.2;
/** The part of a search's work that may improve the best route. */
const PART_FOR_EXCHANGE = 0.1;
/** A route is near the proved cost if it costs at most so many times that. */
const NEAR = 1.02;
/** Candidates that exchange tries: those that cost least beyond what they are worth. */
const PROMISING = 24;

/**
 * The cheapest of all sets that ship as many units as the known route: the fewest unpriced shipments, then the least
 * amount, then the best set by compareSets. Branch and bound, the node with the least bound first: exact, unless it
 * reaches `effort.mostWork`. If the best route is not near the proved cost then, the search goes on with extra work until it
 * is. That looks only for routes that are cheaper by so much that the best one is not near them.
 */
export function cheapestSet(goal: CheapestGoal, effort: OrderEffort): CheapestFound {
  return new CheapestSearch(goal, effort).run();
}

/** A node: what is decided, and what every choice below it costs at least. */
interface Node {
  readonly least: number;
  readonly states: Uint8Array;
  /** What a unit of each demand is worth at the node above. */
  readonly worths: Float64Array | null;
}

class CheapestSearch {
  readonly #goal: CheapestGoal;
  readonly #effort: OrderEffort;
  readonly #holders: Holders;
  /** Its arrays of units are used again for each node. */
  readonly #choices: NodeChoices;
  readonly #relaxation: CostRelaxation;
  readonly #known: CheapestKnown;
  /** The candidates that exchange tries. */
  #promising: readonly number[] = [];
  readonly #open: Node[] = [];
  /** What fixing candidates looked at. */
  readonly #fixing = { work: 0 };
  /** The work that was done when extra work began; null: it has not begun. */
  #extraFrom: number | null = null;

  constructor(goal: CheapestGoal, effort: OrderEffort) {
    this.#goal = goal;
    this.#effort = effort;
    this.#holders = holdersOf(goal.problem);
    this.#choices = freeChoices(goal.problem, this.#holders);
    this.#relaxation = new CostRelaxation(goal.problem, this.#holders);
    this.#known = new CheapestKnown(goal, this.#relaxation);
  }

  run(): CheapestFound {
    const { ranked } = this.#goal.problem;
    for (let position = 0; position < ranked.length; position++) this.#known.offer([position]);
    insert(this.#open, { least: 0, states: new Uint8Array(ranked.length), worths: null });
    /** The bound of all that is left, if the search stops. */
    let least: number | null = null;
    const { mostWork, extraWork, extraDone } = this.#effort;
    const mostExtra = extraWork - extraDone;
    for (;;) {
      const node = takeLeast(this.#open);
      if (node === null || node.least > this.#most) {
        if (this.#extraFrom !== null) least = this.#most;
        break;
      }
      const work = this.#work;
      if (work > mostWork) {
        this.#extraFrom ??= work;
        if (node.least > this.#most || work - this.#extraFrom > mostExtra) {
          least = node.least;
          break;
        }
      }
      this.#visit(node);
    }
    if (least !== null && least < this.#most) this.#effort.gapTooLarge = true;
    const all = this.#work;
    const share = this.#extraFrom ?? all;
    this.#effort.uncounted += this.#own - Math.ceil(COUNTED * this.#own);
    this.#effort.work = share;
    this.#effort.extraDone += all - share;
    return { route: this.#known.route, isProved: least === null, leastAmount: this.#leastAmount(least) };
  }

  /** Routes that count more are not looked for. */
  get #most(): number {
    const { counts, cost } = this.#known;
    return this.#extraFrom === null ? counts : counts - Number(cost.amount) * (1 - 1 / NEAR);
  }

  get #own(): number {
    return this.#fixing.work + this.#relaxation.work + this.#known.work;
  }

  get #work(): number {
    return this.#effort.work + Math.ceil(COUNTED * this.#own);
  }

  #leastAmount(least: number | null): Money | null {
    if (this.#known.cost.unpriced > 0) return null;
    return least === null ? this.#known.cost.amount : this.#relaxation.leastAmount(least);
  }

  /** Bounds the choices of a node, fixes what follows, and keeps nodes below it if a better choice may be there. */
  #visit({ least, states, worths }: Node): void {
    const { problem } = this.#goal;
    const choices = { ...this.#choices, states };
    if (!settleChoices(problem, this.#holders, choices, this.#fixing)) return;
    const demands = problem.supplies.length;
    const steps = worths === null ? stepsAtRoot(demands) : stepsBelow(demands);
    const bound = this.#relaxation.bound(choices, worths, this.#most, steps);
    if (bound.least > this.#most) return;
    if (worths === null) this.#promising = promisingOf(states, bound);
    this.#improve(bound);
    const rises = this.#relaxation.rises(choices, bound);
    this.#fix(states, bound, rises);
    this.#branch(least, states, bound, rises);
  }

  /**
   * Adds the nodes below one. What a candidate ships depends on those before it, so they are decided in rank order: the
   * shipments of those that are decided are certain then. Candidates that a bound leaves out are decided with the next one
   * that it takes.
   */
  #branch(least: number, states: Uint8Array, bound: CostBound, rises: Float64Array): void {
    const { chosen } = bound;
    const worths = bound.worths.slice();
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] !== FREE) continue;
      const isChosen = chosen.includes(candidate);
      const rise = bound.least + rises[candidate]!;
      const taken = states.slice();
      taken[candidate] = TAKEN;
      this.#fixing.work += states.length;
      insert(this.#open, { least: Math.max(least, isChosen ? bound.least : rise), states: taken, worths });
      states[candidate] = OUT;
      if (!isChosen) continue;
      insert(this.#open, { least: Math.max(least, rise), states, worths });
      return;
    }
    this.#known.offer([...states.keys()].filter((candidate) => states[candidate] === TAKEN));
  }

  /** Looks for a cheaper route near what a bound takes. */
  #improve({ chosen, worths }: CostBound): void {
    const { work } = this.#known;
    const most = PART_FOR_EXCHANGE * this.#relaxation.work;
    if (work > most) return;
    this.#known.improve(
      [...chosen].sort((left, right) => left - right),
      this.#promising,
      worths,
      most,
    );
  }

  /** Takes or rules out each free candidate whose opposite would cost more than the best route. */
  #fix(states: Uint8Array, { least, chosen }: CostBound, rises: Float64Array): void {
    const most = this.#most;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] !== FREE || least + rises[candidate]! <= most) continue;
      states[candidate] = chosen.includes(candidate) ? TAKEN : OUT;
    }
  }
}

/** The candidates that cost least beyond what they are worth. */
function promisingOf(states: Uint8Array, { shares }: CostBound): number[] {
  const candidates = [...states.keys()].filter((candidate) => states[candidate] !== OUT);
  candidates.sort((one, other) => shares[one]! - shares[other]!);
  return candidates.slice(0, PROMISING);
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
