import { addUnits, type Money } from '../money.ts';
import { type PriceSteps, priceSteps, type WeighedList } from '../rules/price-steps.ts';
import { type CostProblem, type Holders, type NodeChoices, OUT } from './cost-choices.ts';

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
  /** What the maxShipmentCost shipment of each candidate may cost. */
  readonly maxShipmentCost: Float64Array;
  readonly #demands: number;
  readonly #holders: Holders;
  readonly #perUnit: Float64Array;
  readonly #perLine: Float64Array;
  readonly #weights: Float64Array;
  /** 1 divided by them. */
  readonly #inverse: Float64Array;
  /** By candidate. */
  readonly #steps: PriceSteps;

  /** By candidate, what it costs with its least units, without prices, and what they weigh. */
  readonly #base: Float64Array;
  readonly #baseWeight: Float64Array;
  // The holders of a demand that may ship units of it beyond the least ones: how many, and what one costs without its
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
  readonly #roomAt: Float64Array;
  readonly #gainAt: Float64Array;
  readonly #densityAt: Float64Array;
  readonly #weightAt: Float64Array;

  constructor(problem: CostProblem, holders: Holders) {
    const { costs, ranked, supplies } = problem;
    const candidates = ranked.length;
    const entries = holders.candidate.length;
    const places = candidates * supplies.length;
    this.#holders = holders;
    this.#demands = supplies.length;
    this.#weights = Float64Array.from(costs.weights, Number);
    this.#inverse = this.#weights.map((weight) => (weight === 0 ? NO_WEIGHT : 1 / weight));
    this.fixed = new Float64Array(candidates);
    this.maxShipmentCost = new Float64Array(candidates);
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
    this.#demandAt = new Int32Array(places);
    this.#roomAt = new Float64Array(places);
    this.#gainAt = new Float64Array(places);
    this.#densityAt = new Float64Array(places);
    this.#weightAt = new Float64Array(places);
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
    this.maxShipmentCost[candidate] =
      Number(perShipment) + supplies.length * Number(perLine) + units * Number(perUnit) + parcels * highest;
    return [list, Number(weight)];
  }

  /** Begins with a node. */
  enter({ states, most, least }: NodeChoices): void {
    const { first, candidate: candidates } = this.#holders;
    this.#base.set(this.fixed);
    this.#baseWeight.fill(0);
    this.#sure = 0;
    let next = 0;
    for (let demand = 0; demand < this.#demands; demand++) {
      this.#first[demand] = next;
      for (let entry = first[demand]!; entry < first[demand + 1]!; entry++) {
        const candidate = candidates[entry]!;
        const up = most[entry]!;
        const low = least[entry]!;
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
        this.#holder[next] = candidate;
        this.#room[next] = up - low;
        this.#unitCost[next] = low > 0 ? perUnit : perUnit + perLine / up;
        next++;
      }
    }
    this.#first[this.#demands] = next;
    this.work += 2 * most.length;
  }

  /** Worths to begin with: what a unit costs where it is cheapest, if all that is there ships. */
  startingWorths({ states, most }: NodeChoices): Float64Array {
    const { first: firstOf, candidate: candidates } = this.#holders;
    const worths = new Float64Array(this.#demands).fill(Number.POSITIVE_INFINITY);
    const weights = new Float64Array(states.length);
    const units = new Float64Array(states.length);
    for (let demand = 0; demand < worths.length; demand++) {
      for (let entry = firstOf[demand]!; entry < firstOf[demand + 1]!; entry++) {
        units[candidates[entry]!]! += most[entry]!;
        weights[candidates[entry]!]! += most[entry]! * this.#weights[demand]!;
      }
    }
    const { first, upTo, prices } = this.#steps;
    const costs = this.fixed.map((fixed, candidate) => {
      let step = first[candidate]!;
      while (step < first[candidate + 1]! - 1 && upTo[step]! < weights[candidate]!) step++;
      return fixed + prices[step]!;
    });
    for (let demand = 0; demand < worths.length; demand++) {
      for (let entry = firstOf[demand]!; entry < firstOf[demand + 1]!; entry++) {
        const candidate = candidates[entry]!;
        if (most[entry] === 0 || states[candidate] === OUT) continue;
        const weight = weights[candidate]!;
        const part = weight === 0 ? 1 / units[candidate]! : this.#weights[demand]! / weight;
        worths[demand] = Math.min(worths[demand]!, costs[candidate]! * part);
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
    const ends = this.#end;
    const demandAt = this.#demandAt;
    const roomAt = this.#roomAt;
    const gainAt = this.#gainAt;
    const densityAt = this.#densityAt;
    const weightAt = this.#weightAt;
    // Nearly sorted: handling alone makes the orders of candidates differ.
    for (let each = 0; each < demands; each++) {
      const demand = this.#byWorth[each]!;
      const worth = worths[demand]!;
      const inverse = this.#inverse[demand]!;
      const unitWeight = this.#weights[demand]!;
      const end = this.#first[demand + 1]!;
      for (let entry = this.#first[demand]!; entry < end; entry++) {
        const gain = worth - this.#unitCost[entry]!;
        if (gain <= 0) continue;
        const candidate = this.#holder[entry]!;
        const room = this.#room[entry]!;
        const density = gain * inverse;
        const begin = candidate * demands;
        let place = ends[candidate]!++;
        for (; place > begin && densityAt[place - 1]! < density; place--) {
          demandAt[place] = demandAt[place - 1]!;
          roomAt[place] = roomAt[place - 1]!;
          gainAt[place] = gainAt[place - 1]!;
          densityAt[place] = densityAt[place - 1]!;
          weightAt[place] = weightAt[place - 1]!;
        }
        demandAt[place] = demand;
        roomAt[place] = room;
        gainAt[place] = room * gain;
        densityAt[place] = density;
        weightAt[place] = room * unitWeight;
      }
    }
    this.work += 3 * this.#first[demands]! + 12 * this.#end.length;
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
    const densityAt = this.#densityAt;
    const weightAt = this.#weightAt;
    const gainAt = this.#gainAt;
    const begin = candidate * this.#demands;
    const end = this.#end[candidate]!;
    const last = first[candidate + 1]! - 1;
    let weight = this.#baseWeight[candidate]!;
    let step = first[candidate]!;
    while (step < last && upTo[step]! < weight) step++;
    let lowest = prices[step]! - slopes[step]! * (upTo[step]! - weight);
    if (lowest <= until) return weight;
    let gained = 0;
    for (let place = begin; place < end; place++) {
      const reached = weight + weightAt[place]!;
      for (; step < last && upTo[step]! < reached; step++) {
        const each = atEnd[step]! - gained - (upTo[step]! - weight) * densityAt[place]!;
        if (each <= until) return upTo[step]!;
        if (each < lowest) lowest = each;
      }
      gained += gainAt[place]!;
      weight = reached;
      const each = prices[step]! - slopes[step]! * (upTo[step]! - weight) - gained;
      if (each <= until) return weight;
      if (each < lowest) lowest = each;
    }
    this.work += 3 * (end - begin) + step - first[candidate]!;
    return lowest;
  }

  /** Adds the units that candidates ship at their shares. */
  buy(chosen: readonly number[], bought: Float64Array): void {
    const isChosen = new Uint8Array(this.fixed.length);
    for (const candidate of chosen) {
      isChosen[candidate] = 1;
      this.#buyRoom(candidate, bought);
    }
    for (let sure = 0; sure < this.#sure; sure++)
      if (isChosen[this.#sureHolder[sure]!] === 1) bought[this.#sureDemand[sure]!]! += this.#sureUnits[sure]!;
  }

  #buyRoom(candidate: number, bought: Float64Array): void {
    const best = this.#sweep(candidate, this.#lowest[candidate]!);
    let weight = this.#baseWeight[candidate]!;
    for (let place = candidate * this.#demands; place < this.#end[candidate]!; place++) {
      const demand = this.#demandAt[place]!;
      const reached = weight + this.#weightAt[place]!;
      if (reached > best) {
        bought[demand]! += (best - weight) * this.#inverse[demand]!;
        break;
      }
      bought[demand]! += this.#roomAt[place]!;
      weight = reached;
    }
  }
}
