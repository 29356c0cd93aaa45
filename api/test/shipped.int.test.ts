import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAccountFile } from '../../shared/account/account-file.ts';
import { applyAccountFile } from '../../shared/account/apply-account.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { aClient, anOrder, ask, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const post = (key: string, path: string, payload: object = {}) =>
  ask(api, key, 'POST', `/api/v1/${path}`, payload);

const route = (key: string, order_id: string, quantity: number) =>
  post(key, 'orders/route', anOrder({ external_order_id: order_id, lines: [{ sku: 'CHAIR', quantity }] }));

async function chairs(key: string): Promise<Record<string, readonly [available: number, reserved: number]>> {
  const { inventory } = (await send(api.app, key, 'GET', '/api/v1/inventory?sku=CHAIR')).json();
  return Object.fromEntries(
    inventory.map((row: { warehouse_id: string; quantity_available: number; reserved_quantity: number }) => [
      row.warehouse_id,
      [row.quantity_available, row.reserved_quantity],
    ]),
  );
}

const stateOf = async (key: string, order_id: string) =>
  (await send(api.app, key, 'GET', `/api/v1/orders/${order_id}`)).json();

/** A client with 4 CHAIR at EWR1 and 6 at ATL1. */
async function aShop() {
  const client = await aClient(api.db);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 4], ['CHAIR', 'ATL1', 6]);
  const { slug } = await api.db.prisma.client.findUniqueOrThrow({ where: { id: client.client_id } });
  const faults = async () => (await reconcile(api.db, { client: slug })).differences;
  return { ...client, slug, faults };
}

describe('POST /orders/{order_id}/shipped', () => {
  it('takes what has left out of stock and ends its reservation, once', async () => {
    const { live, faults } = await aShop();
    await route(live, 'SO-1', 3);
    const { body } = await post(live, 'orders/SO-1/shipped');
    expect(body).toMatchObject({
      ...{ order_id: 'SO-1', shipped_units: 3, remaining_units: 0 },
      shipments: [{ warehouse_id: 'EWR1', lines: [{ sku: 'CHAIR', quantity: 3 }] }],
    });
    expect(await chairs(live)).toEqual({ EWR1: [1, 0], ATL1: [6, 0] });
    const again = await post(live, 'orders/SO-1/shipped');
    expect(again.body).toEqual({ ...body, shipped_units: 0 });
    expect(await stateOf(live, 'SO-1')).toMatchObject({
      ...{ state: 'shipped', routings: [{ shipments: body.shipments }] },
    });
    expect(await post(live, 'orders/SO-1/reroute')).toMatchObject({
      status: 409,
      body: { code: 'nothing_remains' },
    });
    expect(await faults()).toEqual([]);
  });

  it('ships a part, and a reroute routes what remains', async () => {
    const { live, faults } = await aShop();
    await route(live, 'SO-1', 6);
    const part = { shipments: [{ warehouse_id: 'ATL1', lines: [{ sku: 'CHAIR', quantity: 2 }] }] };
    const first = await post(live, 'orders/SO-1/shipped', part);
    expect(first.body).toMatchObject({ shipped_units: 2, remaining_units: 4 });
    expect(await chairs(live)).toEqual({ EWR1: [4, 0], ATL1: [4, 4] });
    const rerouted = await post(live, 'orders/SO-1/reroute', { only_warehouse_ids: ['EWR1'] });
    expect(rerouted.body.results[0]).toMatchObject({
      status: 'FULL',
      shipments: [{ lines: [{ sku: 'CHAIR', ship_qty: 4 }] }],
    });
    expect(await chairs(live)).toEqual({ EWR1: [4, 4], ATL1: [4, 0] });
    const shipped_before = [{ sku: 'CHAIR', quantity: 2 }];
    expect(rerouted.body.results[0]).toMatchObject({ shipped_before });
    const why = await send(api.app, live, 'GET', '/api/v1/orders/SO-1/why');
    expect(why.json()).toMatchObject({ shipped_before });
    const { body } = await post(live, 'orders/SO-1/shipped');
    expect(body).toMatchObject({ shipped_units: 4, remaining_units: 0 });
    expect(body.shipments).toHaveLength(2);
    expect(await chairs(live)).toEqual({ EWR1: [0, 0], ATL1: [4, 0] });
    expect(await faults()).toEqual([]);
  });

  it('passes over a warehouse or a line that has left whole, and ships the rest', async () => {
    const { live, faults } = await aShop();
    await route(live, 'SO-1', 8);
    const atl1 = { warehouse_id: 'ATL1' };
    const first = await post(live, 'orders/SO-1/shipped', { shipments: [atl1] });
    expect(first.body).toMatchObject({ shipped_units: 4, remaining_units: 4 });
    const again = await post(live, 'orders/SO-1/shipped', { shipments: [atl1] });
    expect(again).toMatchObject({ status: 200, body: { ...first.body, shipped_units: 0 } });
    const whole = { ...atl1, lines: [{ sku: 'CHAIR', quantity: 4 }] };
    const both = await post(live, 'orders/SO-1/shipped', { shipments: [whole, { warehouse_id: 'EWR1' }] });
    expect(both.body).toMatchObject({ shipped_units: 4, remaining_units: 0 });
    expect(both.body.shipments).toHaveLength(2);
    expect((await post(live, 'orders/SO-1/shipped', { shipments: [whole] })).body).toEqual({
      ...both.body,
      shipped_units: 0,
    });
    expect(await chairs(live)).toEqual({ EWR1: [0, 0], ATL1: [2, 0] });
    expect(await faults()).toEqual([]);
  });

  it('passes over what left by an earlier decision, and no warehouse of which a part left', async () => {
    const { live } = await aShop();
    await route(live, 'SO-1', 8);
    const of = (warehouse_id: string, quantity?: number) => ({
      shipments: [{ warehouse_id, ...(quantity && { lines: [{ sku: 'CHAIR', quantity }] }) }],
    });
    await post(live, 'orders/SO-1/shipped', of('ATL1'));
    await post(live, 'orders/SO-1/shipped', of('EWR1', 1));
    await stock(api.app, live, ['CHAIR', 'EWR1', 0], ['CHAIR', 'ATL1', 0]);
    await post(live, 'orders/SO-1/reroute');
    expect((await post(live, 'orders/SO-1/shipped', of('ATL1'))).body).toMatchObject({ shipped_units: 0 });
    expect((await post(live, 'orders/SO-1/shipped', of('EWR1'))).body.code).toBe('not_allocated');
  });

  it('a part of a line that comes twice is refused with what has left of it and when', async () => {
    const { live } = await aShop();
    await route(live, 'SO-1', 6);
    const shipped_at = new Date().toISOString();
    const part = {
      shipped_at,
      shipments: [{ warehouse_id: 'ATL1', lines: [{ sku: 'CHAIR', quantity: 4 }] }],
    };
    const { body } = await post(live, 'orders/SO-1/shipped', part);
    const again = await post(live, 'orders/SO-1/shipped', part);
    expect(again).toMatchObject({ status: 409, body: { code: 'not_allocated' } });
    const at = body.shipments[0].shipped_at;
    expect(again.body.detail).toContain(`of CHAIR at ATL1. Of it have left 4 at ${at}, and 2 are to leave`);
    expect(await chairs(live)).toEqual({ EWR1: [4, 0], ATL1: [2, 2] });
  });

  it('tells of what had left when an order is sent again, and routes it whole', async () => {
    const { live } = await aShop();
    await route(live, 'SO-1', 3);
    const part = { shipments: [{ warehouse_id: 'EWR1', lines: [{ sku: 'CHAIR', quantity: 2 }] }] };
    await post(live, 'orders/SO-1/shipped', part);
    await post(live, 'orders/SO-1/reroute');
    const shipped_earlier = [{ sku: 'CHAIR', quantity: 2 }];
    const { results } = (await route(live, 'SO-1', 3)).body;
    expect(results[0]).toMatchObject({ status: 'FULL', shipped_earlier });
    expect(results[0].shipped_before).toBeUndefined();
    const why = (await send(api.app, live, 'GET', '/api/v1/orders/SO-1/why')).json();
    expect(why).toMatchObject({ shipped_earlier });
    await post(live, 'orders/SO-1/shipped', { shipments: [{ ...part.shipments[0], warehouse_id: 'ATL1' }] });
    const again = await post(live, 'orders/SO-1/reroute');
    expect(again.body.results[0]).toMatchObject({ shipped_before: shipped_earlier, shipped_earlier });
    expect((await route(live, 'SO-1', 1)).body.results[0].shipped_earlier).toEqual([
      { sku: 'CHAIR', quantity: 4 },
    ]);
  });

  it('leaves an event of a release with left in a ledger whatever was told of it before', async () => {
    const { live } = await aShop();
    await route(live, 'SO-1', 1);
    await route(live, 'SO-2', 2);
    await route(live, 'SO-3', 1);
    await post(live, 'orders/SO-1/release', { left: true });
    await post(live, 'orders/SO-2/shipped', {
      shipments: [{ warehouse_id: 'EWR1', lines: [{ sku: 'CHAIR', quantity: 1 }] }],
    });
    for (const id of ['SO-2', 'SO-3']) await post(live, `orders/${id}/release`, { left: true });
    for (const id of ['SO-1', 'SO-2', 'SO-3'])
      expect((await stateOf(live, id)).routings[0].events).toMatchObject([{ event: 'left' }]);
  });

  it('is refused for an order that was released, unless it left late', async () => {
    const { live, faults } = await aShop();
    await route(live, 'SO-1', 3);
    await post(live, 'orders/SO-1/release');
    expect((await post(live, 'orders/SO-1/shipped')).body.code).toBe('order_released');
    expect((await post(live, 'orders/SO-1/shipped', { late: true })).body).toMatchObject({
      shipped_units: 3,
    });
    expect(await chairs(live)).toEqual({ EWR1: [1, 0], ATL1: [6, 0] });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['that was made before it left', 4],
    ['that was made after it left', 1],
  ])('ships what left before the first count of the shelf, also beside a count %s', async (when, onShelf) => {
    const { live, slug, faults } = await aShop();
    await route(live, 'SO-1', 3);
    const settings = { stock_counts: 'on_hand' as const };
    await applyAccountFile(api.db, parseAccountFile({ client: { slug }, settings }), { baseDir: null });
    const now = async () =>
      (await api.db.pool.query(`SELECT clock_timestamp() AS now, pg_sleep(0.003)`)).rows[0].now.toISOString();
    const before = await now();
    await post(live, 'orders/SO-1/release', { left: true });
    expect([await chairs(live), (await stateOf(live, 'SO-1')).state]).toEqual([
      { EWR1: [1, 0], ATL1: [6, 0] },
      'shipped',
    ]);
    await now();
    const counted_at = when.includes('before') ? before : await now();
    const row = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: onShelf };
    await post(live, 'inventory', { counted_at, inventory: [row] });
    expect(await chairs(live)).toEqual({ EWR1: [1, 0], ATL1: [6, 0] });
    expect(await faults()).toEqual([]);
  });
});

it('units add up, whatever whole warehouses and lines are said to have left, how often and in which order', async () => {
  // SO-1 has all 4 of EWR1 and 3 of ATL1, SO-2 the other 3 of ATL1.
  const UNITS = { 'SO-1 EWR1': 4, 'SO-1 ATL1': 3, 'SO-2 ATL1': 3 };
  const part = fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[]));
  const message = fc.record({ part, isLine: fc.boolean(), isInBatch: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (messages) => {
      const { live, faults } = await aShop();
      await route(live, 'SO-1', 7);
      await route(live, 'SO-2', 3);
      for (const { part, isLine, isInBatch } of messages) {
        const [order_id, warehouse_id] = part.split(' ');
        const lines = [{ sku: 'CHAIR', quantity: UNITS[part] }];
        const shipments = [{ warehouse_id, ...(isLine && { lines }) }];
        const path = isInBatch ? 'orders/batch-shipped' : `orders/${order_id}/shipped`;
        const { status } = await post(
          live,
          path,
          isInBatch ? { orders: [{ order_id, shipments }] } : { shipments },
        );
        expect(status).toBe(200);
      }
      const left = [...new Set(messages.map((each) => each.part))];
      const unitsLeft = (warehouse: string) =>
        left.filter((each) => each.endsWith(warehouse)).reduce((sum, each) => sum + UNITS[each], 0);
      expect(await chairs(live)).toEqual({
        EWR1: [4 - unitsLeft('EWR1'), 4 - unitsLeft('EWR1')],
        ATL1: [6 - unitsLeft('ATL1'), 6 - unitsLeft('ATL1')],
      });
      expect(await faults()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

describe('POST /orders/batch-shipped', () => {
  it('takes an order twice if its times differ', async () => {
    const { live, faults } = await aShop();
    await route(live, 'SO-1', 6);
    const part = (quantity: number, seconds: number) => ({
      order_id: 'SO-1',
      shipped_at: new Date(Date.now() - seconds * 1000).toISOString(),
      shipments: [{ warehouse_id: 'ATL1', lines: [{ sku: 'CHAIR', quantity }] }],
    });
    const [first, second, third] = [part(1, 0), part(2, 1), part(4, 2)];
    const { body } = await post(live, 'orders/batch-shipped', { orders: [first, second, third] });
    expect(body.orders).toMatchObject([
      { shipped_units: 1, remaining_units: 5 },
      { shipped_units: 2, remaining_units: 3 },
      { code: 'not_allocated' },
    ]);
    expect(body.orders[1].shipments).toHaveLength(2);
    expect((await stateOf(live, 'SO-1')).routings[0].shipments).toHaveLength(2);
    expect(await chairs(live)).toEqual({ EWR1: [4, 0], ATL1: [3, 3] });
    expect(await faults()).toEqual([]);
    const twice = await post(live, 'orders/batch-shipped', { orders: [first, first] });
    expect(twice).toMatchObject({ status: 400, body: { code: 'duplicate_order_id' } });
  });

  it('ships each order as a whole or not at all, from JSON and CSV', async () => {
    const { live, faults } = await aShop();
    for (const [id, units] of [
      ['SO-1', 1],
      ['SO-2', 2],
      ['SO-3', 1],
    ] as const)
      await route(live, id, units);
    const { body } = await post(live, 'orders/batch-shipped', {
      orders: [
        { order_id: 'SO-1' },
        { order_id: 'NOBODY' },
        { order_id: 'SO-2', shipped_at: '2020-01-01T00:00:00Z' },
      ],
    });
    expect(body.orders).toMatchObject([{ shipped_units: 1 }, { code: 'not_found' }, { code: 'bad_request' }]);
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/orders/batch-shipped',
      headers: { authorization: `Bearer ${live}`, 'content-type': 'text/csv' },
      payload: 'order_id,warehouse_id,sku,quantity\nSO-2,EWR1,CHAIR,1\nSO-3,EWR1,,\n',
    });
    expect(response.json().orders).toMatchObject([
      { shipped_units: 1, remaining_units: 1 },
      { shipped_units: 1, remaining_units: 0 },
    ]);
    expect(await chairs(live)).toEqual({ EWR1: [1, 1], ATL1: [6, 0] });
    expect(await faults()).toEqual([]);
  });
});
