/**
 * What the orders of a window share, each with a number: the units of a SKU at a warehouse (a pair), and the slots of a
 * warehouse on a day.
 */
export class Resources {
  readonly #warehouses: number;
  readonly #first = new Map<string, number>();
  readonly #slots = new Map<string, number>();
  /** Of each, what no order of the window uses. */
  readonly left: number[] = [];
  /** Of each, what the window has: what is left, and what its orders use. */
  readonly supply: number[];

  /** `stock` is what is left of each SKU, by warehouse; `slots` what is left of the slots of a day, by slotKey. */
  constructor(
    stock: ReadonlyMap<string, ArrayLike<number>>,
    warehouses: number,
    slots: ReadonlyMap<string, number>,
  ) {
    this.#warehouses = warehouses;
    for (const [sku, units] of stock) {
      this.#first.set(sku, this.left.length);
      for (let warehouse = 0; warehouse < warehouses; warehouse++) this.left.push(units[warehouse] ?? 0);
    }
    for (const [key, left] of slots) {
      this.#slots.set(key, this.left.length);
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

  /** The slots of a warehouse on a day; -1: they are not limited. */
  slot(warehouse: number, day: number | null): number {
    return day === null ? -1 : (this.#slots.get(slotKey(warehouse, day)) ?? -1);
  }
}

/** Names the slots of a warehouse on a day. */
export function slotKey(warehouse: number, day: number): string {
  return `${warehouse} ${day}`;
}
