import { linesBelow } from './cost-floor.ts';
import { addUnits, type Money } from './money.ts';
import type { OrderCosts } from './order-costs.ts';
import type { Supply } from './supply.ts';

/** What a search for the cheapest route is about. */
export interface CostProblem {
  readonly supplies: readonly Supply[];
  readonly costs: OrderCosts;
  /** Warehouses by rank position: the candidates. */
  readonly ranked: readonly number[];
  /** Units of each demand that all candidates together ship. */
  readonly most: readonly number[];
  /** How many of all these units lack. */
  readonly lacks: number;
  /** The most shipments. */
  readonly shipments: number;
}

/** Whether a candidate is still free, must ship, or must not. */
export const FREE = 0;
export const TAKEN = 1;
export const OUT = 2;

/** What a choice of candidates allows at one node of a search. */
export interface NodeChoices {
  readonly states: Uint8Array;
  /** By candidate and demand, the units that the candidate may still ship. */
  readonly units: Float64Array;
}

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
/** The largest relative error of one floating-point operation. */
const ROUNDING_ERROR = 2 ** -53;

/**
 * Lower bounds on what a choice of candidates costs, as floating-point numbers: the facility location problem, in which
 * the units of a demand are bought at one worth. Every list of worths gives a bound (Lagrangian relaxation); better ones
 * are found by subgradient steps (Fisher, 1981). A candidate's share is what it costs at least, beyond the worth of the
 * units that it may ship: its handling, and the nearest line below its prices.
 */
export class CostRelaxation {
  /** By candidate, at the last bound. It is worth having if this is below zero. */
  readonly shares: Float64Array;
  /** At the last bound: whether more candidates are worth having than may ship. */
  isCrowded = false;
  /** More than the rounding errors of the last bound. */
  slack = 0;
  work = 0;
  /** What an unpriced shipment counts: more than all priced ones together. */
  readonly unpriced: number;
  readonly #problem: CostProblem;
  readonly #fixed: Float64Array;
  /** Of the candidates that have a price. */
  readonly #largestFixed: number;
  /** By candidate and demand, what a unit costs, without its weight. */
  readonly #unitCosts: Float64Array;
  readonly #weights: Float64Array;
  /** By candidate: what each line has at weight 0, and what it adds per weight. */
  readonly #lines: Float64Array[] = [];
  /** By demand, the units that are bought beyond those needed, at the last bound. */
  readonly #excess: Float64Array;

  constructor(problem: CostProblem) {
    const { costs, ranked, supplies } = problem;
    this.#problem = problem;
    this.#weights = Float64Array.from(costs.weights, Number);
    this.#excess = new Float64Array(supplies.length);
    this.shares = new Float64Array(ranked.length);
    this.#fixed = new Float64Array(ranked.length);
    this.#unitCosts = new Float64Array(ranked.length * supplies.length);
    const penalty = Number(costs.splitPenalty);
    let dearest = 1;
    for (let candidate = 0; candidate < ranked.length; candidate++)
      dearest += penalty + this.#read(candidate);
    this.unpriced = dearest;
    for (let candidate = 0; candidate < ranked.length; candidate++) {
      if (costs.prices[ranked[candidate]!] == null) this.#fixed[candidate] = this.unpriced;
      this.#fixed[candidate]! += penalty + tieBreak(candidate);
    }
    this.#largestFixed = this.#fixed.reduce(
      (largest, fixed) => (fixed < this.unpriced ? Math.max(largest, fixed) : largest),
      0,
    );
  }

  /** Reads what a candidate's shipments cost. Returns what its dearest one may cost. */
  #read(candidate: number): number {
    const { costs, ranked, supplies, most } = this.#problem;
    const warehouse = ranked[candidate]!;
    const list = costs.prices[warehouse] ?? null;
    if (list === null) {
      this.#lines.push(FREE_OF_CHARGE);
      return 0;
    }
    const { perShipment, perLine, perUnit } = costs.handling[warehouse]!;
    let weight: Money = 0;
    let units = 0;
    for (let demand = 0; demand < supplies.length; demand++) {
      const own = Math.min(supplies[demand]!.units[candidate]!, most[demand]!);
      if (own === 0) continue;
      this.#unitCosts[candidate * supplies.length + demand] = Number(perUnit) + Number(perLine) / own;
      weight = addUnits(weight, own, costs.weights[demand]!);
      units += own;
    }
    const lines = linesBelow(list, Number(weight));
    this.#lines.push(Float64Array.from(lines.flatMap(({ fixed, perWeight }) => [fixed, perWeight])));
    this.#fixed[candidate] = Number(perShipment);
    const highest = list.prices.reduce<number>((high, price) => Math.max(high, Number(price)), 0);
    const parcels = 1 + Number(weight) / Number(list.max_weights.at(-1));
    return (
      Number(perShipment) + supplies.length * Number(perLine) + units * Number(perUnit) + parcels * highest
    );
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

  /** Worths to begin with: of each demand in turn, the most that makes no candidate worth having. */
  startingWorths({ units }: NodeChoices): Float64Array {
    const { supplies, ranked } = this.#problem;
    const demands = supplies.length;
    const worths = new Float64Array(demands);
    for (let demand = 0; demand < demands; demand++) {
      let most = Number.POSITIVE_INFINITY;
      for (let candidate = 0; candidate < ranked.length; candidate++) {
        const own = units[candidate * demands + demand]!;
        if (own === 0) continue;
        most = Math.min(most, this.#highestWorth(candidate, demand, own, worths, units));
      }
      worths[demand] = most === Number.POSITIVE_INFINITY ? 0 : Math.max(0, most);
    }
    return worths;
  }

  /** Up to which worth of a demand a candidate is not worth having; the demands behind it have no worth yet. */
  #highestWorth(
    candidate: number,
    demand: number,
    own: number,
    worths: Float64Array,
    units: Float64Array,
  ): number {
    const demands = worths.length;
    const base = candidate * demands;
    const lines = this.#lines[candidate]!;
    let highest = 0;
    for (let line = 0; line < lines.length; line += 2) {
      let left = this.#fixed[candidate]! + lines[line]!;
      for (let each = 0; each < demand; each++) {
        const gain = worths[each]! - this.#unitCosts[base + each]! - lines[line + 1]! * this.#weights[each]!;
        if (gain > 0) left -= units[base + each]! * gain;
      }
      const cost = this.#unitCosts[base + demand]! + lines[line + 1]! * this.#weights[demand]!;
      highest = Math.max(highest, cost + Math.max(0, left) / own);
    }
    this.work += (lines.length / 2) * (demand + 1);
    return highest;
  }

  /** The bound that worths give. Sets `shares`, `slack` and `isCrowded`. */
  bound({ states, units }: NodeChoices, worths: Float64Array): number {
    const { most, lacks, shipments, costs } = this.#problem;
    const excess = this.#excess;
    let bound = -Number(costs.splitPenalty);
    let size = -bound;
    for (let demand = 0; demand < worths.length; demand++) {
      excess[demand] = -most[demand]!;
      const worth = worths[demand]! * most[demand]!;
      bound += worth;
      size += worth;
    }
    if (lacks > 0) bound -= this.#leaveOut(worths, lacks);
    let left = shipments;
    const wanted: number[] = [];
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] === OUT) continue;
      const share = this.#shareOf(candidate, units, worths);
      this.shares[candidate] = share;
      if (states[candidate] === TAKEN) {
        bound += share;
        size += Math.abs(share);
        left--;
        this.#buy(candidate, units, worths);
      } else if (share < 0) wanted.push(candidate);
    }
    this.isCrowded = wanted.length > left;
    if (this.isCrowded) wanted.sort((one, other) => this.shares[one]! - this.shares[other]!);
    for (let place = 0; place < wanted.length && place < left; place++) {
      bound += this.shares[wanted[place]!]!;
      size -= this.shares[wanted[place]!]!;
      this.#buy(wanted[place]!, units, worths);
    }
    // Each sum has fewer terms than all products together.
    this.slack = ROUNDING_ERROR * (units.length + states.length + 8) * (size + this.#largestFixed);
    return bound;
  }

  /** Takes the units that lack from the demands that are worth most. Returns what they are worth. */
  #leaveOut(worths: Float64Array, lacks: number): number {
    const { most } = this.#problem;
    const byWorth = [...worths.keys()].sort((left, right) => worths[right]! - worths[left]!);
    let left = lacks;
    let worth = 0;
    for (const demand of byWorth) {
      const units = Math.min(left, most[demand]!);
      worth += units * worths[demand]!;
      this.#excess[demand]! += units;
      left -= units;
    }
    return worth;
  }

  #shareOf(candidate: number, units: Float64Array, worths: Float64Array): number {
    const demands = worths.length;
    const base = candidate * demands;
    const lines = this.#lines[candidate]!;
    let highest = Number.NEGATIVE_INFINITY;
    this.#nearest[candidate] = 0;
    for (let line = 0; line < lines.length; line += 2) {
      let share = this.#fixed[candidate]! + lines[line]!;
      for (let demand = 0; demand < demands; demand++) {
        const gain =
          worths[demand]! - this.#unitCosts[base + demand]! - lines[line + 1]! * this.#weights[demand]!;
        if (gain > 0) share -= units[base + demand]! * gain;
      }
      if (share > highest) {
        highest = share;
        this.#nearest[candidate] = line;
      }
    }
    this.work += (lines.length / 2) * demands;
    return highest;
  }

  /** By candidate, the line that its share comes from. */
  readonly #nearest: number[] = [];

  #buy(candidate: number, units: Float64Array, worths: Float64Array): void {
    const base = candidate * worths.length;
    const perWeight = this.#lines[candidate]![this.#nearest[candidate]! + 1]!;
    for (let demand = 0; demand < worths.length; demand++) {
      const cost = this.#unitCosts[base + demand]! + perWeight * this.#weights[demand]!;
      if (worths[demand]! > cost) this.#excess[demand]! += units[base + demand]!;
    }
  }

  /**
   * Improves a bound by steps along what is bought too much or too little. It ends early if the bound exceeds `most`.
   * Returns the best worths; the last bound is theirs.
   */
  improve(
    node: NodeChoices,
    from: Float64Array,
    most: number,
    rounds: number,
  ): { bound: number; worths: Float64Array } {
    let best = from;
    let highest = this.bound(node, from);
    let worths = from;
    let bound = highest;
    let scale = 1;
    let stale = 0;
    for (let round = 0; round < rounds && highest - this.slack <= most; round++) {
      let squares = 0;
      for (let demand = 0; demand < worths.length; demand++) squares += this.#excess[demand]! ** 2;
      if (squares === 0) break;
      const step = (scale * Math.max(most - bound, 1e-6 * Math.abs(most))) / squares;
      worths = worths.map((worth, demand) => Math.max(0, worth - step * this.#excess[demand]!));
      bound = this.bound(node, worths);
      if (bound > highest) {
        highest = bound;
        best = worths;
        stale = 0;
      } else if (++stale === 3) {
        stale = 0;
        scale /= 2;
        if (scale < MIN_SCALE) break;
        worths = best;
        bound = this.bound(node, best);
      }
    }
    if (worths !== best) highest = this.bound(node, best);
    return { bound: highest, worths: best };
  }
}

/** The line below no prices. */
const FREE_OF_CHARGE = Float64Array.of(0, 0);
