import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAccountClient,
  createRoutingClient,
  type RoutingClient,
  type Schemas,
} from '../../../../shared/client/client.ts';
import { acquireDatabase, type DatabaseLease } from '../../../../shared/db/embedded.ts';
import { loadConfig } from '../../../../shared/foundation/config/config.ts';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { keepOutput } from '../../../../shared/testing/logs/keep-output.ts';
import { testLogger } from '../../../../shared/testing/logs/test-logger.ts';
import { serve } from '../../../serve.ts';
import { type ServedAccount, serveAccount } from '../../testing/served-account.ts';

const run = promisify(execFile);
const example = join(projectRoot, 'docs', 'examples', 'medusa');

let served: ServedAccount;
let client: RoutingClient;
let account: ReturnType<typeof createAccountClient>;
let folder: string;
/** The database of the shop, on a server of its own. */
let database: DatabaseLease;
let shop: ChildProcess;
let url: string;
let keys: { readonly shop: string; readonly admin: string };

beforeAll(async () => {
  [served, folder] = await Promise.all([serveAccount(), mkdtemp(join(tmpdir(), 'wrs-medusa-'))]);
  client = createRoutingClient(served.service.url, served.key);
  account = createAccountClient(served.service.url, served.token);
  await account.PATCH('/account/v1/warehouses/{warehouse_id}', {
    params: { path: { warehouse_id: 'ONT1' } },
    body: { capacity: { shipments_per_day: 1000 } },
  });
  const lease = { databaseUrl: null, dataDir: join(folder, 'data') };
  database = await acquireDatabase(lease, { role: 'command' });
  const project = join(folder, 'shop');
  const filter = (path: string) =>
    !/node_modules|\.tgz$|package-lock|\.medusa/.test(path.slice(example.length));
  await cp(example, project, { recursive: true, filter });
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: database.url,
    WRS_URL: served.service.url,
    WRS_API_KEY: served.key,
  };
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', [...args, '--no-audit', '--no-fund'], { cwd, env, maxBuffer: 1e8 });
  await npm(join(projectRoot, 'shared', 'client'), 'pack', '--silent', '--pack-destination', project);
  await npm(project, 'install');
  await npm(project, 'run', 'build');
  const { stdout } = await npm(project, 'run', 'seed');
  keys = { shop: /\bpk_\w+/.exec(stdout)![0], admin: /\bsk_\w+/.exec(stdout)![0] };
  const port = await freePort();
  url = `http://localhost:${port}`;
  const medusa = join(project, 'node_modules', '.bin', 'medusa');
  shop = spawn(process.execPath, [medusa, 'start', '--port', String(port)], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await keepOutput(shop, /Server is ready/);
});
afterAll(async () => {
  if (shop?.kill()) await once(shop, 'exit');
  await database?.release();
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

/** Calls the shop's API: `/store/…` as a customer, `/admin/…` as an administrator. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows the answer to its call.
async function call(path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-publishable-api-key': keys.shop,
      authorization: `Basic ${btoa(`${keys.admin}:`)}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

type Units = Record<string, number>;
const CHICAGO = '60614';
const LOS_ANGELES = '90012';

/** Buys units of products, by SKU, as a customer does. Returns the order's ID. */
async function placeOrder(units: Units, postal_code = CHICAGO): Promise<string> {
  const { regions } = await call('/store/regions');
  const { variants } = await call('/admin/product-variants');
  const items = Object.entries(units).map(([sku, quantity]) => ({
    variant_id: variants.find((each: { sku: string }) => each.sku === sku).id,
    quantity,
  }));
  const address = { first_name: 'A', last_name: 'B', address_1: '1 Main St', city: 'C', country_code: 'us' };
  const { cart } = await call('/store/carts', {
    region_id: regions[0].id,
    email: 'a.b@example.com',
    shipping_address: { ...address, postal_code },
    items,
  });
  const { shipping_options } = await call(`/store/shipping-options?cart_id=${cart.id}`);
  await call(`/store/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id });
  const { payment_collection } = await call('/store/payment-collections', { cart_id: cart.id });
  const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`;
  await call(sessions, { provider_id: 'pp_system_default' });
  const { order, error } = await call(`/store/carts/${cart.id}/complete`, {});
  if (!order) throw new Error(JSON.stringify(error));
  return order.id;
}

interface Item {
  readonly id: string;
  readonly location_levels: {
    readonly location_id: string;
    readonly stocked_quantity: number;
    readonly reserved_quantity: number;
    readonly stock_locations: readonly { readonly name: string }[];
  }[];
}

async function itemOf(sku: string): Promise<Item> {
  const fields = 'id,*location_levels,location_levels.stock_locations.name';
  const { inventory_items } = await call(`/admin/inventory-items?sku=${sku}&fields=${fields}`);
  return inventory_items[0];
}

/** Units of a product in the shop, by location. */
async function unitsOf(sku: string, kind: 'stocked_quantity' | 'reserved_quantity'): Promise<Units> {
  const { location_levels } = await itemOf(sku);
  return Object.fromEntries(location_levels.map((level) => [level.stock_locations[0]!.name, level[kind]]));
}

/** Units that the service may promise, by warehouse. */
async function available(sku: string): Promise<Units> {
  const { data } = await client.api.GET('/api/v1/inventory', { params: { query: { sku } } });
  return Object.fromEntries(data!.inventory.map((row) => [row.warehouse_id, row.effective_quantity]));
}

/** The service's latest decision on an order, by warehouse. */
async function decided(order_id: string): Promise<Units> {
  const { data } = await client.api.GET('/api/v1/orders/{order_id}', { params: { path: { order_id } } });
  const { shipments } = data!.routings[0]!.result as Schemas['OrderResultA'];
  return Object.fromEntries(
    shipments.map(({ selected_warehouse, lines }) => [selected_warehouse.warehouse_id, lines[0]!.ship_qty]),
  );
}

/** What the order of the shop says of its decision. */
const savedDecision = async (orderId: string) =>
  (await call(`/admin/orders/${orderId}?fields=metadata`)).order.metadata.warehouse_routing;

/** Shipments that the service counts at a warehouse with a capacity: a released order has none. */
async function shipments(): Promise<number> {
  const { data } = await account.GET('/account/v1/capacity', { params: { query: { environment: 'live' } } });
  return data!.warehouses[0]!.days.reduce((sum, { taken }) => sum + taken, 0);
}

async function cancel(order: string): Promise<void> {
  await call(`/admin/orders/${order}/cancel`, {});
}

it('sends the stock of the shop within a minute of its start', async () => {
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
});

it('reserves orders where the service decides, and frees them when they are canceled', async () => {
  // Medusa itself reserves both at one location.
  const orders = [await placeOrder({ CHAIR: 3 }, CHICAGO), await placeOrder({ CHAIR: 2 }, LOS_ANGELES)];
  expect(await Promise.all(orders.map(decided))).toEqual([{ EWR1: 3 }, { ONT1: 2 }]);
  expect(await savedDecision(orders[1]!)).toMatchObject({
    status: 'FULL',
    parts: [{ warehouse_id: 'ONT1', sku: 'CHAIR', quantity: 2 }],
  });
  expect(await unitsOf('CHAIR', 'reserved_quantity')).toEqual({ EWR1: 3, ONT1: 2 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 7, ONT1: 13 });
  expect(await shipments()).toBe(1);

  for (const order of orders) await cancel(order);
  expect(await unitsOf('CHAIR', 'reserved_quantity')).toEqual({ EWR1: 0, ONT1: 0 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
  await expect.poll(shipments).toBe(0);
});

it('ships the lines of an order together', async () => {
  // Alone, the lamps would ship from EWR1.
  const order = await placeOrder({ LAMP: 2, CHAIR: 13 });
  expect(await unitsOf('LAMP', 'reserved_quantity')).toEqual({ EWR1: 0, ONT1: 2 });
  expect(await unitsOf('CHAIR', 'reserved_quantity')).toEqual({ EWR1: 0, ONT1: 13 });
  await cancel(order);
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
});

it('decides orders that are placed at once on the units that the others leave', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder({ LAMP: 1 }, LOS_ANGELES)));
  const decisions = await Promise.all(orders.map(savedDecision));
  const shipFrom = decisions.map(({ parts }) => parts[0].warehouse_id);
  expect(shipFrom.sort()).toEqual([...Array(5).fill('EWR1'), ...Array(3).fill('ONT1')]);
  expect(await unitsOf('LAMP', 'reserved_quantity')).toEqual({ EWR1: 5, ONT1: 3 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 5, ONT1: 0 });
  for (const order of orders) await cancel(order);
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
});

it('promises no unit of a line that ships from two locations again, and it is fulfilled from both', async () => {
  const order = await placeOrder({ LAMP: 13 });
  expect(await decided(order)).toEqual({ EWR1: 10, ONT1: 3 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 0, ONT1: 0 });

  const { items } = (await call(`/admin/orders/${order}?fields=items.id`)).order;
  const { location_levels } = await itemOf('LAMP');
  const { parts } = await savedDecision(order);
  for (const level of location_levels.sort((a, b) => b.reserved_quantity - a.reserved_quantity)) {
    const warehouse = level.stock_locations[0]!.name;
    const { quantity } = parts.find((part: { warehouse_id: string }) => part.warehouse_id === warehouse);
    await call(`/admin/orders/${order}/fulfillments`, {
      location_id: level.location_id,
      items: [{ id: items[0].id, quantity }],
    });
  }
  expect(await unitsOf('LAMP', 'stocked_quantity')).toEqual({ EWR1: 0, ONT1: 0 });
  expect(await unitsOf('LAMP', 'reserved_quantity')).toEqual({ EWR1: 0, ONT1: 0 });
});

it('sends stock that a person changes', async () => {
  const { id, location_levels } = await itemOf('LAMP');
  const [level] = location_levels;
  const path = `/admin/inventory-items/${id}/location-levels/${level!.location_id}`;
  await call(path, { stocked_quantity: 7 });
  await expect.poll(() => available('LAMP')).toMatchObject({ [level!.stock_locations[0]!.name]: 7 });
});

it('leaves units that no warehouse has where Medusa has reserved them', async () => {
  const order = await placeOrder({ SOFA: 5 });
  expect(await savedDecision(order)).toMatchObject({
    status: 'PARTIAL',
    parts: [{ warehouse_id: 'EWR1', sku: 'SOFA', quantity: 2 }],
  });
  const reserved = Object.values(await unitsOf('SOFA', 'reserved_quantity'));
  expect(reserved.reduce((sum, units) => sum + units, 0)).toBe(5);
  await expect.poll(() => available('SOFA')).toEqual({ EWR1: 0, ONT1: 0 });
});

it('leaves an order to Medusa while the service is away, says so, and sends the stock when it is back', async () => {
  await served.service.stop();
  const said = keepOutput(shop, /Order order_\w+ stays where Medusa has reserved it\. .+/);
  const order = await placeOrder({ CHAIR: 2 }, LOS_ANGELES);
  expect(await said).toMatch(/Cannot reach the service/);
  expect(await savedDecision(order)).toMatchObject({ status: 'FALLBACK' });

  const { port } = new URL(served.service.url);
  const config = loadConfig({ DATA_DIR: served.folder, PORT: port, LOG_LEVEL: 'silent' });
  const again = await serve(config, { logger: testLogger() });
  const reserved = await unitsOf('CHAIR', 'reserved_quantity');
  const free = { EWR1: 10 - reserved.EWR1!, ONT1: 15 - reserved.ONT1! };
  await expect.poll(() => available('CHAIR')).toEqual(free);
  await again.stop();
});
