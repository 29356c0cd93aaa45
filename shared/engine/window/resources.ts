/**
 * What the orders of a window share, each with a number: the units of a SKU at a warehouse (a pair), and the places of a
 * warehouse on a day.
 */
export class Resources {
  readonly #warehouses: number;
  readonly #first = new Map<string, number>();
  readonly #places = new Map<string, number>();
  /** Of each, what no order of the window uses. */
  readonly left: number[] = [];
  /** Of each, what the window has: what is left, and what its orders use. */
  readonly supply: number[];

  /** `stock` is what is left of each SKU, by warehouse; `places` what is left of the places of a day, by placeKey. */
  constructor(
    stock: ReadonlyMap<string, ArrayLike<number>>,
    warehouses: number,
    places: ReadonlyMap<string, number>,
  ) {
    this.#warehouses = warehouses;
    for (const [sku, units] of stock) {
      this.#first.set(sku, this.left.length);
      for (let warehouse = 0; warehouse < warehouses; warehouse++) this.left.push(units[warehouse] ?? 0);
    }
    for (const [key, left] of places) {
      this.#places.set(key, this.left.length);
      this.left.push(left);
    }
    this.supply = [...this.left];
  }

  /** Says that an order of the window uses some. */
  use(resource: number, units: number): void {
    if (resource >= 0) this.supply[resource]! += units;
  }

  /** The units of a SKU at a warehouse; -1: there are none. */
  pair(sku: string, warehouse: number): number {
    const first = this.#first.get(sku);
    return first === undefined || warehouse >= this.#warehouses ? -1 : first + warehouse;
  }

  /** The places of a warehouse on a day; -1: they are not limited. */
  place(warehouse: number, day: number | null): number {
    return day === null ? -1 : (this.#places.get(placeKey(warehouse, day)) ?? -1);
  }
}

/** Names the places of a warehouse on a day. */
export function placeKey(warehouse: number, day: number): string {
  return `${warehouse} ${day}`;
}
