import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi } from './api.ts';

const api = await sharedApi();

const route = (key: string, payload: unknown) =>
  send(api.app, key, 'POST', '/api/v1/orders/route', { payload: payload as object });
const batch = (key: string, orders: unknown, fields: Record<string, unknown> = {}) =>
  send(api.app, key, 'POST', '/api/v1/orders/batch-route', { payload: { orders, ...fields } });
const pathsOf = (response: { json(): { errors: { path: string }[] } }) =>
  response.json().errors.map((fault) => fault.path);

describe('POST /api/v1/orders/route', () => {
  it.each([
    ['lines[0].sku', { lines: [{ sku: '', quantity: 1 }] }],
    ['items[0].quantity', { lines: undefined, items: [{ sku: 'CHAIR' }] }],
    ['is_vip', { is_vip: 'yes' }],
    ['priority_level', { priority_level: '1' }],
    ['order_created_at', { order_created_at: 'yesterday' }],
    ['raw_order_data.note', { raw_order_data: { note: '\0' } }],
    ['external_order_id', { external_order_id: 'SO\u00001' }],
  ])('answers 422 and names %s', async (path, fields) => {
    const { live } = await aClient(api.db);
    const response = await route(live, anOrder(fields));
    expect([response.statusCode, pathsOf(response)]).toEqual([422, [path]]);
  });

  it.each([[[]], ['order'], [7], [null]])('answers 422 to a body that is %j', async (body) => {
    const { live } = await aClient(api.db);
    const headers = { 'content-type': 'application/json' };
    const payload = JSON.stringify(body);
    const response = await send(api.app, live, 'POST', '/api/v1/orders/route', { headers, payload });
    expect([response.statusCode, pathsOf(response)]).toEqual([422, ['body']]);
  });
});

describe('POST /api/v1/orders/batch-route', () => {
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
    ['orders', {}],
    ['orders[1]', [anOrder(), 'SO-2']],
    ['orders[0].order_created_at', [anOrder({ order_created_at: '2026-02-30' })]],
  ])('answers 422 and names %s', async (path, orders) => {
    const { live } = await aClient(api.db);
    const response = await batch(live, orders);
    expect([response.statusCode, pathsOf(response)]).toEqual([422, [path]]);
  });
});
