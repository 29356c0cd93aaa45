import { type Board, measuredUnits } from './board.ts';
import type { Random } from './random.ts';
import type { RouteFinder } from './route-finder.ts';

/** What an exchange gains: the cost of orders whose costs are compared, and what the shipments of the others count. */
export interface Gain {
  readonly cost: number;
  readonly weight: number;
}

const MAX_ORDERS = 9;

/** Which orders may change, and which of them want a better route. */
export interface Neighbours {
  /** Orders of the board that could have fewer shipments, or a lower cost, if they came first. */
  readonly wanting: readonly number[];
  /** By order, for each of its SKUs all orders of the board that ship some of it. */
  readonly sharing: readonly (readonly (readonly number[])[])[];
}

/**
 * Ruin and recreate: an order that wants a better route and some that share SKUs with it are taken out. Then one after the
 * other, in random order, gets the best route that is left.
 */
export class Exchange {
  readonly #board: Board;
  readonly #neighbours: Neighbours;
  readonly #finder: RouteFinder;
  readonly #random: Random;
  readonly #orders: number[] = [];
  /** How many of the orders are put back. */
  #returned = 0;
  #cost = 0;
  #weight = 0;

  constructor(board: Board, neighbours: Neighbours, finder: RouteFinder, random: Random) {
    this.#board = board;
    this.#neighbours = neighbours;
    this.#finder = finder;
    this.#random = random;
  }

  /** Chooses orders, and takes them out. */
  candidates(): void {
    const { wanting, sharing } = this.#neighbours;
    const random = this.#random;
    const orders = this.#orders;
    orders.length = 0;
    orders.push(wanting[random.below(wanting.length)]!);
    const size = 2 + random.below(MAX_ORDERS - 1);
    for (let tries = 3 * size; orders.length < size && tries > 0; tries--) {
      const skus = sharing[orders[random.below(orders.length)]!]!;
      const others = skus[random.below(skus.length)]!;
      const other = others[random.below(others.length)]!;
      if (!orders.includes(other)) orders.push(other);
    }
    for (let index = orders.length - 1; index > 0; index--) {
      const other = random.below(index + 1);
      const order = orders[index]!;
      orders[index] = orders[other]!;
      orders[other] = order;
    }
    for (const order of orders) this.#board.takeOut(order);
  }

  /** Finds each of them a route that it may have; false: there is none, or they lose too much. */
  isAllowed(mostLoss: number): boolean {
    const board = this.#board;
    let lastGroup = 0;
    this.#returned = 0;
    this.#cost = 0;
    this.#weight = 0;
    let most = mostLoss;
    for (const order of this.#orders) {
      lastGroup = Math.max(lastGroup, board.orders[order]!.alone.group);
      most += board.before(order).weight;
    }
    for (const each of this.#orders) {
      const order = board.orders[each]!;
      const before = board.before(each);
      const isLast = order.alone.group === lastGroup;
      // Whoever is not in the last group arrives no later than it did before.
      const mostLater = isLast ? order.mostLater : before.later;
      if (!this.#finder.find(order, order.most, mostLater)) return false;
      const route = measuredUnits(order, this.#finder.units());
      board.putBack(each, route);
      this.#returned++;
      this.#cost += before.cost - route.cost;
      this.#weight += before.weight - route.weight;
      most -= route.weight;
      if (most < 0 && !board.comparesCosts) return false;
    }
    return true;
  }

  /** What the orders' routes count less than before. */
  gain(): Gain {
    return { cost: this.#cost, weight: this.#weight };
  }

  /** Keeps the routes that were found, or puts the orders back as they were. */
  apply(keeps: boolean): void {
    if (!keeps) this.#board.restore(this.#orders, this.#returned);
  }
}

/** Whether a gain is one, or a loss of at most `mostLoss`. Costs are compared first, and never grow. */
export function isWorth({ cost, weight }: Gain, mostLoss: number): boolean {
  return cost > 0 || (cost === 0 && weight >= -mostLoss);
}
