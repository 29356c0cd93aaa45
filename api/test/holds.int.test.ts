import { describe, expect, it } from 'vitest';
import { expireOrders } from '../../shared/ledger/expire-orders.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { aClient, anOrder, ask, sharedApi, stock } from './api.ts';

const api = await sharedApi();

/** A client with 10 CHAIR at EWR1. */
async function aShop(settings: object = {}) {
  const client = await aClient(api.db, { settings, webhooks: [HOOK] });
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 10]);
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    ask(api, client.live, method, `/api/v1/${path}`, payload);
  const order = (order_id: string, more: object = {}) =>
    anOrder({ external_order_id: order_id, lines: [{ sku: 'CHAIR', quantity: 3 }], ...more });
  const { slug } = await api.db.prisma.client.findUniqueOrThrow({ where: { id: client.client_id } });
  return {
    call,
    order,
    route: (order_id: string, more: object = {}) => call('POST', 'orders/route', order(order_id, more)),
    reserved: async () => (await call('GET', 'inventory?sku=CHAIR')).body.inventory[0].reserved_quantity,
    /** Lets the time of an order pass. */
    async passes(order_id: string) {
      await api.db.pool.query(
        `UPDATE order_expiries x SET expires_at = date_trunc('milliseconds', clock_timestamp()) FROM ledgers l
         WHERE l.id = x.ledger_id AND l.client_id = $1 AND x.order_id = $2`,
        [client.client_id, order_id],
      );
    },
    faults: async () => (await reconcile(api.db, { client: slug })).differences,
    told: async () => {
      const { rows } = await api.db.pool.query(
        `SELECT type, data FROM webhook_deliveries WHERE client_id = $1 AND type = 'order.released' ORDER BY id`,
        [client.client_id],
      );
      return rows.map(({ data }) => data);
    },
  };
}

const HOOK = { url: 'https://shop.example/hooks', events: ['order.released' as const] };
const MINUTE = 60_000;

describe('an order that is held', () => {
  it('shows when it expires, keeps that when it is rerouted, and is released then', async () => {
    const { call, route, reserved, passes, faults, told } = await aShop();
    const { body } = await route('SO-1', { hold_minutes: 30 });
    const { expires_at, routing_decision_id } = body.results[0];
    const { rows } = await api.db.pool.query('SELECT decided_at FROM decisions WHERE id = $1', [
      routing_decision_id,
    ]);
    expect(Date.parse(expires_at) - rows[0].decided_at.getTime()).toBe(30 * MINUTE);
    expect((await call('GET', 'orders/SO-1')).body).toMatchObject({
      ...{ state: 'held', expires_at },
      routings: [{ order: { hold_minutes: 30 }, result: { expires_at } }],
    });
    const again = await call('POST', 'orders/SO-1/reroute', {});
    expect(again.body.results[0]).toMatchObject({ expires_at });
    await expireOrders(api.db);
    expect(await reserved()).toBe(3);
    await passes('SO-1');
    await expireOrders(api.db);
    expect(await reserved()).toBe(0);
    expect(await call('GET', 'orders/SO-1')).toMatchObject({ body: { state: 'expired' } });
    expect(await told()).toEqual([
      {
        ...{ order_id: 'SO-1', routing_decision_id: again.body.results[0].routing_decision_id },
        ...{ released_units: 3, released: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity: 3 }] },
        reason: 'expired',
      },
    ]);
    expect(await call('POST', 'orders/SO-1/confirm')).toMatchObject({
      ...{ status: 409, body: { code: 'hold_expired' } },
    });
    expect((await call('POST', 'orders/SO-1/shipped', {})).body.code).toBe('order_released');
    expect(await faults()).toEqual([]);
  });

  it('is kept if it is confirmed before', async () => {
    const { call, route, reserved, passes, faults } = await aShop();
    await route('SO-1', { hold_minutes: 1 });
    const { body } = await call('POST', 'orders/SO-1/confirm');
    expect(body).toMatchObject({ order_id: 'SO-1', confirmed: true, reserved_units: 3 });
    expect((await call('POST', 'orders/SO-1/confirm')).body).toEqual(body);
    expect((await call('GET', 'orders/SO-1')).body).not.toHaveProperty('expires_at');
    await route('SO-2', { hold_minutes: 1 });
    await passes('SO-2');
    expect((await call('POST', 'orders/SO-2/confirm')).body.code).toBe('hold_expired');
    expect(await reserved()).toBe(3);
    await expireOrders(api.db);
    expect(await reserved()).toBe(3);
    await call('POST', 'orders/SO-1/release');
    expect((await call('POST', 'orders/SO-1/confirm')).body.code).toBe('order_released');
    expect((await call('POST', 'orders/SO-9/confirm')).status).toBe(404);
    expect(await faults()).toEqual([]);
  });

  it('is held anew, or not at all, when it is sent again', async () => {
    const { call, route, passes } = await aShop();
    await route('SO-1', { hold_minutes: 1 });
    const { body } = await route('SO-1', { hold_minutes: 5 });
    expect((await call('GET', 'orders/SO-1')).body.expires_at).toBe(body.results[0].expires_at);
    await passes('SO-1');
    expect((await route('SO-1')).body.results[0]).not.toHaveProperty('expires_at');
    await expireOrders(api.db);
    expect((await call('GET', 'orders/SO-1')).body.state).toBe('current');
  });

  it('does not expire once all of it has shipped; of a part the rest is released', async () => {
    const { call, route, reserved, passes, faults } = await aShop();
    await route('SO-1', { hold_minutes: 1 });
    await route('SO-2', { hold_minutes: 1 });
    await call('POST', 'orders/SO-1/shipped', {});
    const lines = [{ sku: 'CHAIR', quantity: 1 }];
    await call('POST', 'orders/SO-2/shipped', { shipments: [{ warehouse_id: 'EWR1', lines }] });
    await passes('SO-1');
    await passes('SO-2');
    await expireOrders(api.db);
    expect(await reserved()).toBe(0);
    expect((await call('GET', 'orders/SO-1')).body.state).toBe('shipped');
    expect((await call('GET', 'orders/SO-2')).body).toMatchObject({
      ...{ state: 'expired', routings: [{ shipments: [{ lines }] }] },
    });
    expect(await faults()).toEqual([]);
  });

  it('is one of a batch, but of no run, promise, or account that reserves nothing', async () => {
    const { call, order } = await aShop();
    const orders = [order('SO-1', { hold_minutes: 2 }), order('SO-2')];
    const { body } = await call('POST', 'orders/batch-route', { orders });
    expect(body.results.map((result: object) => 'expires_at' in result)).toEqual([true, false]);
    const refused = { status: 422, body: { code: 'validation_failed' } };
    expect(await call('POST', 'runs', { orders })).toMatchObject({
      ...refused,
      body: { errors: [{ path: 'orders[0].hold_minutes' }] },
    });
    expect(await call('POST', 'orders/route', order('SO-3', { hold_minutes: 1441 }))).toMatchObject(refused);
    const cart = { lines: [{ sku: 'CHAIR', quantity: 1 }], hold_minutes: 5 };
    expect(await call('POST', 'promise', { destination_zip: '60614', carts: [cart] })).toMatchObject(refused);
    const recommending = await aShop({ use_inventory_availability: false });
    expect(await recommending.route('SO-1', { hold_minutes: 5 })).toMatchObject({
      ...refused,
      body: { errors: [{ path: 'hold_minutes' }] },
    });
  });
});

describe('reservation_days', () => {
  it('releases orders that still have units reserved', async () => {
    const { call, route, reserved, passes, faults } = await aShop({ reservation_days: 2 });
    const { body } = await route('SO-1');
    expect(Date.parse(body.results[0].expires_at)).toBeGreaterThan(Date.now() + 47 * 60 * MINUTE);
    await route('SO-2', { lines: [{ sku: 'NOTHING', quantity: 1 }] });
    await route('SO-3', { hold_minutes: 5 });
    await call('POST', 'orders/SO-3/confirm');
    const confirmed = (await call('GET', 'orders/SO-3')).body;
    expect(Date.parse(confirmed.expires_at)).toBeGreaterThan(Date.now() + 47 * 60 * MINUTE);
    expect(confirmed).not.toHaveProperty('held');
    for (const order of ['SO-1', 'SO-2', 'SO-3']) await passes(order);
    await expireOrders(api.db);
    expect(await reserved()).toBe(0);
    const states = ['SO-1', 'SO-2', 'SO-3'].map(
      async (order) => (await call('GET', `orders/${order}`)).body.state,
    );
    expect(await Promise.all(states)).toEqual(['expired', 'current', 'expired']);
    expect(await faults()).toEqual([]);
  });
});
