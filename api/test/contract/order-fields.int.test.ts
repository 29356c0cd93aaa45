import { expect, it } from 'vitest';
import { aClient, anOrder, sharedApi, stock } from '../api.ts';
import { callsOf, faultsOf, statusesOf, VARIANT_B } from './calls.ts';

/** What each field of an order does. */
const api = await sharedApi();
const call = callsOf(api.app);

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
const refusal = async (fields: Record<string, unknown>) => {
  const response = await call.route((await aClient(api.db)).live, fields);
  return [response.statusCode, response.statusCode === 422 ? faultsOf(response) : response.json().detail];
};

/** Of a batch of orders for the same single chair, the one that gets it. */
async function winner(...orders: Record<string, unknown>[]) {
  const { live } = await aClient(api.db);
  await stock(api.app, live, ['CHAIR', 'EWR1', 1]);
  const response = await call.batch(
    live,
    orders.map((fields, n) => anOrder({ external_order_id: `SO-${n}`, ...fields })),
  );
  return statusesOf(response).flatMap(([id, status]) => (status === 'FULL' ? [id] : []));
}

/** The order as its history keeps it. */
async function kept(fields: Record<string, unknown>) {
  const key = await stocked();
  await call.route(key, fields);
  return (await call.get(key, 'orders/SO-1')).json().routings[0].order;
}

it('[order] external_order_id: names the order in its answer and its history', async () => {
  const key = await stocked();
  expect(await resultOf(key, { external_order_id: 'SO-77' })).toMatchObject({ order_id: 'SO-77' });
  expect((await call.get(key, 'orders/SO-77')).json().routings).toHaveLength(1);
  expect((await refusal({ external_order_id: undefined }))[0]).toBe(400);
});

it('[order] order_id: is an alias of external_order_id, and must not contradict it', async () => {
  const key = await stocked();
  const fields = { external_order_id: undefined, order_id: 'SO-78' };
  expect(await resultOf(key, fields)).toMatchObject({ order_id: 'SO-78' });
  expect(await refusal({ order_id: 'SO-78' })).toEqual([422, ['order_id']]);
});

it('[order] destination_zip: is required and decides which warehouse is nearest', async () => {
  const key = await stocked();
  const preferred = async (destination_zip: string) =>
    (await resultOf(key, { destination_zip })).preferred_warehouse.warehouse_id;
  expect([await preferred('10001'), await preferred('30303')]).toEqual(['EWR1', 'ATL1']);
  expect(await refusal({ destination_zip: undefined })).toEqual([422, ['destination_zip']]);
});

it('[order] lines: are what is to be shipped, and required', async () => {
  const lines = [
    { sku: 'CHAIR', quantity: 2 },
    { sku: 'LAMP', quantity: 1 },
  ];
  const { shipments } = await resultOf(await stocked(), { lines });
  expect(shipments).toMatchObject([
    {
      lines: [
        { sku: 'CHAIR', ship_qty: 2 },
        { sku: 'LAMP', ship_qty: 1 },
      ],
    },
  ]);
  expect((await refusal({ lines: undefined }))[0]).toBe(400);
});

it('[order] items: is an alias of lines, and must not contradict it', async () => {
  const items = [{ sku: 'LAMP', quantity: 3 }];
  const { shipments } = await resultOf(await stocked(), { lines: undefined, items });
  expect(shipments).toMatchObject([{ lines: [{ sku: 'LAMP', ship_qty: 3 }] }]);
  expect(await refusal({ items })).toEqual([422, ['items']]);
});

it('[order] lines[].sku: is matched against inventory, case and all, and required', async () => {
  const key = await stocked();
  const statusOf = async (sku: string) => (await resultOf(key, { lines: [{ sku, quantity: 1 }] })).status;
  expect([await statusOf('LAMP'), await statusOf('lamp')]).toEqual(['FULL', 'NONE']);
  expect(await refusal({ lines: [{ quantity: 1 }] })).toEqual([422, ['lines[0].sku']]);
});

it('[order] lines[].quantity: is the units to ship, an integer and required', async () => {
  const { shipments } = await resultOf(await stocked(), { lines: [{ sku: 'CHAIR', quantity: 4 }] });
  expect(shipments).toMatchObject([{ lines: [{ sku: 'CHAIR', ship_qty: 4 }] }]);
  for (const quantity of [undefined, 1.5, '1']) {
    expect(await refusal({ lines: [{ sku: 'CHAIR', quantity }] })).toEqual([422, ['lines[0].quantity']]);
  }
});

it('[order] lines[].unit_value: makes the value of the shipment and meets the minimum value rule', async () => {
  const key = await stocked();
  const lines = (unit_value: number) => [{ sku: 'CHAIR', quantity: 3, unit_value }];
  expect((await resultOf(key, { lines: lines(2.5) })).total_shipment_value).toBe(7.5);
  const judged = await stocked({ settings: { minimum_shipment_value: { mode: 'warn', value: 20 } } });
  const outcome = async (unit_value: number) =>
    (await resultOf(judged, { lines: [{ sku: 'CHAIR', quantity: 11, unit_value }] })).policy_outcome;
  expect([await outcome(3), await outcome(4)]).toEqual(['warned', 'clear']);
});

it('[order] is_vip: puts an order before every priority', async () => {
  expect(await winner({}, { is_vip: false, priority_level: 1 }, { is_vip: true })).toEqual(['SO-2']);
});

it('[order] priority_level: is sorted as a number, an order without one last', async () => {
  expect(await winner({}, { priority_level: 10 }, { priority_level: 2 })).toEqual(['SO-2']);
  expect(await winner({}, { priority_level: 1000 })).toEqual(['SO-1']);
});

it('[order] order_created_at: puts the older of two equals first, by the moment and not the text', async () => {
  const created = (order_created_at: string) => ({ priority_level: 1, order_created_at });
  const [later, earlier] = [created('2026-01-31T09:30:00Z'), created('2026-01-31T10:00:00+02:00')];
  expect(await winner({ priority_level: 1 }, later, earlier)).toEqual(['SO-2']);
});

it('[order] order_created_at: counts and is kept to the microsecond, as .NET and Python send it', async () => {
  const created = (fraction: string) => ({ order_created_at: `2026-01-31T11:30:00.${fraction}+02:00` });
  expect(await winner(created('1234569'), created('123456'), created('1234559'))).toEqual(['SO-2']);
  expect(await winner(created('1234560'), created('123'))).toEqual(['SO-1']);
  expect(await kept(created('1234569'))).toMatchObject({ order_created_at: '2026-01-31T09:30:00.123456Z' });
  expect(await kept(created('1230009'))).toMatchObject({ order_created_at: '2026-01-31T09:30:00.123Z' });
  const key = await stocked();
  await call.route(key, created('1234569'));
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  const report = await api.app.inject({ url: '/api/v1/reports/decisions.csv', headers });
  expect(report.json()).toMatchObject([{ order_created_at: '2026-01-31T09:30:00.123456Z' }]);
});

it('[order] partner_id: applies the Routing Profile that it matches, and the default settings otherwise', async () => {
  const key = await stocked({ profiles: [{ partner_id: 'south', warehouse_ids: ['ATL1'] }] });
  const from = async (partner_id?: string) =>
    (await resultOf(key, { partner_id })).selected_warehouse.warehouse_id;
  expect([await from('south'), await from('north'), await from()]).toEqual(['ATL1', 'EWR1', 'EWR1']);
});

it.each(['carrier', 'ship_method'])(
  '[order] %s: is kept for reporting and changes no decision',
  async (field) => {
    const key = await stocked();
    const plain = await resultOf(key, {});
    const result = await resultOf(key, { [field]: 'UPS Ground' });
    expect(result).toEqual({ ...plain, routing_decision_id: result.routing_decision_id });
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
    const report = await api.app.inject({ url: '/api/v1/reports/decisions.csv', headers });
    expect(report.json()).toMatchObject([{ [field]: null }, { [field]: 'UPS Ground' }]);
  },
);

it('[order] raw_order_data: is kept as it was sent', async () => {
  const raw_order_data = { channel: 'web', tags: ['gift', null], totals: { tax: 1.25 } };
  expect(await kept({ raw_order_data })).toMatchObject({ raw_order_data });
  expect(await refusal({ raw_order_data: 'text' })).toEqual([422, ['raw_order_data']]);
});

it('[order] external_order_id: is the preferred name in Variant B too', async () => {
  const key = await stocked({ client: VARIANT_B });
  expect((await call.route(key, { external_order_id: 'SO-B' })).json().order_id).toBe('SO-B');
});
