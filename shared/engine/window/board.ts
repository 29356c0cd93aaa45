import type { Route } from '../route.ts';
import type { Resources } from './resources.ts';
import { isSameRoute, routeOfUnits, unitsByCandidate, type WindowOrder } from './window-order.ts';

/** An order of a window that may change. */
export interface BoardOrder {
  /** Its place in the window. */
  readonly place: number;
  readonly order: WindowOrder;
  /** Null: it begins as alone. */
  readonly begins: Route | null;
}

/** The present route of an order of the board. */
interface BoardRoute {
  /** By SKU and candidate. */
  readonly units: number[];
  /** The candidates that ship, as bits. */
  members: number;
  /** What its shipments count. */
  weight: number;
  /** What it costs, if that is compared; otherwise 0. */
  cost: number;
  /** How many days later than alone it arrives. */
  later: number;
}

/** The orders that may be routed otherwise with their present routes, and what is left of the resources. */
export class Board {
  readonly orders: readonly WindowOrder[];
  readonly left: Int32Array;
  readonly routes: readonly BoardRoute[];
  readonly comparesCosts: boolean;
  /** By order, the route before the exchange that is tried. */
  readonly #before: readonly BoardRoute[];

  constructor(orders: readonly BoardOrder[], resources: Resources) {
    this.orders = orders.map(({ order }) => order);
    this.left = Int32Array.from(resources.left);
    const routes = () =>
      this.orders.map((order) => measured(order, unitsByCandidate(order, order.routeAlone)));
    this.routes = routes();
    this.#before = routes();
    this.comparesCosts = this.orders.some(({ cost }) => cost !== null);
    for (const [index, { begins }] of orders.entries()) {
      if (begins === null) continue;
      this.takeOut(index);
      this.putBack(index, unitsByCandidate(this.orders[index]!, begins));
    }
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
    let returned = 0;
    for (const index of changed) if (this.#returns(index)) returned++;
    if (returned > 0) this.returnUnneeded();
  }

  #returns(index: number): boolean {
    const order = this.orders[index]!;
    const alone = measured(order, unitsByCandidate(order, order.routeAlone));
    const { weight, cost } = this.routes[index]!;
    if (cost < alone.cost || (cost === alone.cost && weight < alone.weight)) return false;
    this.takeOut(index);
    if (!this.#hasRoom(order, alone)) {
      this.restore([index], 0);
      return false;
    }
    this.putBack(index, alone.units);
    return true;
  }

  #hasRoom({ skus, places, candidates }: WindowOrder, { units, members }: BoardRoute): boolean {
    const count = candidates.length;
    return candidates.every((_, at) => {
      const place = places[at]!;
      if ((members >> at) & 1 && place >= 0 && this.left[place]! <= 0) return false;
      return skus.every(({ pairs, keptBack }, sku) => {
        const needed = units[sku * count + at]!;
        return needed === 0 || this.left[pairs[at]!]! - keptBack[at]! >= needed;
      });
    });
  }

  /** Takes an order out: it gives back what it uses. */
  takeOut(order: number): void {
    copy(this.routes[order]!, this.#before[order]!);
    this.#move(order, 1);
  }

  /** Puts back an order that was taken out, with other units. */
  putBack(order: number, units: readonly number[]): void {
    copy(measured(this.orders[order]!, units), this.routes[order]!);
    this.#move(order, -1);
  }

  /** Puts orders back as they were, of which the first `returned` were put back already. */
  restore(orders: readonly number[], returned: number): void {
    for (let place = 0; place < returned; place++) this.#move(orders[place]!, 1);
    for (const order of orders) {
      copy(this.#before[order]!, this.routes[order]!);
      this.#move(order, -1);
    }
  }

  /** The route of an order before it was taken out. */
  before(order: number): Readonly<BoardRoute> {
    return this.#before[order]!;
  }

  #move(order: number, times: 1 | -1): void {
    const { skus, places, candidates } = this.orders[order]!;
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
      if (rest & 1 && places[at]! >= 0) left[places[at]!]! += times;
    }
  }
}

function copy(from: BoardRoute, to: BoardRoute): void {
  for (let place = 0; place < from.units.length; place++) to.units[place] = from.units[place]!;
  to.members = from.members;
  to.weight = from.weight;
  to.cost = from.cost;
  to.later = from.later;
}

function measured(order: WindowOrder, units: readonly number[]): BoardRoute {
  const { candidates, weights, cost, daysLater } = order;
  const count = candidates.length;
  let members = 0;
  for (let place = 0; place < units.length; place++) {
    if (units[place]! > 0) members |= 1 << (place % count);
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
    units: units as number[],
    members,
    weight,
    cost: cost === null ? 0 : cost.of(route!),
    later: daysLater === null ? later : daysLater(route!),
  };
}
