import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { expireOrders } from '../../shared/ledger/expire-orders.ts';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { openRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { workLedger } from '../../shared/testing/work-ledger.ts';
import { aPerson } from './account/people.ts';
import { anOrder, ask, sharedApi, stock } from './api.ts';

const api = await sharedApi();
const service = openRoutingFixture(openDatabase(api.db.url));
afterAll(() => service.close());

/** An account with 10 CHAIR at each warehouse, of which SO-1 has 3 and SO-2 has 4 at EWR1. */
async function aShop() {
  const account = await createTestAccount(api.db);
  const { live } = account.keys;
  await stock(api.app, live, ['CHAIR', 'EWR1', 10], ['CHAIR', 'ATL1', 10]);
  const call = (method: 'GET' | 'POST', path: string, payload?: object, headers: object = {}) =>
    ask(api, live, method, `/api/v1/${path}`, payload, headers);
  const order = (external_order_id: string, quantity: number, more: object = {}) =>
    anOrder({ external_order_id, lines: [{ sku: 'CHAIR', quantity }], ...more });
  await call('POST', 'orders/route', order('SO-1', 3));
  await call('POST', 'orders/route', order('SO-2', 4));
  return {
    ...{ account, call, order },
    change: (change: number, more: object = {}) =>
      call('POST', 'inventory/changes', {
        changes: [{ sku: 'CHAIR', warehouse_id: 'EWR1', change, ...more }],
      }),
    work: () => workLedger(service.deps, account.live.ledger_id),
    faults: async () => (await reconcile(api.db, { client: account.slug })).differences,
  };
}

describe('pairs that are short', () => {
  it('are listed with the latest orders that lack units, which a run routes again', async () => {
    const { call, change, work, faults } = await aShop();
    expect((await call('GET', 'inventory/short')).body).toEqual({ pairs: [], next_cursor: null });
    await change(-6);
    const { body } = await call('GET', 'inventory/short');
    expect(body).toMatchObject({
      pairs: [
        {
          ...{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 4, reserved_quantity: 7 },
          ...{ short_quantity: 3, orders: [{ order_id: 'SO-2', units: 4 }] },
        },
      ],
      next_cursor: null,
    });
    expect(await call('POST', 'runs/reroute', { short: true, statuses: ['FULL'] })).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'short' }] } },
    });
    const run = (await call('POST', 'runs/reroute', { short: true })).body;
    await work();
    expect((await call('GET', `runs/${run.routing_run_id}`)).body).toMatchObject({
      ...{ status: 'completed', orders_routed: 1, full_count: 1 },
    });
    expect((await call('GET', 'orders/SO-2')).body.routings[0].result.selected_warehouse.warehouse_id).toBe(
      'ATL1',
    );
    expect((await call('GET', 'inventory/short')).body.pairs).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

describe('an order that is held in a run', () => {
  it('expires after its decision, and keeps its time in a run that routes it again', async () => {
    const { account, call, order, change, work, faults } = await aShop();
    const prefer = { prefer: 'respond-async' };
    await call('POST', 'orders/batch-route', { orders: [order('SO-3', 2, { hold_minutes: 10 })] }, prefer);
    await work();
    const { expires_at } = (await call('GET', 'orders/SO-3')).body;
    const left = Date.parse(expires_at) - Date.now();
    expect(Math.abs(left - 600_000)).toBeLessThan(60_000);
    await change(-9);
    await call('POST', 'runs/reroute', { short: true });
    await work();
    expect((await call('GET', 'orders/SO-3')).body).toMatchObject({
      ...{ expires_at, state: 'held' },
      routings: [{ result: { expires_at } }, {}],
    });
    await api.db.pool.query(
      `UPDATE order_expiries SET expires_at = date_trunc('milliseconds', clock_timestamp()) WHERE ledger_id = $1`,
      [account.live.ledger_id],
    );
    await expireOrders(api.db);
    expect((await call('GET', 'orders/SO-3')).body.state).toBe('expired');
    expect(await faults()).toEqual([]);
  });
});

describe('GET /account/v1/inventory/{sku}/history', () => {
  it('tells what happened to a pair, newest first, page by page', async () => {
    const { account, call, change } = await aShop();
    const { headers } = await aPerson(api.db, 'member', account.client_id);
    await change(2, { reason: 'delivery 4711' });
    await call('POST', 'orders/SO-1/shipped', {});
    const counted_at = new Date().toISOString();
    const row = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 1 };
    await call('POST', 'inventory', { counted_at, inventory: [row], source_name: 'wms' });
    await change(-1);
    const read = async (query = '') =>
      (
        await api.app.inject({
          url: `/account/v1/inventory/CHAIR/history?environment=live&warehouse_id=EWR1${query}`,
          headers,
        })
      ).json();
    const { entries, ...pair } = await read();
    expect(pair).toMatchObject({ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 0 });
    expect(entries).toMatchObject([
      { kind: 'change', quantity: -1 },
      { kind: 'count', quantity: 1, note: 'wms' },
      { kind: 'shipment', quantity: -3, order_id: 'SO-1' },
      { kind: 'change', quantity: 2, note: 'delivery 4711' },
      { kind: 'reservation', quantity: 4, order_id: 'SO-2', state: 'current' },
      { kind: 'reservation', quantity: 3, order_id: 'SO-1', state: 'shipped' },
      { kind: 'count', quantity: 10 },
    ]);
    for (const limit of [1, 2, 3]) {
      const paged: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await read(`&limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
        paged.push(...page.entries);
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(entries);
    }
  });

  it('is that of a SKU of any name, as its page is, also beside the list of short pairs', async () => {
    const { account, call } = await aShop();
    const { headers } = await aPerson(api.db, 'member', account.client_id);
    const changes = [{ sku: 'short', warehouse_id: 'EWR1', change: 2 }];
    await call('POST', 'inventory/changes', { changes });
    const read = async (path: string) =>
      (await api.app.inject({ url: `/account/v1/${path}environment=live`, headers })).json();
    expect(await read('inventory/short?')).toMatchObject({ sku: 'short', quantity_available: 2 });
    expect((await read('inventory/short/history?warehouse_id=EWR1&')).entries).toMatchObject([
      { quantity: 2 },
    ]);
    expect(await read('short-pairs?')).toEqual({ pairs: [], next_cursor: null });
  });
});
