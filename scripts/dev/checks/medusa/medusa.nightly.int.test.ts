import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccountClient, dataOf } from '../../../../shared/client/client.ts';
import { acquireDatabase, type DatabaseLease } from '../../../../shared/db/embedded.ts';
import { type RunningShop, type ShopApi, ShopExample, type Units } from '../../testing/shop-example.ts';

/** npm installs 720 MB. */
const INSTALLING_MS = 1_200_000;

const example = new ShopExample('medusa');
let account: ReturnType<typeof createAccountClient>;
/** The database of the shop, on a server of its own. */
let database: DatabaseLease;
let running: RunningShop;
let keys: { readonly shop: string; readonly admin: string };

beforeAll(async () => {
  await example.install();
  const { folder, served } = example;
  account = createAccountClient(served.service.url, served.token);
  await account.PATCH('/account/v1/warehouses/{warehouse_id}', {
    params: { path: { warehouse_id: 'ONT1' } },
    body: { capacity: { shipments_per_day: 1000 } },
  });
  const lease = { databaseUrl: null, dataDir: join(folder, 'data') };
  database = await acquireDatabase(lease, { role: 'command' });
  const env = {
    ...example.settings,
    NODE_ENV: 'development',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: database.url,
  };
  const said = await example.npm(['run', 'seed'], env);
  keys = { shop: /\bpk_\w+/.exec(said)![0], admin: /\bsk_\w+/.exec(said)![0] };
  const medusa = join('node_modules', '.bin', 'medusa');
  running = await example.start((port) => [medusa, 'start', '--port', port], /Server is ready/, env);
}, INSTALLING_MS);
afterAll(async () => {
  await running?.stop();
  await database?.release();
  await example.close();
});

/** Calls the shop's API: `/store/…` as a customer, `/admin/…` as an administrator. */
// biome-ignore lint/suspicious/noExplicitAny: each caller knows the answer to its call.
async function call(path: string, body?: object): Promise<any> {
  const response = await fetch(running.url + path, {
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

interface Order {
  readonly code: string;
}

const LOS_ANGELES = '90012';

/** Buys units of products, by SKU, as a customer does. */
async function placeOrder(units: Units, postal_code = '60614'): Promise<Order> {
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
  return { code: order.id };
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

/** What the order of the shop says of its decision. */
const savedDecision = async ({ code }: Order) =>
  (await call(`/admin/orders/${code}?fields=metadata`)).order.metadata.warehouse_routing;

const shop = (): ShopApi<Order> => ({
  process: running.process,
  placeOrder,
  cancel: ({ code }) => call(`/admin/orders/${code}/cancel`, {}),
  async fulfill(order) {
    const { items } = (await call(`/admin/orders/${order.code}?fields=items.id`)).order;
    const { location_levels } = await itemOf('LAMP');
    const { parts } = await savedDecision(order);
    // Medusa has reserved the line at one location, which comes first.
    const levels = location_levels.sort((a, b) => b.reserved_quantity - a.reserved_quantity);
    for (const { location_id, stock_locations } of levels) {
      const [{ name }] = stock_locations as [{ name: string }];
      const { quantity } = parts.find((part: { warehouse_id: string }) => part.warehouse_id === name);
      const fulfilled = { location_id, items: [{ id: items[0].id, quantity }] };
      await call(`/admin/orders/${order.code}/fulfillments`, fulfilled);
    }
    const { fulfillments } = (await call(`/admin/orders/${order.code}?fields=fulfillments.id`)).order;
    return fulfillments.map(({ id }: { id: string }) => id);
  },
  async ship({ code }, fulfillments) {
    for (const id of fulfillments) {
      const fields = 'fulfillments.id,fulfillments.items.line_item_id,fulfillments.items.quantity';
      const { order } = await call(`/admin/orders/${code}?fields=${fields}`);
      const { items } = order.fulfillments.find((each: { id: string }) => each.id === id);
      const shipped = items.map(({ line_item_id, quantity }: { line_item_id: string; quantity: number }) => ({
        ...{ id: line_item_id, quantity },
      }));
      await call(`/admin/orders/${code}/fulfillments/${id}/shipments`, { items: shipped });
    }
  },
  async stockOf(sku) {
    const { location_levels } = await itemOf(sku);
    const unitsBy = (kind: 'stocked_quantity' | 'reserved_quantity'): Units =>
      Object.fromEntries(location_levels.map((level) => [level.stock_locations[0]!.name, level[kind]]));
    return { stocked: unitsBy('stocked_quantity'), reserved: unitsBy('reserved_quantity') };
  },
  async setStock(sku, units) {
    const { id, location_levels } = await itemOf(sku);
    for (const { location_id, stock_locations } of location_levels) {
      const stocked_quantity = units[stock_locations[0]!.name];
      await call(`/admin/inventory-items/${id}/location-levels/${location_id}`, { stocked_quantity });
    }
  },
});

/** Shipments that the service counts at a warehouse with a capacity: a released order has none. */
async function shipments(): Promise<number> {
  const params = { query: { environment: 'live' } } as const;
  const { warehouses } = await dataOf(account.GET('/account/v1/capacity', { params }));
  return warehouses[0]!.days.reduce((sum, { taken }) => sum + taken, 0);
}

example.testSales(shop);

it('gives two orders of one product to the warehouse near each', async () => {
  // Medusa itself reserves both at one location.
  const orders = [await placeOrder({ CHAIR: 3 }), await placeOrder({ CHAIR: 2 }, LOS_ANGELES)];
  const [decided, saved] = [orders.map((order) => example.decisionsOn(order)), savedDecision(orders[1]!)];
  expect((await Promise.all(decided)).flat()).toEqual([{ EWR1: 3 }, { ONT1: 2 }]);
  const parts = [{ warehouse_id: 'ONT1', sku: 'CHAIR', quantity: 2 }];
  expect(await saved).toMatchObject({ status: 'FULL', parts });
  expect((await shop().stockOf('CHAIR')).reserved).toEqual({ EWR1: 3, ONT1: 2 });
  await expect.poll(() => example.available('CHAIR')).toEqual({ EWR1: 7, ONT1: 13 });
  expect(await shipments()).toBe(2);

  for (const order of orders) await shop().cancel(order);
  await expect.poll(shipments).toBe(1);
});

it('decides orders that are placed at once on the units that the others leave', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder({ LAMP: 1 }, LOS_ANGELES)));
  const decisions = await Promise.all(orders.map(savedDecision));
  const shipFrom = decisions.map(({ parts }) => parts[0].warehouse_id);
  expect(shipFrom.sort()).toEqual([...Array(4).fill('EWR1'), ...Array(4).fill('ONT1')]);
  expect((await shop().stockOf('LAMP')).reserved).toEqual({ EWR1: 4, ONT1: 4 });
  await expect.poll(() => example.available('LAMP')).toEqual({ EWR1: 3, ONT1: 0 });
});

it('leaves units that no warehouse has where Medusa has reserved them', async () => {
  const order = await placeOrder({ SOFA: 5 });
  const parts = [{ warehouse_id: 'EWR1', sku: 'SOFA', quantity: 2 }];
  expect(await savedDecision(order)).toMatchObject({ status: 'PARTIAL', parts });
  const { reserved } = await shop().stockOf('SOFA');
  expect(Object.values(reserved).reduce((sum, units) => sum + units, 0)).toBe(5);
  await expect.poll(() => example.available('SOFA')).toEqual({ EWR1: 0, ONT1: 0 });
});

example.testOutage(shop, /Order order_\w+ stays where Medusa has reserved it\. .+/, async (order) =>
  expect(await savedDecision(order)).toMatchObject({ status: 'FALLBACK' }),
);
