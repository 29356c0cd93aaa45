import { randomUUID } from 'node:crypto';
import type { AccountFileInput } from '../../shared/account/account-file.ts';
import { importLanes } from '../../shared/account/import-tables.ts';
import { createRoutingClient, type RoutingClient, type Schemas } from '../../shared/client/client.ts';
import type { Database } from '../../shared/db/database.ts';
import type { Config } from '../../shared/foundation/config/config.ts';
import { generateInventory } from '../demo/demo-inventory.ts';
import { generateOrders } from '../demo/demo-orders.ts';
import type { DemoShop } from '../demo/demo-shop.ts';
import { dateBack, dateBackChanges, hasDecisions } from '../demo/earlier-days.ts';
import { FURNITURE_ACCOUNT, FURNITURE_SHOP, furnitureLanes } from '../demo/furniture-client.ts';
import { CHAIN_ACCOUNT, CHAIN_SHOP } from '../demo/store-chain.ts';
import { counted, seconds } from '../terminal/numbers.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withDatabase } from '../with-database.ts';
import { applyWithNewKeys } from './apply-with-new-keys.ts';
import { sendTroubledRuns } from './troubled-runs.ts';

const FURNITURE_ORDERS = 150;
/** How many hours ago the furniture client was made and its orders came. */
const FURNITURE_HOURS = 190;
const BATCH_HOURS = 9;

/**
 * Makes the second demo client with lanes, stock, a batch and some runs, all dated back, so that an operator has two
 * clients to look at. Does nothing if it has routed orders before.
 */
export async function prepareFurniture(config: Config, url: string, terminal: Terminal): Promise<void> {
  const { slug, name } = FURNITURE_ACCOUNT.client;
  await unlessThere(config, slug, (db) =>
    terminal.step(
      'Setting up a second client',
      async () => {
        const since = new Date();
        const client = await makeClient(db, url, FURNITURE_ACCOUNT);
        const table = { text: furnitureLanes(), layout: 'prefix-days', warehouse_id: null, service: null };
        const { warehouses } = await importLanes(db, slug, { ...table, use: true });
        await dateBackChanges(db, { slug, since, hours: FURNITURE_HOURS });
        const run = await routeBatch(client, FURNITURE_SHOP, FURNITURE_ORDERS);
        await dateBack(db, run, BATCH_HOURS);
        await sendTroubledRuns(db, client, { slug, shop: FURNITURE_SHOP });
        return warehouses.reduce((sum, { lanes }) => sum + lanes, 0);
      },
      (lanes, took) =>
        `Second client set up in ${seconds(took)}: ${name}, ${counted(FURNITURE_ACCOUNT.warehouses.length, 'warehouse')} ` +
        `with a lane table of ${counted(lanes, 'lane')}, ${counted(FURNITURE_ORDERS, 'order')}`,
    ),
  );
}

const CHAIN_ORDERS = 2000;

/** Makes the chain of stores with stock and a batch of orders. Does nothing if it has routed orders before. */
export async function prepareStores(config: Config, url: string, terminal: Terminal): Promise<void> {
  const { client, warehouses } = CHAIN_ACCOUNT;
  await unlessThere(config, client.slug, (db) =>
    terminal.step(
      'Setting up a chain of stores',
      async () => routeBatch(await makeClient(db, url, CHAIN_ACCOUNT), CHAIN_SHOP, CHAIN_ORDERS),
      (run, took) =>
        `Chain set up in ${seconds(took)}: ${client.name}, ${counted(warehouses.length, 'store')}, ` +
        `${counted(CHAIN_ORDERS, 'order')} in run ${run}; the operator sees it in the console`,
    ),
  );
}

async function unlessThere(
  config: Config,
  slug: string,
  make: (db: Database) => Promise<unknown>,
): Promise<void> {
  await withDatabase(config, { applicationName: 'wrs quickstart' }, async (db) => {
    if (!(await hasDecisions(db, slug))) await make(db);
  });
}

/** Nobody knows the password of its owner. An operator looks at the account, and can set a new one. */
async function makeClient(db: Database, url: string, file: AccountFileInput): Promise<RoutingClient> {
  const owner = {
    email: `owner@${file.client.slug}.example`,
    role: 'owner',
    password: randomUUID(),
  } as const;
  const { api_keys } = await applyWithNewKeys(db, { ...file, users: [owner] });
  return createRoutingClient(url, api_keys[0]!.key!);
}

/** Pushes stock for so many orders of a shop and routes them in one batch. Returns the routing_run_id. */
async function routeBatch(client: RoutingClient, shop: DemoShop, count: number): Promise<number> {
  const seed = count;
  const inventory = generateInventory(count, seed, shop);
  await client.api.POST('/api/v1/inventory', { body: { source_name: 'quickstart', inventory } });
  const orders = [...generateOrders(count, seed, shop)] as Schemas['OrderInput'][];
  return (await client.batch(orders)).routing_run_id!;
}
