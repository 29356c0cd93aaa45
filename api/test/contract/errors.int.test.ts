import { beforeAll, expect, it } from 'vitest';
import { aClient, anOrder, type SharedApi, send, sharedApi } from '../api.ts';
import { type Calls, callsOf, faultsOf } from './calls.ts';

/** Each condition of each status, with the body that it has. */
let api: SharedApi;
let call: Calls;
beforeAll(async () => {
  api = await sharedApi();
  call = callsOf(api.app);
});

const aRow = (fields: Record<string, unknown> = {}) => ({
  sku: 'CHAIR',
  warehouse_id: 'EWR1',
  quantity_available: 4,
  ...fields,
});
const usedBy = async (client_id: number) => {
  const { rows } = await api.db.pool.query<{ used: number }>(
    'SELECT coalesce(sum(routed_orders), 0)::int AS used FROM usage WHERE client_id = $1',
    [client_id],
  );
  return rows[0]!.used;
};

type Request = (key: string) => ReturnType<typeof send>;

it.each<readonly [string, Request, RegExp, string]>([
  [
    'an invalid payload',
    (key) =>
      send(api.app, key, 'POST', '/api/v1/orders/route', {
        headers: { 'content-type': 'application/json' },
        payload: '{"lines":',
      }),
    /not valid JSON/,
    'invalid_json',
  ],
  [
    'a missing order ID',
    (key) => call.route(key, { external_order_id: undefined }),
    /external_order_id/,
    'missing_order_id',
  ],
  ['missing lines', (key) => call.route(key, { lines: undefined }), /lines/, 'missing_lines'],
  [
    'an unknown Warehouse ID',
    (key) => call.sync(key, [aRow({ warehouse_id: 'LAX9' })]),
    /^Unknown Warehouse ID.*LAX9/,
    'unknown_warehouse',
  ],
  [
    'a disabled Warehouse ID',
    (key) => call.sync(key, [aRow({ warehouse_id: 'ONT1' })]),
    /^Unknown Warehouse ID.*ONT1/,
    'unknown_warehouse',
  ],
  [
    'a Warehouse ID in other letters',
    (key) => call.sync(key, [aRow(), aRow({ sku: 'DESK', warehouse_id: 'ewr1' })]),
    /^Unknown Warehouse ID.*ewr1/,
    'unknown_warehouse',
  ],
  [
    'a Warehouse ID, saying what to do and which are enabled',
    (key) => call.sync(key, [aRow({ warehouse_id: 'LAX9' })]),
    /set up and enabled on the Warehouses page.*EWR1, ATL1/,
    'unknown_warehouse',
  ],
  [
    'duplicate inventory rows',
    (key) => call.sync(key, [aRow(), aRow({ quantity_available: 5 })]),
    /CHAIR/,
    'duplicate_inventory_row',
  ],
  [
    'duplicate order IDs in a batch',
    (key) => call.batch(key, [anOrder(), anOrder()]),
    /SO-1/,
    'duplicate_order_id',
  ],
])('[error] 400: %s', async (_, request, detail, code) => {
  const { live, client_id } = await aClient(api.db);
  const response = await request(live);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ detail: expect.stringMatching(detail), code });
  expect(await usedBy(client_id)).toBe(0);
});

it.each(['missing', 'invalid', 'revoked'])('[error] 401: a key that is %s', async (kind) => {
  const { live, client_id } = await aClient(api.db);
  await api.db.pool.query('UPDATE access_keys SET revoked_at = now() WHERE client_id = $1', [client_id]);
  const key = { missing: null, invalid: `${live.slice(0, -1)}!`, revoked: live }[kind] ?? null;
  const answers = [
    await send(api.app, key, 'GET', '/api/v1/me'),
    await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: anOrder() }),
    await send(api.app, key, 'POST', '/api/v1/inventory', { payload: { inventory: [aRow()] } }),
  ];
  const detail =
    kind === 'missing'
      ? expect.stringContaining('Authorization: Bearer wrs_live_…')
      : 'Invalid or revoked API key.';
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ detail, code: 'invalid_api_key' });
  }
});

it.each([{ subscription_status: 'cancelled' }, { subscription_status: 'past_due' }, { active: false }])(
  '[error] 402: an account that is %o',
  async (client) => {
    const { live, client_id } = await aClient(api.db, { client });
    const answers = [await call.get(live, 'me'), await call.route(live), await call.sync(live, [aRow()])];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402, 402]);
    const what = 'active' in client ? 'account' : 'subscription';
    expect(answers[1]!.json().detail).toMatch(new RegExp(`^The ${what} is not active: .*operators`));
    if (!('active' in client)) expect(answers[1]!.json().detail).toContain(client.subscription_status);
    expect(await usedBy(client_id)).toBe(0);
  },
);

it('[error] 402: the routed-order limit of the plan, and usage is not incremented', async () => {
  const { live, client_id } = await aClient(api.db, { client: { routed_orders_limit: 2 } });
  expect((await call.route(live)).statusCode).toBe(200);
  const two = [anOrder({ external_order_id: 'SO-2' }), anOrder({ external_order_id: 'SO-3' })];
  const response = await call.batch(live, two);
  expect(response.statusCode).toBe(402);
  expect(response.json().detail).toMatch(/up to 2 routed orders.*\b1 remains.*\b2 orders/);
  expect(await usedBy(client_id)).toBe(1);
});

it('[error] 402: an upload over the limit of the plan, and nothing of it is kept', async () => {
  const { live } = await aClient(api.db, { client: { inventory_rows_limit: 1 } });
  const response = await call.sync(live, [aRow(), aRow({ sku: 'DESK' })]);
  expect(response.statusCode).toBe(402);
  expect(response.json().detail).toMatch(/2 inventory rows.*allows 1/);
  expect((await call.get(live, 'inventory')).json().inventory).toEqual([]);
});

it('[error] 413: a batch over 5,000 orders', async () => {
  const { live, client_id } = await aClient(api.db);
  const response = await call.batch(
    live,
    Array.from({ length: 5001 }, () => 0),
  );
  expect(response.statusCode).toBe(413);
  expect(response.json()).toEqual({
    detail: expect.stringMatching(/5001 orders.*5000/),
    code: 'too_many_orders',
  });
  expect(await usedBy(client_id)).toBe(0);
});

it('[error] 422: a body that fails validation, with each fault and its place', async () => {
  const { live, client_id } = await aClient(api.db);
  const response = await call.batch(live, [
    anOrder({ is_vip: 'yes' }),
    anOrder({ external_order_id: 'SO-2', lines: [{ sku: 'CHAIR', quantity: 0 }] }),
  ]);
  expect(response.statusCode).toBe(422);
  expect(faultsOf(response)).toEqual(['orders[0].is_vip', 'orders[1].lines[0].quantity']);
  expect(response.json().detail).toContain('orders[0].is_vip');
  expect(await usedBy(client_id)).toBe(0);
});
