import { RouteFinder } from './route-finder.ts';
import { type SearchedOrder, SHIPMENT } from './window-order.ts';

/** Steps without a better bound after which steps become shorter. */
const PATIENCE = 20;
const SHORTER = 0.7;
/** The bound that steps aim at, by the best one so far. */
const HIGHER = 1.02;
/** How much of a step goes on in the direction of the one before. */
const MOMENTUM = 0.9;

/** In shipments: a unit is never worth more than all shipments of an order. */
const DEAREST = 64;

/**
 * Prices by which each order alone would leave to others what is worth more to them: steps of a subgradient method on the
 * Lagrangean dual. A pair that the orders' best routes use beyond its supply becomes dearer, another one cheaper. By pair, in
 * what a shipment counts. They prove nothing: a search for a route may be cut short (see floor.ts).
 */
export function findPrices(
  orders: readonly SearchedOrder[],
  supply: Int32Array,
  { rounds, mostWork = Number.POSITIVE_INFINITY }: { readonly rounds: number; readonly mostWork?: number },
): Float64Array {
  const dual = new Dual(orders, supply);
  let best = { prices: dual.prices.slice(), bound: Number.NEGATIVE_INFINITY };
  let length = 1;
  let waited = 0;
  for (let round = 0; round < rounds && dual.work < mostWork; round++) {
    const bound = dual.evaluate();
    if (bound > best.bound) {
      best = { prices: dual.prices.slice(), bound };
      waited = 0;
    } else if (++waited === PATIENCE) {
      length *= SHORTER;
      waited = 0;
    }
    if (!dual.step(length * (best.bound * HIGHER + 1 - bound))) break;
  }
  return best.prices;
}

/** The dual at present prices. Only the orders whose prices changed are looked at again. */
class Dual {
  readonly prices: Float64Array;
  readonly #orders: readonly SearchedOrder[];
  readonly #supply: Int32Array;
  readonly #finder: RouteFinder;
  /** By pair, the orders that may use it. */
  readonly #users: number[][];
  readonly #isStale: Uint8Array;
  /** By order, its best route and what that counts. */
  readonly #units: (readonly number[])[];
  readonly #values: Float64Array;
  readonly #used: Int32Array;
  readonly #direction: Float64Array;
  /** Pairs that some best route has used. */
  readonly #touched = new Set<number>();

  constructor(orders: readonly SearchedOrder[], supply: Int32Array) {
    this.#orders = orders;
    this.#supply = supply;
    this.prices = new Float64Array(supply.length);
    this.#finder = new RouteFinder(supply, this.prices, true);
    this.#users = Array.from(supply, () => []);
    for (const [index, { skus }] of orders.entries()) {
      for (const { pairs } of skus) for (const pair of pairs) if (pair >= 0) this.#users[pair]!.push(index);
    }
    this.#isStale = new Uint8Array(orders.length).fill(1);
    this.#units = orders.map(() => []);
    this.#values = new Float64Array(orders.length);
    this.#used = new Int32Array(supply.length);
    this.#direction = new Float64Array(supply.length);
  }

  get work(): number {
    return this.#finder.work;
  }

  /** The sum of the orders' terms less the value of the supply, in shipments. */
  evaluate(): number {
    let bound = 0;
    for (let order = 0; order < this.#orders.length; order++) {
      if (this.#isStale[order] === 1) this.#evaluate(order);
      bound += this.#values[order]!;
    }
    for (const pair of this.#touched) bound -= this.prices[pair]! * this.#supply[pair]!;
    return bound / SHIPMENT;
  }

  #evaluate(index: number): void {
    const order = this.#orders[index]!;
    this.#isStale[index] = 0;
    // A search that is cut short finds nothing: then what was found before stays.
    if (!this.#finder.find(order, order.most, Number.POSITIVE_INFINITY)) return;
    this.#count(order, this.#units[index]!, -1);
    this.#units[index] = this.#finder.units();
    this.#count(order, this.#units[index], 1);
    this.#values[index] = this.#finder.value;
  }

  #count({ skus, candidates }: SearchedOrder, units: readonly number[], times: 1 | -1): void {
    const count = candidates.length;
    for (let index = 0; index < units.length; index++) {
      if (units[index] === 0) continue;
      const pair = skus[Math.floor(index / count)]!.pairs[index % count]!;
      this.#used[pair]! += times * units[index]!;
      this.#touched.add(pair);
    }
  }

  /** Changes prices by a step of this length; false: no pair is used beyond its supply, or below it at a price. */
  step(length: number): boolean {
    const direction = this.#direction;
    let norm = 0;
    for (const pair of this.#touched) {
      const isFree = this.prices[pair] === 0;
      const excess = this.#used[pair]! - this.#supply[pair]!;
      const next = (isFree ? Math.max(0, excess) : excess) + MOMENTUM * direction[pair]!;
      direction[pair] = isFree ? Math.max(0, next) : next;
      norm += direction[pair] ** 2;
    }
    if (norm === 0) return false;
    for (const pair of this.#touched) {
      const moved = this.prices[pair]! + (length / norm) * direction[pair]! * SHIPMENT;
      const price = Math.min(Math.max(0, moved), DEAREST * SHIPMENT);
      if (price === this.prices[pair]) continue;
      this.prices[pair] = price;
      for (const order of this.#users[pair]!) this.#isStale[order] = 1;
    }
    return true;
  }
}
