import type { Money } from '../money.ts';
import { type CostProblem, FREE, type Holders, type NodeChoices, OUT, TAKEN } from './cost-choices.ts';
import { CostShares } from './cost-shares.ts';

// Of routes of one cost, those with fewer and with higher ranked shipments count a little less. All of it together is less
// than the smallest amount, 1.
const TIE_BREAK = 1 / 128;
const RANK_SHARE = 1 / 4096;
const MAX_TIE_BREAK = 0.75;

function tieBreak(position: number): number {
  return TIE_BREAK * (1 + RANK_SHARE * position);
}

/** Steps that are shorter than this share of a whole one improve nothing any more. */
const MIN_SCALE = 1 / 256;
/** How much of its own length a direction adds of the last one. */
const KEPT_DIRECTION = 0.4;
/** The largest relative error of one floating-point operation. */
const ROUNDING_ERROR = 2 ** -53;

/** What worths of the demands prove of a node. */
export interface CostBound {
  /** By demand, what a unit is worth. */
  readonly worths: Float64Array;
  /** What every choice counts at least. */
  least: number;
  /** By candidate: it is worth having if this is below zero. */
  readonly shares: Float64Array;
  /** The candidates that are best to take. The other free ones are out. */
  chosen: readonly number[];
  /** By demand, the units that are bought beyond those needed. */
  readonly excess: Float64Array;
}

function emptyBound(demands: number, candidates: number): CostBound {
  return {
    worths: new Float64Array(demands),
    least: Number.NEGATIVE_INFINITY,
    shares: new Float64Array(candidates),
    chosen: [],
    excess: new Float64Array(demands),
  };
}

/** How a bound is improved. */
export interface CostSteps {
  readonly rounds: number;
  /** Of the first one. */
  readonly scale: number;
}

/**
 * Lower bounds on what a choice of candidates costs, as floating-point numbers: the facility location problem, in which
 * the units of a demand are bought at one worth. Every list of worths gives a bound (Lagrangian relaxation); better ones
 * are found by subgradient steps (Fisher, 1981).
 */
export class CostRelaxation {
  /** What an unpriced shipment counts: more than all priced ones together. */
  readonly unpriced: number;
  readonly #problem: CostProblem;
  readonly #shares: CostShares;
  /** The largest of the numbers that make up a share, without those of demands. */
  readonly #largest: number;
  // Used again in each step, because making new arrays takes longer than a step.
  readonly #bounds: readonly [CostBound, CostBound];
  readonly #direction: Float64Array;

  constructor(problem: CostProblem, holders: Holders) {
    const { costs, ranked } = problem;
    const penalty = Number(costs.splitPenalty);
    this.#problem = problem;
    this.#shares = new CostShares(problem, holders);
    const { fixed, maxShipmentCost } = this.#shares;
    this.unpriced = maxShipmentCost.reduce((all, each) => all + penalty + each, 1);
    this.#largest = maxShipmentCost.reduce((largest, each) => Math.max(largest, each), 1) + penalty;
    const demands = problem.supplies.length;
    this.#bounds = [emptyBound(demands, ranked.length), emptyBound(demands, ranked.length)];
    this.#direction = new Float64Array(demands);
    for (let candidate = 0; candidate < ranked.length; candidate++) {
      if (costs.prices[ranked[candidate]!] == null) fixed[candidate] = this.unpriced;
      fixed[candidate]! += penalty + tieBreak(candidate);
    }
  }

  get work(): number {
    return this.#shares.work;
  }

  /** What a choice counts, as bounds do. Members are rank positions. */
  costOf(
    members: readonly number[],
    { unpriced, amount }: { readonly unpriced: number; readonly amount: Money },
  ): number {
    let cost = unpriced * this.unpriced + Number(amount);
    for (const position of members) cost += tieBreak(position);
    return cost;
  }

  /** The least exact amount of a choice that counts at least `bound`. */
  leastAmount(bound: number): number {
    return Math.max(0, Math.ceil(bound - MAX_TIE_BREAK));
  }

  /**
   * The best bound of a node that steps along what is bought too much or too little find, beginning with worths, if there
   * are any yet. Ends early if the bound exceeds `most`. The next call changes the bound that this one returned.
   */
  bound(node: NodeChoices, from: Float64Array | null, most: number, steps: CostSteps): CostBound {
    this.#shares.enter(node);
    let [best, other] = this.#bounds;
    best.worths.set(from ?? this.#shares.startingWorths(node));
    this.#boundBy(node, best);
    let last = best;
    let { scale } = steps;
    let stale = 0;
    const direction = this.#direction.fill(0);
    for (let round = 0; round < steps.rounds && best.least <= most; round++) {
      if (!turn(direction, last.excess)) break;
      const step = (scale * Math.max(most - last.least, 1e-6 * Math.abs(most))) / squaresOf(direction);
      const { worths } = last;
      for (let demand = 0; demand < worths.length; demand++)
        other.worths[demand] = Math.max(0, worths[demand]! - step * direction[demand]!);
      last = other;
      this.#boundBy(node, last);
      if (last.least > best.least) {
        [best, other] = [last, best];
        stale = 0;
      } else if (++stale === 3) {
        stale = 0;
        scale /= 2;
        if (scale < MIN_SCALE) break;
        last = best;
      }
    }
    return best;
  }

  /** Sets the rest of a bound from its worths. */
  #boundBy({ states, most: ships }: NodeChoices, into: CostBound): void {
    const { most, lacks, costs } = this.#problem;
    const { worths, shares, excess } = into;
    let bound = -Number(costs.splitPenalty);
    let size = -bound;
    for (let demand = 0; demand < worths.length; demand++) {
      excess[demand] = -most[demand]!;
      bound += worths[demand]! * most[demand]!;
      size += worths[demand]! * most[demand]!;
    }
    if (lacks > 0) bound -= this.#leaveOut(worths, excess);
    this.#shares.value(worths);
    const free: number[] = [];
    const chosen: number[] = [];
    for (let candidate = 0; candidate < states.length; candidate++) {
      shares[candidate] = 0;
      if (states[candidate] === OUT) continue;
      shares[candidate] = this.#shares.shareOf(candidate);
      (states[candidate] === TAKEN ? chosen : free).push(candidate);
    }
    this.#choose(free, shares, chosen);
    for (const candidate of chosen) {
      bound += shares[candidate]!;
      size += Math.abs(shares[candidate]!);
    }
    this.#shares.buy(chosen, excess);
    // More than the rounding errors: each sum has fewer terms than four for each product.
    const slack = ROUNDING_ERROR * 4 * (ships.length + states.length + 8) * (size + this.#largest);
    into.least = bound - slack;
    into.chosen = chosen;
  }

  /** Adds the free candidates that are best to take: those worth having, but no fewer nor more than a choice may have. */
  #choose(free: number[], shares: Float64Array, chosen: number[]): void {
    const { fewest, shipments } = this.#problem;
    const most = shipments - chosen.length;
    const worthHaving = free.filter((candidate) => shares[candidate]! < 0);
    const count = Math.min(Math.max(worthHaving.length, fewest - chosen.length), most);
    if (count !== worthHaving.length) free.sort((one, other) => shares[one]! - shares[other]!);
    const best = count === worthHaving.length ? worthHaving : free;
    for (let place = 0; place < count && place < best.length; place++) chosen.push(best[place]!);
  }

  /**
   * By free candidate, what a bound rises if the opposite is decided: a chosen one is out, or another one is taken. If no
   * more or no fewer may be taken, another one changes, too.
   */
  rises({ states }: NodeChoices, { shares, chosen }: CostBound): Float64Array {
    let worstChosen = Number.NEGATIVE_INFINITY;
    let bestOther = Number.POSITIVE_INFINITY;
    const rises = new Float64Array(states.length);
    const isChosen = new Uint8Array(states.length);
    for (const candidate of chosen) {
      isChosen[candidate] = 1;
      if (states[candidate] === FREE) worstChosen = Math.max(worstChosen, shares[candidate]!);
    }
    for (let candidate = 0; candidate < states.length; candidate++)
      if (states[candidate] === FREE && isChosen[candidate] === 0)
        bestOther = Math.min(bestOther, shares[candidate]!);
    const { fewest } = this.#problem;
    // The share of what is taken in place of a chosen one, and of what is out in place of another one; 0: nothing.
    const takenInstead = chosen.length <= fewest || bestOther < 0 ? bestOther : 0;
    const outInstead = worstChosen > 0 || bestOther < 0 ? worstChosen : 0;
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] !== FREE) continue;
      rises[candidate] =
        isChosen[candidate] === 1 ? takenInstead - shares[candidate]! : shares[candidate]! - outInstead;
    }
    return rises;
  }

  /** Takes the units that lack from the demands that are worth most. Returns what they are worth. */
  #leaveOut(worths: Float64Array, excess: Float64Array): number {
    const { most, lacks } = this.#problem;
    const byWorth = [...worths.keys()].sort((left, right) => worths[right]! - worths[left]!);
    let left = lacks;
    let worth = 0;
    for (const demand of byWorth) {
      const units = Math.min(left, most[demand]!);
      worth += units * worths[demand]!;
      excess[demand]! += units;
      left -= units;
    }
    return worth;
  }
}

function squaresOf(direction: Float64Array): number {
  let squares = 0;
  for (let demand = 0; demand < direction.length; demand++) squares += direction[demand]! ** 2;
  return squares;
}

/**
 * Turns a direction towards a subgradient, so that steps do not zigzag (Sherali and Ulular, 1989). A direction of zeros
 * becomes the subgradient. Returns false if the subgradient is zero: there is no further step.
 */
function turn(direction: Float64Array, subgradient: Float64Array): boolean {
  const squares = squaresOf(subgradient);
  if (squares === 0) return false;
  const last = squaresOf(direction);
  const times = last === 0 ? 0 : KEPT_DIRECTION * Math.sqrt(squares / last);
  for (let demand = 0; demand < direction.length; demand++)
    direction[demand] = subgradient[demand]! + times * direction[demand]!;
  return true;
}
