import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountFileInput, parseAccountFile } from '../../shared/accounts/account-file.ts';
import { orderRequest, type RoutingOrder, toRoutingOrders } from '../../shared/contracts/order.ts';
import { DEMO_ACCOUNT } from '../../shared/demo/demo-account.ts';
import { generateInventory } from '../../shared/demo/demo-inventory.ts';
import { generateOrders } from '../../shared/demo/demo-orders.ts';
import { DEFAULT_SETTINGS } from '../../shared/engine/settings.ts';
import type { Configuration } from '../../shared/engine/types.ts';
import { projectRoot } from '../../shared/platform/project-root.ts';
import { readInventoryFile } from '../wrs/inventory-file.ts';

/** A row of an inventory sync as it is sent. */
export interface StockRow {
  readonly sku: string;
  readonly warehouse_id: string;
  readonly quantity_available: number;
  readonly unit_value?: number;
}

/** What is measured on: an account with its stock and a batch of orders as they are sent. */
export interface Dataset {
  readonly name: string;
  /** Where the account file's lanes are. */
  readonly folder: string | null;
  readonly account: AccountFileInput;
  readonly inventory: readonly StockRow[];
  readonly orders: readonly object[];
}

const BATCH = 5000;
/** Beside the project where it is developed; anywhere else, SUPERSTORE names the folder. */
const SUPERSTORE = process.env.SUPERSTORE || join(projectRoot, '..', 'shared', 'data', 'superstore');

/** The 5,000 first orders of Superstore; where that is not there, as many of the demo client's. */
export function batchDataset(): Dataset {
  if (!existsSync(join(SUPERSTORE, 'orders.ndjson'))) {
    return {
      name: 'demo orders',
      folder: null,
      account: DEMO_ACCOUNT,
      inventory: generateInventory(BATCH, 1),
      orders: [...generateOrders(BATCH, 1)],
    };
  }
  const read = (name: string) => readFileSync(join(SUPERSTORE, name), 'utf8');
  return {
    name: 'Superstore',
    folder: SUPERSTORE,
    account: JSON.parse(read('account.json')),
    inventory: readInventoryFile('inventory.csv', read('inventory.csv')).map(
      ({ row }) => row as unknown as StockRow,
    ),
    orders: read('orders.ndjson')
      .split('\n', BATCH)
      .map((line) => JSON.parse(line)),
  };
}

/** The dataset's orders as the API hands them on. */
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
