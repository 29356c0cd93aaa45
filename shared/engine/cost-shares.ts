import { type CostProblem, type NodeChoices, OUT } from './cost-choices.ts';
import { addUnits, type Money } from './money.ts';
import { type PriceSteps, priceSteps, type WeighedList } from './price-steps.ts';

/** What 1 divided by no weight is here. */
const NO_WEIGHT = 1e200;

/**
 * What each candidate costs at least beyond the worth of the units that it ships, as floating-point numbers: its handling,
 * and the price of the weight that is best for it, if a unit of a demand has one worth.
 */
export class CostShares {
  work = 0;
  /** What a candidate costs whatever it ships. The caller may add to it. */
  readonly fixed: Float64Array;
  /** What the dearest shipment of each candidate may cost. */
  readonly dearest: Float64Array;
  readonly #demands: number;
  readonly #perUnit: Float64Array;
  readonly #perLine: Float64Array;
  readonly #weights: Float64Array;
  /** 1 divided by them. */
  readonly #inverse: Float64Array;
  /** By candidate. */
  readonly #steps: PriceSteps;

  #node: NodeChoices = { states: new Uint8Array(0), most: new Float64Array(0), least: new Float64Array(0) };
  /** By candidate, what it costs with its least units, without prices, and what they weigh. */
  readonly #base: Float64Array;
  readonly #baseWeight: Float64Array;
  // An entry is a candidate that may ship units of a demand beyond the least ones: how many, and what one costs without its
  // weight. Those of a demand are from `#first[demand]` up to `#first[demand + 1]`.
  readonly #first: Int32Array;
  readonly #holder: Int32Array;
  readonly #room: Float64Array;
  readonly #unitCost: Float64Array;
  // The least units above zero.
  #sure = 0;
  readonly #sureHolder: Int32Array;
  readonly #sureDemand: Int32Array;
  readonly #sureUnits: Float64Array;

  // At the present worths.
  /** By candidate, what it costs with its least units, without prices, less what they are worth. */
  readonly #paid: Float64Array;
  /** By candidate, the price of its best weight, less what the units beyond the least ones gain. */
  readonly #lowest: Float64Array;
  /** Demands, those first that are worth most per weight. */
  readonly #byWorth: Int32Array;
  // A candidate's entries, those first that gain most per weight: from `candidate * demands` up to `#end[candidate]`.
  readonly #end: Int32Array;
  readonly #demandAt: Int32Array;
  readonly #gainAt: Float64Array;
  readonly #densityAt: Float64Array;
  readonly #weightAt: Float64Array;

  constructor(problem: CostProblem) {
    const { costs, ranked, supplies } = problem;
    const candidates = ranked.length;
    const entries = candidates * supplies.length;
    this.#demands = supplies.length;
    this.#weights = Float64Array.from(costs.weights, Number);
    this.#inverse = this.#weights.map((weight) => (weight === 0 ? NO_WEIGHT : 1 / weight));
    this.fixed = new Float64Array(candidates);
    this.dearest = new Float64Array(candidates);
    this.#perUnit = new Float64Array(candidates);
    this.#perLine = new Float64Array(candidates);
    this.#base = new Float64Array(candidates);
    this.#baseWeight = new Float64Array(candidates);
    this.#first = new Int32Array(supplies.length + 1);
    this.#holder = new Int32Array(entries);
    this.#room = new Float64Array(entries);
    this.#unitCost = new Float64Array(entries);
    this.#sureHolder = new Int32Array(entries);
    this.#sureDemand = new Int32Array(entries);
    this.#sureUnits = new Float64Array(entries);
    this.#paid = new Float64Array(candidates);
    this.#lowest = new Float64Array(candidates);
    this.#byWorth = Int32Array.from(supplies.keys());
    this.#end = new Int32Array(candidates);
    this.#demandAt = new Int32Array(entries);
    this.#gainAt = new Float64Array(entries);
    this.#densityAt = new Float64Array(entries);
    this.#weightAt = new Float64Array(entries);
    this.#steps = priceSteps(ranked.map((_, candidate) => this.#read(problem, candidate)));
  }

  /** Reads what a candidate costs. Returns its prices and the weight of all that it has. */
  #read({ costs, ranked, supplies, most }: CostProblem, candidate: number): WeighedList {
    const warehouse = ranked[candidate]!;
    const list = costs.prices[warehouse] ?? null;
    if (list === null) return [null, 0];
    const { perShipment, perLine, perUnit } = costs.handling[warehouse]!;
    let weight: Money = 0;
    let units = 0;
    for (let demand = 0; demand < supplies.length; demand++) {
      const own = Math.min(supplies[demand]!.units[candidate]!, most[demand]!);
      weight = addUnits(weight, own, costs.weights[demand]!);
      units += own;
    }
    this.fixed[candidate] = Number(perShipment);
    this.#perLine[candidate] = Number(perLine);
    this.#perUnit[candidate] = Number(perUnit);
    let highest = 0;
    for (let row = 0; row < list.prices.length; row++) highest = Math.max(highest, Number(list.prices[row]));
    const parcels = 1 + Number(weight) / Number(list.max_weights.at(-1));
    this.dearest[candidate] =
      Number(perShipment) + supplies.length * Number(perLine) + units * Number(perUnit) + parcels * highest;
    return [list, Number(weight)];
  }

  /** Begins with a node. */
  enter(node: NodeChoices): void {
    const { states, most, least } = node;
    const demands = this.#demands;
    this.#node = node;
    this.#base.set(this.fixed);
    this.#baseWeight.fill(0);
    this.#sure = 0;
    let entry = 0;
    for (let demand = 0; demand < demands; demand++) {
      this.#first[demand] = entry;
      for (let candidate = 0; candidate < states.length; candidate++) {
        const up = most[candidate * demands + demand]!;
        const low = least[candidate * demands + demand]!;
        if (up === 0 || states[candidate] === OUT) continue;
        const perUnit = this.#perUnit[candidate]!;
        const perLine = this.#perLine[candidate]!;
        if (low > 0) {
          this.#base[candidate]! += perLine + low * perUnit;
          this.#baseWeight[candidate]! += low * this.#weights[demand]!;
          this.#sureHolder[this.#sure] = candidate;
          this.#sureDemand[this.#sure] = demand;
          this.#sureUnits[this.#sure++] = low;
        }
        if (up === low) continue;
        this.#holder[entry] = candidate;
        this.#room[entry] = up - low;
        this.#unitCost[entry] = low > 0 ? perUnit : perUnit + perLine / up;
        entry++;
      }
    }
    this.#first[demands] = entry;
    this.work += 2 * most.length;
  }

  /** Worths to begin with: what a unit costs where it is cheapest, if all that is there ships. */
  startingWorths(): Float64Array {
    const { states, most } = this.#node;
    const demands = this.#demands;
    const worths = new Float64Array(demands).fill(Number.POSITIVE_INFINITY);
    for (let candidate = 0; candidate < states.length; candidate++) {
      if (states[candidate] === OUT) continue;
      let weight = 0;
      let units = 0;
      for (let demand = 0; demand < demands; demand++) {
        const own = most[candidate * demands + demand]!;
        units += own;
        weight += own * this.#weights[demand]!;
      }
      const { first, upTo, prices } = this.#steps;
      let step = first[candidate]!;
      while (step < first[candidate + 1]! - 1 && upTo[step]! < weight) step++;
      const cost = this.fixed[candidate]! + prices[step]!;
      for (let demand = 0; demand < demands; demand++) {
        if (most[candidate * demands + demand] === 0) continue;
        const part = weight === 0 ? 1 / units : this.#weights[demand]! / weight;
        worths[demand] = Math.min(worths[demand]!, cost * part);
      }
    }
    return worths.map((worth) => (worth === Number.POSITIVE_INFINITY ? 0 : worth));
  }

  /** Begins with worths: sorts the entries of all candidates, and pays for the least units. */
  value(worths: Float64Array): void {
    const demands = this.#demands;
    this.#sortByWorth(worths);
    this.#paid.set(this.#base);
    for (let sure = 0; sure < this.#sure; sure++)
      this.#paid[this.#sureHolder[sure]!]! -= this.#sureUnits[sure]! * worths[this.#sureDemand[sure]!]!;
    for (let candidate = 0; candidate < this.#end.length; candidate++)
      this.#end[candidate] = candidate * demands;
    // Nearly sorted: handling alone makes the orders of candidates differ.
    for (let each = 0; each < demands; each++) {
      const demand = this.#byWorth[each]!;
      const end = this.#first[demand + 1]!;
      for (let entry = this.#first[demand]!; entry < end; entry++) {
        const candidate = this.#holder[entry]!;
        const room = this.#room[entry]!;
        const gain = worths[demand]! - this.#unitCost[entry]!;
        const density = gain * this.#inverse[demand]!;
        let place = this.#end[candidate]!++;
        for (; place > candidate * demands && this.#densityAt[place - 1]! < density; place--) {
          this.#demandAt[place] = this.#demandAt[place - 1]!;
          this.#gainAt[place] = this.#gainAt[place - 1]!;
          this.#densityAt[place] = this.#densityAt[place - 1]!;
          this.#weightAt[place] = this.#weightAt[place - 1]!;
        }
        this.#demandAt[place] = demand;
        this.#gainAt[place] = room * gain;
        this.#densityAt[place] = density;
        this.#weightAt[place] = room * this.#weights[demand]!;
      }
    }
    this.work += 3 * this.#first[demands]!;
  }

  #sortByWorth(worths: Float64Array): void {
    const byWorth = this.#byWorth;
    const inverse = this.#inverse;
    for (let place = 1; place < byWorth.length; place++) {
      const demand = byWorth[place]!;
      const density = worths[demand]! * inverse[demand]!;
      let before = place - 1;
      for (; before >= 0 && worths[byWorth[before]!]! * inverse[byWorth[before]!]! < density; before--)
        byWorth[before + 1] = byWorth[before]!;
      byWorth[before + 1] = demand;
    }
  }

  /** A candidate's share at the present worths. */
  shareOf(candidate: number): number {
    const lowest = this.#sweep(candidate, Number.NEGATIVE_INFINITY);
    this.#lowest[candidate] = lowest;
    return this.#paid[candidate]! + lowest;
  }

  /**
   * The lowest price, less what the units beyond the least ones gain, of all weights; or else the first weight at which it
   * is `until`. Those that gain most per weight ship first. Parts of units ship, too, so this is never too much.
   */
  #sweep(candidate: number, until: number): number {
    const { first, upTo, prices, slopes, atEnd } = this.#steps;
    const begin = candidate * this.#demands;
    const end = this.#end[candidate]!;
    const last = first[candidate + 1]! - 1;
    let weight = this.#baseWeight[candidate]!;
    let step = first[candidate]!;
    while (step < last && upTo[step]! < weight) step++;
    let lowest = prices[step]! - slopes[step]! * (upTo[step]! - weight);
    if (lowest <= until) return weight;
    let gained = 0;
    let place = begin;
    for (; place < end && this.#densityAt[place]! > 0; place++) {
      const density = this.#densityAt[place]!;
      const reached = weight + this.#weightAt[place]!;
      for (; step < last && upTo[step]! < reached; step++) {
        const each = atEnd[step]! - gained - (upTo[step]! - weight) * density;
        if (each <= until) return upTo[step]!;
        lowest = Math.min(lowest, each);
      }
      gained += this.#gainAt[place]!;
      weight = reached;
      const each = prices[step]! - slopes[step]! * (upTo[step]! - weight) - gained;
      if (each <= until) return weight;
      lowest = Math.min(lowest, each);
    }
    this.work += 3 * (place - begin) + step - first[candidate]!;
    return lowest;
  }

  /** Adds the units that a candidate ships at its share. */
  buy(candidate: number, bought: Float64Array): void {
    const { most, least } = this.#node;
    const first = candidate * this.#demands;
    const best = this.#sweep(candidate, this.#lowest[candidate]!);
    for (let demand = 0; demand < bought.length; demand++) bought[demand]! += least[first + demand]!;
    let weight = this.#baseWeight[candidate]!;
    for (let place = first; place < this.#end[candidate]! && this.#densityAt[place]! > 0; place++) {
      const demand = this.#demandAt[place]!;
      const reached = weight + this.#weightAt[place]!;
      if (reached > best) {
        bought[demand]! += (best - weight) * this.#inverse[demand]!;
        break;
      }
      bought[demand]! += most[first + demand]! - least[first + demand]!;
      weight = reached;
    }
  }
}
