import { beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOrder, type SharedApi, send, sharedApi, stock } from './api.ts';

let api: SharedApi;
beforeAll(async () => {
  api = await sharedApi();
});

const route = (key: string, payload: unknown) =>
  send(api.app, key, 'POST', '/api/v1/orders/route', { payload: payload as object });
const batch = (key: string, orders: unknown, fields: Record<string, unknown> = {}) =>
  send(api.app, key, 'POST', '/api/v1/orders/batch-route', { payload: { orders, ...fields } });
const pathsOf = (response: { json(): { errors: { path: string }[] } }) =>
  response.json().errors.map((fault) => fault.path);
const usageOf = async (client_id: number) => {
  const { rows } = await api.db.pool.query<{ used: number }>(
    'SELECT coalesce(sum(routed_orders), 0) AS used FROM usage WHERE client_id = $1',
    [client_id],
  );
  return rows[0]?.used;
};

describe('POST /api/v1/orders/route', () => {
  it('answers a run with exactly one result', async () => {
    const { live, client_id } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 5], ['CHAIR', 'ATL1', 5]);
    const response = await route(live, anOrder({ lines: [{ sku: 'CHAIR', quantity: 2, unit_value: 10.5 }] }));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      client_id,
      client_run_number: 1,
      status: 'completed',
      orders_considered: 1,
      orders_routed: 1,
      full_count: 1,
      none_count: 0,
      results: [
        {
          order_id: 'SO-1',
          status: 'FULL',
          routing_quality: 'Optimal',
          total_shipment_value: 21,
          selected_warehouse: { warehouse_id: 'EWR1', warehouse_name: 'Edison NJ' },
          shipments: [{ lines: [{ sku: 'CHAIR', ship_qty: 2 }] }],
          unfulfilled_lines: [],
        },
      ],
    });
  });

  it.each(['', '1000', '10001-12', 'abcde', '00000', ' '])(
    'answers NONE and no error to the destination_zip %j',
    async (destination_zip) => {
      const { live } = await aClient(api.db);
      const response = await route(live, anOrder({ destination_zip }));
      expect(response.statusCode).toBe(200);
      expect(response.json().results).toMatchObject([
        { status: 'NONE', unroutable_reason_code: 'invalid_destination_zip', shipment_count: 0 },
      ]);
    },
  );

  it('reserves what it promises, and releases it when the order is routed again', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 3]);
    const three = { lines: [{ sku: 'CHAIR', quantity: 3 }] };
    const statusOf = async (fields: object) =>
      (await route(live, anOrder({ ...three, ...fields }))).json().results[0].status;
    expect(await statusOf({ external_order_id: 'SO-1' })).toBe('FULL');
    expect(await statusOf({ external_order_id: 'SO-2' })).toBe('NONE');
    expect(await statusOf({ external_order_id: 'SO-1' })).toBe('FULL');
    expect(await statusOf({ external_order_id: 'SO-1', lines: [{ sku: 'CHAIR', quantity: 1 }] })).toBe(
      'FULL',
    );
    expect(await statusOf({ external_order_id: 'SO-2', lines: [{ sku: 'CHAIR', quantity: 2 }] })).toBe(
      'FULL',
    );
  });

  it('counts one routed order of a live key and none of a test key', async () => {
    const { live, test, client_id } = await aClient(api.db);
    await route(test, anOrder());
    expect(await usageOf(client_id)).toBe(0);
    await route(live, anOrder());
    expect(await usageOf(client_id)).toBe(1);
  });

  it.each([
    ['no order ID', { external_order_id: undefined }],
    ['a blank order ID', { external_order_id: '  ' }],
    ['no lines', { lines: undefined }],
    ['empty lines', { lines: [] }],
    ['client_id', { client_id: 1 }],
  ])('answers 400 to an order with %s', async (_case, fields) => {
    const { live, client_id } = await aClient(api.db);
    const response = await route(live, anOrder(fields));
    expect(response.statusCode).toBe(400);
    expect(await usageOf(client_id)).toBe(0);
  });

  it.each([
    ['destination_zip', { destination_zip: undefined }],
    ['destination_zip', { destination_zip: 10001 }],
    ['lines[0].quantity', { lines: [{ sku: 'CHAIR', quantity: 0 }] }],
    ['lines[0].sku', { lines: [{ sku: '', quantity: 1 }] }],
    ['items[0].quantity', { lines: undefined, items: [{ sku: 'CHAIR' }] }],
    ['order_id', { order_id: 'SO-2' }],
    ['items', { items: [{ sku: 'DESK', quantity: 1 }] }],
    ['is_vip', { is_vip: 'yes' }],
    ['priority_level', { priority_level: '1' }],
    ['order_created_at', { order_created_at: 'yesterday' }],
    ['raw_order_data', { raw_order_data: [1] }],
    ['raw_order_data.note', { raw_order_data: { note: '\0' } }],
    ['external_order_id', { external_order_id: 'SO\u00001' }],
  ])('answers 422 and names %s', async (path, fields) => {
    const { live } = await aClient(api.db);
    const response = await route(live, anOrder(fields));
    expect(response.statusCode).toBe(422);
    expect(pathsOf(response)).toEqual([path]);
  });

  it.each([[[]], ['order'], [7], [null]])('answers 422 to a body that is %j', async (body) => {
    const { live } = await aClient(api.db);
    const headers = { 'content-type': 'application/json' };
    const payload = JSON.stringify(body);
    const response = await send(api.app, live, 'POST', '/api/v1/orders/route', { headers, payload });
    expect(response.statusCode).toBe(422);
    expect(pathsOf(response)).toEqual(['body']);
  });
});

describe('POST /api/v1/orders/batch-route', () => {
  it('answers one result an order under one run, in request order whatever the order of allocation', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 1]);
    const orders = [
      anOrder({ external_order_id: 'last' }),
      anOrder({ external_order_id: 'vip', is_vip: true }),
    ];
    const response = await batch(live, orders);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      orders_considered: 2,
      orders_routed: 2,
      full_count: 1,
      none_count: 1,
      results: [
        { order_id: 'last', status: 'NONE' },
        { order_id: 'vip', status: 'FULL' },
      ],
    });
  });

  it.each([
    ['no order ID', { external_order_id: null }],
    ['no lines', { lines: null }],
    ['client_id', { client_id: 1 }],
  ])('answers 400 and names the order with %s', async (_case, fields) => {
    const { live } = await aClient(api.db);
    const response = await batch(live, [anOrder(), anOrder({ external_order_id: 'SO-2', ...fields })]);
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toContain('orders[1]');
  });

  it('answers 400 to a client_id beside the orders', async () => {
    const { live } = await aClient(api.db);
    expect((await batch(live, [anOrder()], { client_id: 1 })).statusCode).toBe(400);
  });

  it.each([
    ['orders', undefined],
    ['orders', null],
    ['orders', []],
    ['orders', {}],
    ['orders[1]', [anOrder(), 'SO-2']],
    [
      'orders[0].lines[1].quantity',
      [
        anOrder({
          lines: [
            { sku: 'A', quantity: 1 },
            { sku: 'B', quantity: -1 },
          ],
        }),
      ],
    ],
    ['orders[0].order_created_at', [anOrder({ order_created_at: '2026-02-30' })]],
  ])('answers 422 and names %s', async (path, orders) => {
    const { live } = await aClient(api.db);
    const response = await batch(live, orders);
    expect(response.statusCode).toBe(422);
    expect(pathsOf(response)).toEqual([path]);
  });
});
