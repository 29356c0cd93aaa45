import type { Route } from '../route.ts';
import type { Resources } from './resources.ts';
import { isSameRoute, routeOfUnits, unitsByCandidate, type WindowOrder } from './window-order.ts';

/** An order of a window that may change. */
export interface BoardOrder {
  /** Its index in the window. */
  readonly index: number;
  readonly order: WindowOrder;
  /** Null: it begins as alone. */
  readonly begins: Route | null;
}

/** A route of an order of the board, measured. */
interface BoardRoute {
  /** By SKU and candidate. */
  readonly units: readonly number[];
  /** The candidates that ship, as bits. */
  readonly members: number;
  /** What its shipments count. */
  readonly weight: number;
  /** What it costs, if that is compared; otherwise 0. */
  readonly cost: number;
  /** How many days later than alone it arrives. */
  readonly later: number;
}

/** The orders that may be routed otherwise with their present routes, and what is left of the resources. */
export class Board {
  readonly orders: readonly WindowOrder[];
  readonly left: Int32Array;
  readonly routes: BoardRoute[];
  readonly comparesCosts: boolean;
  readonly #alone: readonly BoardRoute[];
  /** By order, the route that it had when it was taken out. */
  readonly #before: BoardRoute[];

  constructor(orders: readonly BoardOrder[], resources: Resources) {
    this.orders = orders.map(({ order }) => order);
    this.left = Int32Array.from(resources.left);
    this.#alone = this.orders.map((order) => measured(order, order.routeAlone));
    this.routes = [...this.#alone];
    this.#before = [...this.#alone];
    this.comparesCosts = this.orders.some(({ cost }) => cost !== null);
    for (const [index, { order, begins }] of orders.entries()) {
      if (begins === null) continue;
      this.takeOut(index);
      this.putBack(index, measured(order, begins));
    }
  }

  /** What the orders have together. */
  supply(): Int32Array {
    const all = [...this.orders.keys()];
    for (const order of all) this.takeOut(order);
    const supply = this.left.slice();
    this.restore(all, 0);
    return supply;
  }

  /** The present route of an order; null: it ships as alone. */
  routeOf(index: number): Route | null {
    const order = this.orders[index]!;
    const route = routeOfUnits(order, this.routes[index]!.units);
    return isSameRoute(route, order.routeAlone) ? null : route;
  }

  /** Lets orders ship as alone that gain nothing themselves, and leave nothing that another order takes. */
  returnUnneeded(): void {
    const changed = [...this.orders.keys()].filter((index) => this.routeOf(index) !== null);
    if (changed.filter((index) => this.#returns(index)).length > 0) this.returnUnneeded();
  }

  #returns(index: number): boolean {
    const alone = this.#alone[index]!;
    const { weight, cost } = this.routes[index]!;
    if (cost < alone.cost || (cost === alone.cost && weight < alone.weight)) return false;
    this.takeOut(index);
    this.putBack(index, alone);
    const { skus, slots } = this.orders[index]!;
    const fits =
      skus.every(({ pairs, keptBack }, sku) =>
        pairs.every((pair, at) => !alone.units[sku * pairs.length + at] || this.left[pair]! >= keptBack[at]!),
      ) && slots.every((slot, at) => !((alone.members >> at) & 1) || slot < 0 || this.left[slot]! >= 0);
    if (!fits) this.restore([index], 1);
    return fits;
  }

  /** Takes an order out: it gives back what it uses. */
  takeOut(order: number): void {
    this.#before[order] = this.routes[order]!;
    this.#move(order, 1);
  }

  /** Puts back an order that was taken out, by another route. */
  putBack(order: number, route: BoardRoute): void {
    this.routes[order] = route;
    this.#move(order, -1);
  }

  /** Puts orders back as they were, of which the first `returned` were put back already. */
  restore(orders: readonly number[], returned: number): void {
    for (let index = 0; index < returned; index++) this.#move(orders[index]!, 1);
    for (const order of orders) this.putBack(order, this.#before[order]!);
  }

  /** The route of an order before it was taken out. */
  before(order: number): BoardRoute {
    return this.#before[order]!;
  }

  #move(order: number, times: 1 | -1): void {
    const { skus, slots, candidates } = this.orders[order]!;
    const { units, members } = this.routes[order]!;
    const { left } = this;
    const count = candidates.length;
    for (let sku = 0; sku < skus.length; sku++) {
      const { pairs } = skus[sku]!;
      for (let at = 0; at < count; at++) {
        const given = units[sku * count + at]!;
        if (given > 0) left[pairs[at]!]! += times * given;
      }
    }
    for (let at = 0, rest = members; rest !== 0; at++, rest >>>= 1) {
      if (rest & 1 && slots[at]! >= 0) left[slots[at]!]! += times;
    }
  }
}

/** What a route of an order counts. */
export function measured(order: WindowOrder, route: Route): BoardRoute {
  return measuredUnits(order, unitsByCandidate(order, route));
}

export function measuredUnits(order: WindowOrder, units: readonly number[]): BoardRoute {
  const { candidates, weights, cost, daysLater } = order;
  const count = candidates.length;
  let members = 0;
  for (let index = 0; index < units.length; index++) {
    if (units[index]! > 0) members |= 1 << (index % count);
  }
  let weight = 0;
  let later = 0;
  for (let at = 0, rest = members; rest !== 0; at++, rest >>>= 1) {
    if ((rest & 1) === 0) continue;
    weight += weights[at]!;
    later = Math.max(later, order.later[at]!);
  }
  const route = cost === null && daysLater === null ? null : routeOfUnits(order, units);
  return {
    units,
    members,
    weight,
    cost: cost === null ? 0 : cost.of(route!),
    later: daysLater === null ? later : daysLater(route!),
  };
}
