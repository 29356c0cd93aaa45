import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { type AccountFileInput, parseAccountFile } from '../../../shared/account/account-file.ts';
import { orderRequest, type RoutingOrder, toRoutingOrders } from '../../../shared/contracts/order.ts';
import { DEFAULT_SETTINGS } from '../../../shared/engine/settings.ts';
import type { Configuration } from '../../../shared/engine/types.ts';
import { projectRoot } from '../../../shared/foundation/project-root.ts';
import { DEMO_ACCOUNT } from '../../demo/demo-account.ts';
import { generateInventory } from '../../demo/demo-inventory.ts';
import { generateOrders } from '../../demo/demo-orders.ts';
import { inParts } from '../harness/orders.ts';

/** A row of an inventory sync as it is sent. */
export interface SentStockRow {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly unit_value?: number;
}

/** The data of a measurement: an account, its stock, and a batch of orders as they are sent. */
export interface Dataset {
  readonly name: string;
  /** The folder of the account file's lanes. */
  readonly folder: string | null;
  readonly account: AccountFileInput;
  readonly inventory: readonly SentStockRow[];
  readonly orders: readonly object[];
}

const BATCH = 5000;
const SEED = 1;
/** Next to the project, or the folder that SUPERSTORE names. */
const SUPERSTORE = process.env.SUPERSTORE || join(projectRoot, '..', 'shared', 'data', 'superstore');

/** The 5,000 first orders of Superstore, or as many of the demo client's if its folder does not exist. */
export function batchDataset(): Dataset {
  if (!existsSync(join(SUPERSTORE, 'orders.ndjson'))) {
    return {
      name: 'demo orders',
      folder: null,
      account: DEMO_ACCOUNT,
      inventory: generateInventory(BATCH, SEED),
      orders: [...generateOrders(BATCH, SEED)],
    };
  }
  const read = (name: string) => readFileSync(join(SUPERSTORE, name), 'utf8');
  return {
    name: 'Superstore',
    folder: SUPERSTORE,
    account: JSON.parse(read('account.json')),
    inventory: parseCsv(read('inventory.csv'), { columns: true, cast: castNumbers }),
    orders: read('orders.ndjson')
      .split('\n', BATCH)
      .map((line) => JSON.parse(line)),
  };
}

/** The same orders under IDs that no other round has, of the same length: a client seldom sends an order twice. */
export function freshOrders(orders: readonly object[], round: number): object[] {
  return orders.map((order) => ({
    ...order,
    external_order_id: `${(order as { external_order_id: string }).external_order_id}-${1000 + round}`,
  }));
}

export function enabledWarehouses({ warehouses = [] }: AccountFileInput): string[] {
  return warehouses.filter(({ enabled = true }) => enabled).map(({ warehouse_id }) => warehouse_id);
}

/** So many rows of a sync, in which every SKU is in every warehouse. */
export function snapshotOf(
  warehouses: readonly string[],
  rows: number,
  { prefix, quantity }: { readonly prefix: string; readonly quantity: number },
): SentStockRow[] {
  return Array.from({ length: rows }, (_, row) => {
    const sku = Math.floor(row / warehouses.length);
    return {
      sku: `${prefix}-${String(sku).padStart(6, '0')}`,
      warehouse_id: warehouses[row % warehouses.length]!,
      quantity_available: quantity,
      unit_value: 10 + (sku % 90),
    };
  });
}

/** The data of large runs: the demo client with stock for so many orders. */
export function demoDataset(orders: number): Pick<Dataset, 'account' | 'folder' | 'inventory'> {
  return { account: DEMO_ACCOUNT, folder: null, inventory: generateInventory(orders, SEED) };
}

/** The demo client's orders as newline-delimited JSON, under IDs that no other round has. */
export function demoRun(count: number, round: number): Buffer[] {
  return [...inParts(linesOf(count, round))];
}

function* linesOf(count: number, round: number): Generator<string> {
  for (const order of generateOrders(count, SEED))
    yield `${JSON.stringify(freshOrders([order], round)[0])}\n`;
}

const NUMBERS = new Set(['quantity_available', 'unit_value']);
const castNumbers = (text: string, { column, header }: { column: string | number; header: boolean }) =>
  !header && NUMBERS.has(String(column)) ? Number(text) : text;

/** The dataset's orders after the checks of the API. */
export function routingOrders(orders: readonly object[]): RoutingOrder[] {
  return toRoutingOrders(
    orders.map((order) => orderRequest.parse(order)),
    (index) => `orders[${index}]`,
  );
}

/** What the engine needs of an account file. */
export function configurationOf(file: AccountFileInput): Configuration {
  const { settings, warehouses, profiles, item_controls } = parseAccountFile(file);
  return {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    warehouses: (warehouses ?? []).map((warehouse) => ({ ...warehouse })),
    profiles: profiles ?? [],
    item_controls: item_controls ?? [],
  };
}
