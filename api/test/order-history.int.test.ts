import { describe, expect, it, onTestFinished } from 'vitest';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder as aRoutingOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const route = async (key: string, fields: Record<string, unknown> = {}) =>
  (await send(api.app, key, 'POST', '/api/v1/orders/route', { payload: anOrder(fields) })).json();
const history = (key: string, orderId: string, query: Record<string, string> = {}) =>
  send(api.app, key, 'GET', `/api/v1/orders/${encodeURIComponent(orderId)}`, { query });

describe('GET /api/v1/orders/{order_id}', () => {
  it('shows the order as it was sent, and its result as it was answered', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 5]);
    const sent = {
      destination_zip: '10001-1234',
      lines: [
        { sku: 'CHAIR', quantity: 2, unit_value: 10.25, unit_weight: 0.5 },
        { sku: 'DESK', quantity: 1, unit_value: null },
      ],
      is_vip: true,
      priority_level: -3,
      partner_id: 'shop',
      carrier: 'UPS ',
      ship_method: 'Ground',
      raw_order_data: { b: [1, null, { c: 'ü "quoted" \\ \t' }], a: 1.5 },
    };
    const run = await route(live, { ...sent, order_created_at: '2026-01-31T01:00:00+02:00' });
    const response = await history(live, 'SO-1');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      order_id: 'SO-1',
      state: 'current',
      routings: [
        {
          state: 'current',
          state_since: null,
          by: { kind: 'api_key', name: 'store' },
          events: [],
          routing_run_id: run.routing_run_id,
          client_run_number: run.client_run_number,
          routed_at: expect.stringMatching(/Z$/),
          decided_at: expect.stringMatching(/Z$/),
          order: { external_order_id: 'SO-1', ...sent, order_created_at: '2026-01-30T23:00:00.000Z' },
          result: run.results[0],
        },
      ],
      next_cursor: null,
    });
  });

  it('shows routings in the order in which they were decided, whatever their ids are', async () => {
    const { keys, live } = await createTestAccount(api.db);
    await stock(api.app, keys.live, ['CHAIR', 'EWR1', 5]);
    const first = await route(keys.live);
    const waiting = await createAcceptedRun(api.db, live, [aRoutingOrder({ order_id: 'SO-1' })], 1);
    const rerouted = await send(api.app, keys.live, 'POST', '/api/v1/orders/SO-1/reroute', { payload: {} });
    const lanes = createLaneResolver(api.db);
    onTestFinished(() => lanes.close());
    await workRun({ db: api.db, lanes }, waiting);
    const runs: [number, string][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await history(keys.live, 'SO-1', { limit: '1', cursor });
      for (const { routing_run_id, state } of page.json().routings) runs.push([routing_run_id, state]);
      cursor = page.json().next_cursor;
    }
    expect(runs).toEqual([
      [waiting, 'current'],
      [rerouted.json().routing_run_id, 'replaced'],
      [first.routing_run_id, 'replaced'],
    ]);
  });

  it('says that an order was released while it waited in a run', async () => {
    const { keys, live } = await createTestAccount(api.db);
    await createAcceptedRun(api.db, live, [aRoutingOrder({ order_id: 'SO-1' })], 1);
    expect((await history(keys.live, 'SO-1')).statusCode).toBe(404);
    await send(api.app, keys.live, 'POST', '/api/v1/orders/SO-1/release', { payload: {} });
    const released = { order_id: 'SO-1', state: 'released', routings: [], next_cursor: null };
    expect((await history(keys.live, 'SO-1')).json()).toEqual(released);
    expect((await history(keys.test, 'SO-1')).statusCode).toBe(404);
    await createAcceptedRun(api.db, live, [aRoutingOrder({ order_id: 'SO-1' })], 1);
    expect((await history(keys.live, 'SO-1')).statusCode).toBe(404);
  });

  it.each(['a/b?c#d', 'ü 100%', 'route', 'x'.repeat(200)])('finds the order ID %s', async (id) => {
    const { live } = await aClient(api.db);
    await route(live, { external_order_id: id });
    expect((await history(live, id)).json()).toMatchObject({ order_id: id, routings: [{}] });
  });

  it('answers 422 to an order ID that cannot be stored', async () => {
    const { live } = await aClient(api.db);
    expect((await history(live, 'SO\0')).json().errors).toMatchObject([{ path: 'order_id' }]);
  });
});
