import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRoutingClient, type RoutingClient, type Schemas } from '../../../../shared/client/client.ts';
import { loadConfig } from '../../../../shared/foundation/config/config.ts';
import { freePort } from '../../../../shared/foundation/free-port.ts';
import { projectRoot } from '../../../../shared/foundation/project-root.ts';
import { keepOutput } from '../../../../shared/testing/logs/keep-output.ts';
import { testLogger } from '../../../../shared/testing/logs/test-logger.ts';
import { serve } from '../../../serve.ts';
import { type ServedAccount, serveAccount } from '../../testing/served-account.ts';

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run('npm', [...args, '--no-audit', '--no-fund'], { cwd });
const example = join(projectRoot, 'docs', 'examples', 'vendure-plugin');

let served: ServedAccount;
let client: RoutingClient;
let folder: string;
/** A shop with the plugin. */
let shop: Shop;

beforeAll(async () => {
  [served, folder] = await Promise.all([serveAccount(), mkdtemp(join(tmpdir(), 'wrs-vendure-'))]);
  client = createRoutingClient(served.service.url, served.key);
  const filter = (path: string) => !/node_modules|dist|\.tgz$|package-lock/.test(path.slice(example.length));
  await cp(example, folder, { recursive: true, filter });
  await npm(join(projectRoot, 'shared', 'client'), 'pack', '--silent', '--pack-destination', folder);
  await npm(folder, 'install');
  await npm(folder, 'run', 'build');
  shop = await startShop({ WRS_URL: served.service.url, WRS_API_KEY: served.key });
});
afterAll(async () => {
  await shop?.stop();
  await served.close();
  await rm(folder, { recursive: true, force: true });
});

interface Shop {
  readonly process: ChildProcess;
  readonly url: string;
  stop(): Promise<void>;
}

async function startShop(env: Readonly<Record<string, string>>): Promise<Shop> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'dist', 'shop.js')], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await keepOutput(child, /The shop has its stock/);
  const ended = once(child, 'exit');
  return {
    process: child,
    url: `http://localhost:${port}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** A session of the shop's API (a customer) or of its admin API. */
class Session {
  #token = '';

  constructor(
    private readonly url: string,
    private readonly api: 'shop' | 'admin',
  ) {}

  /** Sends GraphQL, and returns the member of the data. Throws if there are errors, also those that are results. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the fields that it has asked for.
  async ask(text: string, variables: object = {}): Promise<any> {
    const response = await fetch(`${this.url}/${this.api}-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ query: text, variables }),
    });
    this.#token = response.headers.get('vendure-auth-token') ?? this.#token;
    const { data, errors } = (await response.json()) as { data: Record<string, never>; errors?: unknown };
    const answer = Object.values(data ?? {})[0] as { errorCode?: string } | undefined;
    if (errors || answer?.errorCode) throw new Error(JSON.stringify(errors ?? answer));
    return answer;
  }
}

/** What each answer is asked for: its members, or the code of a failure. */
const or = (members: string) => `{ ${members} ... on ErrorResult { errorCode message } }`;
const DONE = or('__typename');
const TRANSITION = '{ ... on OrderStateTransitionError { errorCode message } }';

type Units = Record<string, number>;

interface Order {
  readonly id: string;
  readonly code: string;
  readonly lines: { readonly id: string }[];
}

/** Buys units of products, by SKU, as a customer does. */
async function placeOrder({ url }: Shop, units: Units): Promise<Order> {
  const customer = new Session(url, 'shop');
  for (const [sku, quantity] of Object.entries(units)) {
    const product = 'query($slug: String!) { product(slug: $slug) { variants { id } } }';
    const { variants } = await customer.ask(product, { slug: sku.toLowerCase() });
    await customer.ask(
      `mutation($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) ${DONE} }`,
      { id: variants[0].id, quantity },
    );
  }
  const person = '{ firstName: "A", lastName: "B", emailAddress: "a.b@example.com" }';
  await customer.ask(`mutation { setCustomerForOrder(input: ${person}) ${DONE} }`);
  const address = '{ streetLine1: "1 Main St", countryCode: "US", postalCode: "60614" }';
  await customer.ask(`mutation { setOrderShippingAddress(input: ${address}) ${DONE} }`);
  const [{ id }] = await customer.ask('{ eligibleShippingMethods { id } }');
  await customer.ask(`mutation($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) ${DONE} }`, {
    id,
  });
  await customer.ask(`mutation { transitionOrderToState(state: "ArrangingPayment") ${TRANSITION} }`);
  const order = or('... on Order { id code lines { id } }');
  return customer.ask(`mutation { addPaymentToOrder(input: { method: "dummy", metadata: {} }) ${order} }`);
}

async function adminOf({ url }: Shop): Promise<Session> {
  const admin = new Session(url, 'admin');
  await admin.ask(`mutation { login(username: "superadmin", password: "superadmin") ${DONE} }`);
  return admin;
}

interface Variant {
  readonly id: string;
  readonly stockLevels: {
    readonly stockOnHand: number;
    readonly stockAllocated: number;
    readonly stockLocation: { readonly id: string; readonly name: string };
  }[];
}

async function variantOf(shop: Shop, sku: string): Promise<Variant> {
  const levels = 'stockLevels { stockOnHand stockAllocated stockLocation { id name } }';
  const { items } = await (await adminOf(shop)).ask(
    `query($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items { id ${levels} } } }`,
    { sku },
  );
  return items[0];
}

/** Units of a product in the shop, by location. */
async function unitsOf(shop: Shop, sku: string, kind: 'stockOnHand' | 'stockAllocated'): Promise<Units> {
  const { stockLevels } = await variantOf(shop, sku);
  return Object.fromEntries(stockLevels.map((level) => [level.stockLocation.name, level[kind]]));
}

/** Units that the service may promise, by warehouse. */
async function available(sku: string): Promise<Units> {
  const { data } = await client.api.GET('/api/v1/inventory', { params: { query: { sku } } });
  return Object.fromEntries(data!.inventory.map((row) => [row.warehouse_id, row.effective_quantity]));
}

/** The service's latest decision on an order, by warehouse. */
async function decided({ code }: Order): Promise<Units> {
  const params = { path: { order_id: code } };
  const { data } = await client.api.GET('/api/v1/orders/{order_id}', { params });
  const { shipments } = data!.routings[0]!.result as Schemas['OrderResultA'];
  return Object.fromEntries(
    shipments.map(({ selected_warehouse, lines }) => [selected_warehouse.warehouse_id, lines[0]!.ship_qty]),
  );
}

async function cancel(order: Order): Promise<void> {
  const admin = await adminOf(shop);
  await admin.ask(`mutation($orderId: ID!) { cancelOrder(input: { orderId: $orderId }) ${DONE} }`, {
    orderId: order.id,
  });
}

it("Vendure's own strategy allocates 23 units to an order of 13", async () => {
  const own = await startShop({});
  await placeOrder(own, { CHAIR: 13 });
  expect(await unitsOf(own, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 10, ONT1: 13 });
  await own.stop();
});

it('sends the stock of the shop', async () => {
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
});

it('allocates 13 units to an order of 13, as the service decides, and frees them when it is cancelled', async () => {
  const order = await placeOrder(shop, { CHAIR: 13 });
  expect(await decided(order)).toEqual({ ONT1: 13 });
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 0, ONT1: 13 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 2 });

  await cancel(order);
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 0, ONT1: 0 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
});

it('gives each line of an order its part of one decision', async () => {
  // Alone, the lamps would ship from EWR1.
  const order = await placeOrder(shop, { LAMP: 2, CHAIR: 13 });
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 0, ONT1: 13 });
  expect(await unitsOf(shop, 'LAMP', 'stockAllocated')).toEqual({ EWR1: 0, ONT1: 2 });
  const params = { path: { order_id: order.code } };
  const { data } = await client.api.GET('/api/v1/orders/{order_id}', { params });
  expect(data!.routings).toHaveLength(1);
  await cancel(order);
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 10, ONT1: 3 });
});

it('sells the units of a split order where they are allocated, whatever is fulfilled first', async () => {
  const order = await placeOrder(shop, { LAMP: 13 });
  expect(await decided(order)).toEqual({ EWR1: 10, ONT1: 3 });
  expect(await unitsOf(shop, 'LAMP', 'stockAllocated')).toEqual({ EWR1: 10, ONT1: 3 });

  const admin = await adminOf(shop);
  for (const quantity of [4, 9]) {
    const handler = { code: 'manual-fulfillment', arguments: [{ name: 'method', value: 'Parcel' }] };
    const lines = [{ orderLineId: order.lines[0]!.id, quantity }];
    await admin.ask(`mutation($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) ${DONE} }`, {
      input: { lines, handler },
    });
  }
  expect(await unitsOf(shop, 'LAMP', 'stockAllocated')).toEqual({ EWR1: 0, ONT1: 0 });
  expect(await unitsOf(shop, 'LAMP', 'stockOnHand')).toEqual({ EWR1: 0, ONT1: 0 });
  await expect.poll(() => available('LAMP')).toEqual({ EWR1: 0, ONT1: 0 });
});

it('routes units that are added to an order, and forgets a change that was only tried', async () => {
  const order = await placeOrder(shop, { CHAIR: 3 });
  expect(await decided(order)).toEqual({ EWR1: 3 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 7, ONT1: 15 });

  const admin = await adminOf(shop);
  await admin.ask(
    `mutation($id: ID!) { transitionOrderToState(id: $id, state: "Modifying") ${TRANSITION} }`,
    {
      id: order.id,
    },
  );
  const change = (dryRun: boolean) =>
    admin.ask(`mutation($input: ModifyOrderInput!) { modifyOrder(input: $input) ${DONE} }`, {
      input: {
        dryRun,
        orderId: order.id,
        adjustOrderLines: [{ orderLineId: order.lines[0]!.id, quantity: 13 }],
      },
    });
  await change(true);
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 3, ONT1: 0 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 7, ONT1: 15 });

  await change(false);
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 3, ONT1: 10 });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 7, ONT1: 5 });
});

it('sends stock that a person changes', async () => {
  const { id, stockLevels } = await variantOf(shop, 'CHAIR');
  const levels = stockLevels.map(({ stockLocation }) => ({
    stockLocationId: stockLocation.id,
    stockOnHand: stockLocation.name === 'EWR1' ? 13 : 25,
  }));
  const admin = await adminOf(shop);
  await admin.ask(
    'mutation($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }',
    {
      input: [{ id, stockLevels: levels }],
    },
  );
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 10, ONT1: 15 });
});

it('allocates units that no warehouse has, as back orders', async () => {
  await expect.poll(() => available('SOFA')).toEqual({ EWR1: 2, ONT1: 0 });
  const order = await placeOrder(shop, { SOFA: 5 });
  expect(await decided(order)).toEqual({ EWR1: 2 });
  expect(await unitsOf(shop, 'SOFA', 'stockAllocated')).toEqual({ EWR1: 5, ONT1: 0 });
});

it('allocates by the fallback while the service is away, says so, and sends the stock when it is back', async () => {
  await served.service.stop();
  const said = keepOutput(shop.process, /Order \w+, line \d+: allocated by the fallback\. .+/);
  await placeOrder(shop, { CHAIR: 20 });
  expect(await said).toMatch(/Cannot reach the service/);
  expect(await unitsOf(shop, 'CHAIR', 'stockAllocated')).toEqual({ EWR1: 13, ONT1: 20 });

  const { port } = new URL(served.service.url);
  const config = loadConfig({ DATA_DIR: served.folder, PORT: port, LOG_LEVEL: 'silent' });
  const again = await serve(config, { logger: testLogger() });
  await expect.poll(() => available('CHAIR')).toEqual({ EWR1: 0, ONT1: 5 });
  await again.stop();
});
