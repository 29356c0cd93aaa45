import { Readable } from 'node:stream';
import { generateInventory } from '../../demo/demo-inventory.ts';
import { generateOrders } from '../../demo/demo-orders.ts';

/** An order of so many units of each SKU, as the API takes it. */
export const orderOf = (external_order_id: string, units: Readonly<Record<string, number>>) => ({
  external_order_id,
  destination_zip: '60614',
  lines: Object.entries(units).map(([sku, quantity]) => ({ sku, quantity })),
});

/** A sync of stock with so many units of each SKU in each warehouse. */
export const syncOf = (skus: readonly string[], quantity_available: number, warehouseIds = ['EWR1']) => ({
  inventory: skus.flatMap((sku) =>
    warehouseIds.map((warehouse_id) => ({ sku, warehouse_id, quantity_available })),
  ),
});

/** Orders as newline-delimited JSON, for a run. */
export const runOf = (orders: readonly object[]): Buffer =>
  Buffer.from(orders.map((order) => JSON.stringify(order)).join('\n'));

/** Stock for so many demo orders, as POST /api/v1/inventory takes it. */
export function demoStock(orders: number): Buffer {
  return Buffer.from(JSON.stringify({ inventory: generateInventory(orders, 1) }));
}

const DISTINCT_ORDERS = 5000;

/** Repeats the demo orders without end, each time with new order IDs. */
export class OrderSource {
  readonly #orders: readonly object[] = [...generateOrders(DISTINCT_ORDERS, 1)];
  #next = 0;

  constructor(private readonly prefix = 's1') {}

  single(): Buffer {
    return Buffer.from([...this.#take(1)][0]!);
  }

  batch(count: number): Buffer {
    return Buffer.from(`{"orders":[${[...this.#take(count)].join()}]}`);
  }

  /** The next orders as newline-delimited JSON. */
  run(count: number): Readable {
    return Readable.from(inParts(this.#lines(count)));
  }

  *#lines(count: number): Generator<string> {
    for (const order of this.#take(count)) yield `${order}\n`;
  }

  /** The next orders as JSON texts. */
  *#take(count: number): Generator<string> {
    for (let n = 0; n < count; n++) {
      const at = this.#next++;
      const order = this.#orders[at % DISTINCT_ORDERS];
      yield JSON.stringify({ ...order, external_order_id: `${this.prefix}-${at}` });
    }
  }
}

const PART_LENGTH = 256 * 1024;

/** Joins short texts to larger parts, because sending each text alone costs more. */
export function* inParts(texts: Iterable<string>): Generator<Buffer> {
  let part = '';
  for (const text of texts) {
    part += text;
    if (part.length < PART_LENGTH) continue;
    yield Buffer.from(part);
    part = '';
  }
  if (part !== '') yield Buffer.from(part);
}
