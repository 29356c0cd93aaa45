import { expect, it } from 'vitest';
import { listPlans } from '../../../shared/account/plans.ts';
import { aClient, anOrder, sharedApi } from '../api.ts';
import { callsOf, faultsOf, VARIANT_B } from './calls.ts';

/** Each limit, at it and one past it. */
const api = await sharedApi();
const call = callsOf(api.app);

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    sku: `SKU-${n}`,
    warehouse_id: 'EWR1',
    quantity_available: 1,
  }));
const orders = (count: number) =>
  Array.from({ length: count }, (_, n) => anOrder({ external_order_id: `SO-${n}` }));
const codeOf = async (response: Promise<{ readonly statusCode: number }>) => (await response).statusCode;

it('[limit] Inventory rows per request: 10,000 are taken and one more is not', async () => {
  const { live } = await aClient(api.db);
  expect(await codeOf(call.sync(live, rows(10_000)))).toBe(200);
  const refused = await call.sync(live, rows(10_001));
  expect([refused.statusCode, refused.json().detail]).toEqual([413, expect.stringContaining('10001')]);
});

it("[limit] Plan inventory rows per upload: a plan's rows are taken and one more is a 402", async () => {
  const { live } = await aClient(api.db, { client: { inventory_rows_limit: 3 } });
  expect(await codeOf(call.sync(live, rows(3)))).toBe(200);
  expect(await codeOf(call.sync(live, rows(4)))).toBe(402);
});

it('[limit] Plan inventory rows per upload: grows from plan to plan', async () => {
  const limits = (await listPlans(api.db)).map((plan) => [plan.code, plan.inventory_rows_limit]);
  expect(limits).toEqual([
    ['trial', 50_000],
    ['starter', 150_000],
    ['pro', 500_000],
    ['enterprise', null],
  ]);
});

it.each([
  ['A', 5000, {}],
  ['B', 250, VARIANT_B],
])('[limit] Orders per batch (Variant %s): 1 to %i', async (_, cap, client) => {
  const { test } = await aClient(api.db, { client });
  expect(await codeOf(call.batch(test, orders(1)))).toBe(200);
  const full = await call.batch(test, orders(cap));
  expect([full.statusCode, full.json().results.length]).toEqual([200, cap]);
  expect(await codeOf(call.batch(test, orders(cap + 1)))).toBe(413);
  const none = await call.batch(test, []);
  expect([none.statusCode, faultsOf(none)]).toEqual([422, ['orders']]);
});

it('[limit] Trial routed orders: 15 in total, over all requests of live keys', async () => {
  const { live, test } = await aClient(api.db, { client: { plan: 'trial' } });
  expect(await codeOf(call.batch(test, orders(16)))).toBe(200);
  expect(await codeOf(call.batch(live, orders(14)))).toBe(200);
  expect(await codeOf(call.batch(live, orders(2)))).toBe(402);
  expect(await codeOf(call.sync(live, rows(20)))).toBe(200);
  expect(await codeOf(call.route(live))).toBe(200);
  const refused = await call.route(live);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    402,
    expect.stringMatching(/15 routed orders in total.*\b0 remain.*\b1 order\b.*Choose a plan/),
  ]);
});

it.each([{ subscription_status: 'cancelled' }, { subscription_status: 'past_due' }, { active: false }])(
  '[error] 402: an account that is %o',
  async (client) => {
    const { live } = await aClient(api.db, { client });
    const answers = [await call.get(live, 'me'), await call.route(live), await call.sync(live, rows(1))];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402, 402]);
    const what = 'active' in client ? 'account' : 'subscription';
    expect(answers[1]!.json().detail).toMatch(new RegExp(`^The ${what} is not active: .*operators`));
    if (!('active' in client)) expect(answers[1]!.json().detail).toContain(client.subscription_status);
  },
);

it('[limit] SKU per warehouse per inventory request: once, and again at another warehouse or in another request', async () => {
  const { live } = await aClient(api.db);
  const [row] = rows(1);
  expect(await codeOf(call.sync(live, [row, { ...row, quantity_available: 2 }]))).toBe(400);
  expect(await codeOf(call.sync(live, [row, { ...row, warehouse_id: 'ATL1' }]))).toBe(200);
  expect(await codeOf(call.sync(live, [row]))).toBe(200);
});

it('[limit] Order ID per batch: once, under either name, and again in another batch', async () => {
  const { live } = await aClient(api.db);
  const alias = anOrder({ external_order_id: undefined, order_id: 'SO-0' });
  expect(await codeOf(call.batch(live, [...orders(2), alias]))).toBe(400);
  expect(await codeOf(call.batch(live, orders(2)))).toBe(200);
  expect(await codeOf(call.batch(live, [alias]))).toBe(200);
});

it('[limit] ZIP: five digits that exist are one; anything else is no error but a NONE', async () => {
  const { live } = await aClient(api.db);
  const reasonOf = async (destination_zip: string) =>
    (await call.route(live, { destination_zip })).json().results[0].unroutable_reason_code;
  for (const zip of ['1000', '100011', '10001-12', 'ABCDE', '', ' ', '00000'])
    expect([zip, await reasonOf(zip)]).toEqual([zip, 'invalid_destination_zip']);
  expect(await reasonOf('60614')).toBe('no_inventory_available');
});
