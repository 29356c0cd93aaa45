import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ShopApi, ShopExample, type Units } from '../../testing/shop-example.ts';

const example = new ShopExample('vendure-plugin');
let shop: VendureShop;
beforeAll(async () => {
  await example.install();
  shop = await openShop(example.settings);
});
afterAll(async () => {
  await shop?.stop();
  await example.close();
});

/** What each answer is asked for: its members, or the code of a failure. */
const or = (members: string) => `{ ${members} ... on ErrorResult { errorCode message } }`;
const DONE = or('__typename');
const TRANSITION = '{ ... on OrderStateTransitionError { errorCode message } }';

interface Order {
  readonly id: string;
  readonly code: string;
  readonly lines: { readonly id: string }[];
}

interface Variant {
  readonly id: string;
  readonly stockLevels: {
    readonly stockOnHand: number;
    readonly stockAllocated: number;
    readonly stockLocation: { readonly id: string; readonly name: string };
  }[];
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

  /** Makes a change whose one argument is an input of this type. */
  change(name: string, type: string, input: object, members = DONE) {
    return this.ask(`mutation($input: ${type}!) { ${name}(input: $input) ${members} }`, { input });
  }
}

type VendureShop = Awaited<ReturnType<typeof openShop>>;

/** A shop with the plugin; without settings it has none. */
async function openShop(settings: NodeJS.ProcessEnv) {
  const running = await example.start(() => [join('dist', 'shop.js')], /The shop has its stock/, settings);
  const admin = new Session(running.url, 'admin');
  await admin.ask(`mutation { login(username: "superadmin", password: "superadmin") ${DONE} }`);
  const variantOf = async (sku: string): Promise<Variant> => {
    const levels = 'stockLevels { stockOnHand stockAllocated stockLocation { id name } }';
    const { items } = await admin.ask(
      `query($sku: String!) { productVariants(options: { filter: { sku: { eq: $sku } } }) { items { id ${levels} } } }`,
      { sku },
    );
    return items[0];
  };
  const api: ShopApi<Order> = {
    process: running.process,
    async placeOrder(units) {
      const customer = new Session(running.url, 'shop');
      for (const [sku, quantity] of Object.entries(units)) {
        const product = 'query($slug: String!) { product(slug: $slug) { variants { id } } }';
        const { variants } = await customer.ask(product, { slug: sku.toLowerCase() });
        await customer.ask(
          `mutation($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) ${DONE} }`,
          { id: variants[0].id, quantity },
        );
      }
      const person = { firstName: 'A', lastName: 'B', emailAddress: 'a.b@example.com' };
      await customer.change('setCustomerForOrder', 'CreateCustomerInput', person);
      const address = { streetLine1: '1 Main St', countryCode: 'US', postalCode: '60614' };
      await customer.change('setOrderShippingAddress', 'CreateAddressInput', address);
      const [{ id }] = await customer.ask('{ eligibleShippingMethods { id } }');
      const shipping = `mutation($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) ${DONE} }`;
      await customer.ask(shipping, { id });
      await customer.ask(`mutation { transitionOrderToState(state: "ArrangingPayment") ${TRANSITION} }`);
      const order = or('... on Order { id code lines { id } }');
      return customer.change('addPaymentToOrder', 'PaymentInput', { method: 'dummy', metadata: {} }, order);
    },
    cancel: ({ id }) => admin.change('cancelOrder', 'CancelOrderInput', { orderId: id }),
    /** Whatever is fulfilled first. */
    async fulfill({ lines }) {
      expect((await api.stockOf('LAMP')).reserved).toEqual({ EWR1: 10, ONT1: 3 });
      const handler = { code: 'manual-fulfillment', arguments: [{ name: 'method', value: 'Parcel' }] };
      const fulfillments: string[] = [];
      for (const quantity of [4, 9]) {
        const input = { lines: [{ orderLineId: lines[0]!.id, quantity }], handler };
        const members = or('... on Fulfillment { id }');
        const { id } = await admin.change('addFulfillmentToOrder', 'FulfillOrderInput', input, members);
        fulfillments.push(id);
      }
      return fulfillments;
    },
    async ship(_order, fulfillments) {
      const transition = `mutation($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") ${DONE} }`;
      for (const id of fulfillments) await admin.ask(transition, { id });
    },
    async stockOf(sku) {
      const { stockLevels } = await variantOf(sku);
      const unitsBy = (kind: 'stockOnHand' | 'stockAllocated'): Units =>
        Object.fromEntries(stockLevels.map((level) => [level.stockLocation.name, level[kind]]));
      return { stocked: unitsBy('stockOnHand'), reserved: unitsBy('stockAllocated') };
    },
    async setStock(sku, units) {
      const { id, stockLevels } = await variantOf(sku);
      const levels = stockLevels.map(({ stockLocation }) => ({
        stockLocationId: stockLocation.id,
        stockOnHand: units[stockLocation.name],
      }));
      const input = [{ id, stockLevels: levels }];
      await admin.change('updateProductVariants', '[UpdateProductVariantInput!]', input, '{ id }');
    },
  };
  return { ...api, admin, stop: running.stop };
}

it("Vendure's own strategy allocates 23 units to an order of 13", async () => {
  const own = await openShop({});
  await own.placeOrder({ CHAIR: 13 });
  expect((await own.stockOf('CHAIR')).reserved).toEqual({ EWR1: 10, ONT1: 13 });
  await own.stop();
});

example.testSales(() => shop);

it('routes units that are added to an order, and forgets a change that was only tried', async () => {
  const order = await shop.placeOrder({ CHAIR: 3 });
  expect(await example.decisionsOn(order)).toEqual([{ EWR1: 3 }]);
  await expect.poll(() => example.available('CHAIR')).toEqual({ EWR1: 7, ONT1: 15 });

  const modify = `mutation($id: ID!) { transitionOrderToState(id: $id, state: "Modifying") ${TRANSITION} }`;
  await shop.admin.ask(modify, { id: order.id });
  const adjustOrderLines = [{ orderLineId: order.lines[0]!.id, quantity: 13 }];
  const change = (dryRun: boolean) =>
    shop.admin.change('modifyOrder', 'ModifyOrderInput', { dryRun, orderId: order.id, adjustOrderLines });
  await change(true);
  expect((await shop.stockOf('CHAIR')).reserved).toEqual({ EWR1: 3, ONT1: 0 });
  await expect.poll(() => example.available('CHAIR')).toEqual({ EWR1: 7, ONT1: 15 });

  await change(false);
  expect((await shop.stockOf('CHAIR')).reserved).toEqual({ EWR1: 3, ONT1: 10 });
  await expect.poll(() => example.available('CHAIR')).toEqual({ EWR1: 7, ONT1: 5 });
});

it('allocates units that no warehouse has, as back orders', async () => {
  await expect.poll(() => example.available('SOFA')).toEqual({ EWR1: 2, ONT1: 0 });
  const order = await shop.placeOrder({ SOFA: 5 });
  expect(await example.decisionsOn(order)).toEqual([{ EWR1: 2 }]);
  expect((await shop.stockOf('SOFA')).reserved).toEqual({ EWR1: 5, ONT1: 0 });
});

const FALLBACK = /Order \w+, line \d+: allocated by the fallback\. .+/;
example.testOutage(
  () => shop,
  FALLBACK,
  async () => expect((await shop.stockOf('CHAIR')).reserved).toEqual({ EWR1: 10, ONT1: 15 }),
);
