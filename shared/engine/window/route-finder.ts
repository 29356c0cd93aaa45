import { COST_FIRST, type ComparedCost, routeOfUnits, type SearchedOrder, SHIPMENT } from './window-order.ts';

/** The sets that a search of three or more shipments may visit. */
const MAX_NODES = 400;
/** The same if also sets with more members than cover are of interest, because their units are cheaper. */
const MAX_NODES_BY_PRICE = 5000;
/** The work of a route whose cost is compared, or that rules judge. */
const WORK_OF_ROUTE = 40;

/** All candidates, as bits. */
const ALL = -1;

/**
 * Finds the route of one order that counts least: its shipments with their days and ranks, or its cost, and its units at
 * the prices of their pairs. The arrays are used again by each search, as there are hundreds of thousands a second.
 */
export class RouteFinder {
  /** Counted work: candidates that were looked at. */
  work = 0;
  /** What was found: candidates as bits, and what the route counts. */
  set = 0;
  value = Number.POSITIVE_INFINITY;
  readonly #left: Int32Array;
  readonly #prices: Float64Array;
  #order!: SearchedOrder;
  #count = 0;
  #mostLater = 0;
  /** By SKU and candidate, what it can ship, at most what is needed, and its price. */
  readonly #units: number[] = [];
  readonly #price: number[] = [];
  /** By SKU, the candidates that can ship all of it, and those that can ship some, as bits. */
  readonly #whole: number[] = [];
  readonly #some: number[] = [];
  /** SKUs, first those that the fewest candidates have. */
  readonly #scarcest: number[] = [];
  /** The units of what was found, if costs are compared. */
  #found: readonly number[] = [];
  #nodes = 0;
  /** What the units count at least, wherever they come from. */
  #cheapestUnits = 0;
  readonly #isByPrice: boolean;

  /** By price: prices may be worth shipments. Otherwise they choose between sets that cover with none to spare. */
  constructor(left: Int32Array, prices: Float64Array, isByPrice = false) {
    this.#left = left;
    this.#prices = prices;
    this.#isByPrice = isByPrice;
  }

  /** Whether the order has a route of at most `most` shipments that arrives at most so many days later than alone. */
  find(order: SearchedOrder, most: number, mostLater: number): boolean {
    this.#order = order;
    this.#mostLater = mostLater;
    this.#count = order.candidates.length;
    this.value = Number.POSITIVE_INFINITY;
    this.set = 0;
    const open = this.#openCandidates();
    let cover = ALL;
    let active = 0;
    for (let sku = 0; sku < order.skus.length; sku++) {
      if (!this.#look(sku, open)) return false;
      cover &= this.#whole[sku]!;
      active |= this.#some[sku]!;
    }
    this.work += this.#count;
    this.#scarcest.length = 0;
    for (let sku = 0; sku < order.skus.length; sku++) this.#scarcest.push(sku);
    if (order.skus.length > 1)
      this.#scarcest.sort((one, other) => sizeOf(this.#some[one]!) - sizeOf(this.#some[other]!));
    if (this.#isByPrice) active = this.#undominated(active);
    this.#cheapestUnits = this.#priceOf(active);
    // A route of so many shipments counts no less than they do, unless its cost is compared.
    const isOpen = (size: number) =>
      size <= most && (order.cost !== null || this.value > size * order.least + this.#cheapestUnits);
    for (let at = 0; cover !== 0; at++, cover >>>= 1) if (cover & 1) this.#consider(1 << at);
    for (let size = 2; isOpen(size); size++) {
      this.#nodes = this.#isByPrice ? MAX_NODES_BY_PRICE : MAX_NODES;
      this.#extend(0, size, active);
    }
    return this.set !== 0;
  }

  /** The units of the route that was found, by SKU and candidate. */
  units(): readonly number[] {
    return this.#order.cost === null ? this.#filled(this.set) : this.#found;
  }

  /** Without those that are full, or too late for any route with them. */
  #openCandidates(): number {
    const { slots, later } = this.#order;
    let open = ALL;
    for (let at = 0; at < this.#count; at++) {
      const slot = slots[at]!;
      if ((slot >= 0 && this.#left[slot]! <= 0) || later[at]! > this.#mostLater) open &= ~(1 << at);
    }
    return open;
  }

  /** Looks what the open candidates have of a SKU; false: too little. */
  #look(sku: number, open: number): boolean {
    const { pairs, keptBack, quantity, isWhole, unitCosts } = this.#order.skus[sku]!;
    const count = this.#count;
    let whole = 0;
    let some = 0;
    let sum = 0;
    for (let at = 0; at < count; at++) {
      const pair = pairs[at]!;
      let units = pair < 0 || ((open >> at) & 1) === 0 ? 0 : this.#left[pair]! - keptBack[at]!;
      if (units >= quantity) {
        units = quantity;
        whole |= 1 << at;
      } else if (units < 0 || isWhole) units = 0;
      if (units > 0) {
        some |= 1 << at;
        sum += units;
        this.#price[sku * count + at] = this.#prices[pair]! + (unitCosts === undefined ? 0 : unitCosts[at]!);
      }
      this.#units[sku * count + at] = units;
    }
    this.#whole[sku] = whole;
    this.#some[sku] = some;
    return sum >= quantity;
  }

  /** Without candidates instead of which another one can always ship: it has all of each of their SKUs, and counts no more. */
  #undominated(active: number): number {
    let kept = active;
    for (let at = 0, rest = active; rest !== 0; at++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      for (let by = 0, others = kept; others !== 0; by++, others >>>= 1) {
        if ((others & 1) === 0 || by === at || !this.#dominates(by, at)) continue;
        kept &= ~(1 << at);
        break;
      }
    }
    this.work += this.#count;
    return kept;
  }

  #dominates(by: number, at: number): boolean {
    const { skus, weights } = this.#order;
    if (weights[by]! > weights[at]!) return false;
    for (let sku = 0; sku < skus.length; sku++) {
      if (((this.#some[sku]! >> at) & 1) === 0) continue;
      const first = sku * this.#count;
      if (((this.#whole[sku]! >> by) & 1) === 0 || this.#price[first + by]! > this.#price[first + at]!)
        return false;
    }
    return true;
  }

  /** Adds candidates to a set until it covers all SKUs. */
  #extend(set: number, more: number, allowed: number): void {
    if (this.#nodes-- <= 0) return;
    this.work += 1 + this.#order.skus.length;
    const sku = this.#uncovered(set);
    if (sku < 0 && (more === 0 || !this.#isByPrice)) this.#consider(set);
    if (more === 0 || (sku < 0 && !this.#isByPrice)) return;
    if (this.#isByPrice && this.#leastOf(set, more, allowed) >= this.value) return;
    let open = allowed;
    const next = sku < 0 ? allowed : this.#some[sku]! & allowed;
    for (let at = 0, rest = next & ~set; rest !== 0; at++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      open &= ~(1 << at);
      this.#extend(set | (1 << at), more - 1, open);
    }
  }

  /** What a set counts at least with so many more of the allowed candidates. */
  #leastOf(set: number, more: number, allowed: number): number {
    return (sizeOf(set) + more) * this.#order.least + this.#priceOf(set | allowed);
  }

  /** A SKU that a set does not cover, the one that the fewest candidates have; -1: it covers all. */
  #uncovered(set: number): number {
    const { skus } = this.#order;
    for (const sku of this.#scarcest) {
      if ((this.#whole[sku]! & set) !== 0) continue;
      let needed = skus[sku]!.quantity;
      for (let at = 0, rest = set & this.#some[sku]!; rest !== 0; at++, rest >>>= 1)
        if (rest & 1) needed -= this.#units[sku * this.#count + at]!;
      if (needed > 0) return sku;
    }
    return -1;
  }

  #consider(set: number): void {
    const { cost, judge, daysLater } = this.#order;
    let value = this.#valueOf(set);
    if (value >= this.value) return;
    if (cost !== null || judge !== null || daysLater !== null) {
      const units = this.#filled(set);
      if (cost === null) this.work += WORK_OF_ROUTE;
      else value = this.#cheapestFilling(set, units, cost);
      if (value >= this.value) return;
      const route = routeOfUnits(this.#order, units);
      if (judge?.(route) === false || (daysLater !== null && daysLater(route) > this.#mostLater)) return;
      this.#found = units;
    }
    this.value = value;
    this.set = set;
  }

  /** Moves units between the members of a set as long as that costs less; returns what the filling counts. */
  #cheapestFilling(set: number, units: number[], cost: ComparedCost): number {
    const { skus, candidates } = this.#order;
    const members = [...candidates.keys()].filter((at) => (set >> at) & 1);
    let least = this.#costOf(units, cost);
    const tryMove = (from: number, to: number, isWhole: boolean) => {
      const most = from === to ? 0 : Math.min(units[from]!, this.#units[to]! - units[to]!);
      for (const moved of most <= 1 || isWhole ? [most] : [most, 1]) {
        units[from]! -= moved;
        units[to]! += moved;
        const value = moved === 0 ? least : this.#costOf(units, cost);
        if (value < least) {
          least = value;
          return;
        }
        units[from]! += moved;
        units[to]! -= moved;
      }
    };
    for (let before = Number.POSITIVE_INFINITY; least < before; ) {
      before = least;
      for (const [sku, { isWhole }] of skus.entries()) {
        const first = sku * this.#count;
        for (const from of members) for (const to of members) tryMove(first + from, first + to, isWhole);
      }
    }
    return least;
  }

  /** Cost first; the shipments and the prices of units still decide between routes of equal cost. */
  #costOf(units: readonly number[], { of, each }: ComparedCost): number {
    const { weights, skus } = this.#order;
    const count = this.#count;
    this.work += WORK_OF_ROUTE;
    let members = 0;
    let value = 0;
    for (let index = 0; index < units.length; index++) {
      if (units[index] === 0) continue;
      const at = index % count;
      value += units[index]! * this.#prices[skus[Math.floor(index / count)]!.pairs[at]!]!;
      if (((members >> at) & 1) === 0) value += weights[at]!;
      members |= 1 << at;
    }
    return value + (of(routeOfUnits(this.#order, units)) / each) * SHIPMENT * COST_FIRST;
  }

  /** What a set counts; if costs are compared, at least. */
  #valueOf(set: number): number {
    const { weights, cost } = this.#order;
    let value = 0;
    for (let at = 0, rest = set; rest !== 0; at++, rest >>>= 1)
      if (rest & 1) value += weights[at]! + (cost === null ? 0 : cost.fixed[at]!);
    return value < this.value ? value + this.#priceOf(set) : value;
  }

  /** The units of a set, each from the cheapest member that has some. */
  #filled(set: number): number[] {
    const units = new Array<number>(this.#order.skus.length * this.#count).fill(0);
    this.#priceOf(set, units);
    return units;
  }

  /** What the units of a set count; Infinity: it has too few. Writes them to `filled`. */
  #priceOf(set: number, filled: number[] | null = null): number {
    const { skus } = this.#order;
    const count = this.#count;
    let value = 0;
    for (let sku = 0; sku < skus.length; sku++) {
      let needed = skus[sku]!.quantity;
      let open = set & this.#some[sku]!;
      while (needed > 0) {
        if (open === 0) return Number.POSITIVE_INFINITY;
        const at = this.#cheapest(sku, open);
        const given = Math.min(needed, this.#units[sku * count + at]!);
        value += given * this.#price[sku * count + at]!;
        if (filled !== null) filled[sku * count + at] = given;
        needed -= given;
        open &= ~(1 << at);
      }
    }
    return value;
  }

  #cheapest(sku: number, open: number): number {
    const first = sku * this.#count;
    let best = -1;
    for (let at = 0, rest = open; rest !== 0; at++, rest >>>= 1) {
      if (rest & 1 && (best < 0 || this.#price[first + at]! < this.#price[first + best]!)) best = at;
    }
    return best;
  }
}

/** How many bits of a set are set. */
export function sizeOf(set: number): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}
