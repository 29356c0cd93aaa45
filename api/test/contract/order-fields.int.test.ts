import { expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi, stock } from '../api.ts';
import { callsOf, faultsOf, VARIANT_B } from './calls.ts';

/** What each field of an order does, and how a wrong one is refused. What orders make of rules: decisions.int.test.ts. */
const api = await sharedApi();
const call = callsOf(api.app);
/** For what is refused. */
const { test: anybody } = await aClient(api.db);

/** A new client with five chairs and five lamps at EWR1, and as many at ATL1. */
async function stocked(file: Parameters<typeof aClient>[1] = {}) {
  const { live } = await aClient(api.db, file);
  const skus = ['CHAIR', 'LAMP'];
  const rows = skus.flatMap((sku) => ['EWR1', 'ATL1'].map((at) => [sku, at, 5] as const));
  await stock(api.app, live, ...rows);
  return live;
}
const resultOf = async (key: string, fields: Record<string, unknown>) =>
  (await call.route(key, fields)).json().results[0];

/** Of a batch of orders for the same single chair, the one that gets it. */
async function winner(...orders: Record<string, unknown>[]) {
  const { live } = await aClient(api.db);
  await stock(api.app, live, ['CHAIR', 'EWR1', 1]);
  const sent = orders.map((fields, n) => anOrder({ external_order_id: `SO-${n}`, ...fields }));
  const { results } = (await call.batch(live, sent)).json();
  return results.flatMap(({ order_id, status }: Record<string, string>) =>
    status === 'FULL' ? [order_id] : [],
  );
}

it('each field does what the contract says', async () => {
  const key = await stocked();
  const lamps = [{ sku: 'LAMP', quantity: 3 }];
  const shipped = { shipments: [{ lines: [{ sku: 'LAMP', ship_qty: 3 }] }] };
  const valued = [{ sku: 'CHAIR', quantity: 1, unit_value: 2.5 }];
  const cases: readonly (readonly [fields: Record<string, unknown>, result: object])[] = [
    [{ external_order_id: 'SO-77' }, { order_id: 'SO-77' }],
    [{ external_order_id: undefined, order_id: 'SO-78' }, { order_id: 'SO-78' }],
    [{ destination_zip: '10001' }, { preferred_warehouse: { warehouse_id: 'EWR1' } }],
    [{ destination_zip: '30303' }, { preferred_warehouse: { warehouse_id: 'ATL1' } }],
    [{ lines: lamps }, shipped],
    [{ lines: undefined, items: lamps }, shipped],
    [{ lines: [{ sku: 'lamp', quantity: 1 }] }, { status: 'NONE' }],
    [{ lines: valued }, { total_shipment_value: 2.5 }],
  ];
  for (const [fields, result] of cases)
    expect([fields, await resultOf(key, fields)]).toMatchObject([fields, result]);
  const b = await stocked({ client: VARIANT_B });
  expect((await call.route(b, { external_order_id: 'SO-B' })).json().order_id).toBe('SO-B');
});

it('is_vip, then priority_level as a number, then the moment of order_created_at decide who is first', async () => {
  expect(await winner({}, { is_vip: false, priority_level: 1 }, { is_vip: true })).toEqual(['SO-2']);
  expect(await winner({}, { priority_level: 10 }, { priority_level: 2 })).toEqual(['SO-2']);
  expect(await winner({}, { priority_level: 1000 })).toEqual(['SO-1']);
  const created = (order_created_at: string) => ({ priority_level: 1, order_created_at });
  const [later, earlier] = [created('2026-01-31T09:30:00Z'), created('2026-01-31T10:00:00+02:00')];
  expect(await winner({ priority_level: 1 }, later, earlier)).toEqual(['SO-2']);
});

it('order_created_at counts and is kept to the microsecond, as .NET and Python send it', async () => {
  const created = (fraction: string) => ({ order_created_at: `2026-01-31T11:30:00.${fraction}+02:00` });
  expect(await winner(created('1234569'), created('123456'), created('1234559'))).toEqual(['SO-2']);
  expect(await winner(created('1234560'), created('123'))).toEqual(['SO-1']);
  const key = await stocked();
  for (const fraction of ['1230009', '1234569']) await call.route(key, created(fraction));
  const moments = ['2026-01-31T09:30:00.123456Z', '2026-01-31T09:30:00.123Z'];
  const { routings } = (await call.get(key, 'orders/SO-1')).json();
  expect(routings).toMatchObject(moments.map((order_created_at) => ({ order: { order_created_at } })));
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  const report = await api.app.inject({ url: '/api/v1/reports/decisions.csv', headers });
  expect(report.json()).toMatchObject(moments.toReversed().map((order_created_at) => ({ order_created_at })));
});

it('carrier and ship_method are kept for reporting and change no decision', async () => {
  const key = await stocked();
  const plain = await resultOf(key, {});
  const result = await resultOf(key, { carrier: 'UPS', ship_method: 'Ground' });
  expect(result).toEqual({ ...plain, routing_decision_id: result.routing_decision_id });
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  const report = await api.app.inject({ url: '/api/v1/reports/decisions.csv', headers });
  expect(report.json()).toMatchObject([
    { carrier: null, ship_method: null },
    { carrier: 'UPS', ship_method: 'Ground' },
  ]);
});

const chairs = (quantity: unknown) => ({ lines: [{ sku: 'CHAIR', quantity }] });

it.each<[path: string, fields: Record<string, unknown>]>([
  ['order_id', { order_id: 'SO-78' }],
  ['external_order_id', { external_order_id: 'SO\u00001' }],
  ['destination_zip', { destination_zip: undefined }],
  ['items', { items: [{ sku: 'LAMP', quantity: 3 }] }],
  ['items[0].quantity', { lines: undefined, items: [{ sku: 'CHAIR' }] }],
  ['lines[0].sku', { lines: [{ quantity: 1 }] }],
  ['lines[0].sku', { lines: [{ sku: '', quantity: 1 }] }],
  ['lines[0].quantity', chairs(undefined)],
  ['lines[0].quantity', chairs(1.5)],
  ['lines[0].quantity', chairs('1')],
  ['lines[0].quantity', chairs(0)],
  ['is_vip', { is_vip: 'yes' }],
  ['priority_level', { priority_level: '1' }],
  ['order_created_at', { order_created_at: 'yesterday' }],
  ['deliver_by', { deliver_by: '2026-02-30' }],
  ['deliver_by', { deliver_by: '27.11.2026' }],
  ['deliver_by', { deliver_by: '2026-11-27T00:00:00Z' }],
  ['deliver_by', { deliver_by: '' }],
  ['raw_order_data', { raw_order_data: 'text' }],
  ['raw_order_data.note', { raw_order_data: { note: '\0' } }],
])('an order is refused that has a wrong %s, and so is a batch', async (path, fields) => {
  const alone = await call.route(anybody, fields);
  const batch = await call.batch(anybody, [anOrder(), anOrder({ external_order_id: 'SO-2', ...fields })]);
  expect([alone.statusCode, faultsOf(alone)]).toEqual([422, [path]]);
  expect([batch.statusCode, faultsOf(batch)]).toEqual([422, [`orders[1].${path}`]]);
});

it.each([[[]], ['order'], [7], [null]])('a body that is %j is refused', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify(body);
  const response = await send(api.app, anybody, 'POST', '/api/v1/orders/route', { headers, payload });
  expect([response.statusCode, faultsOf(response)]).toEqual([422, ['body']]);
});

it.each([
  ['no order ID', { external_order_id: null }],
  ['no lines', { lines: null }],
  ['client_id', { client_id: 1 }],
])('an order with %s is a 400, which names its place in a batch', async (_case, fields) => {
  expect((await call.route(anybody, fields)).statusCode).toBe(400);
  const batch = await call.batch(anybody, [anOrder(), anOrder({ external_order_id: 'SO-2', ...fields })]);
  expect(batch.statusCode).toBe(400);
  expect(batch.json().detail).toContain('orders[1]');
});

it('a batch without a list of orders is refused, and one with a client_id beside them', async () => {
  for (const [path, orders] of [
    ['orders', undefined],
    ['orders', null],
    ['orders', {}],
    ['orders[1]', [anOrder(), 'SO-2']],
  ] as const) {
    const response = await call.batch(anybody, orders);
    expect([response.statusCode, faultsOf(response)]).toEqual([422, [path]]);
  }
  const payload = { orders: [anOrder()], client_id: 1 };
  const url = '/api/v1/orders/batch-route';
  expect((await send(api.app, anybody, 'POST', url, { payload })).statusCode).toBe(400);
});
