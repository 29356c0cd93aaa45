import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundOrder } from '../../../shared/contracts/account/orders.ts';
import { workRun } from '../../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, sharedApi } from '../api.ts';
import { aPerson } from './people.ts';

const api = await sharedApi();
const app = api.app;
const client = await aClient(api.db);
const member = await aPerson(api.db, 'member', client.client_id);
const stranger = await aPerson(api.db, 'owner', (await aClient(api.db)).client_id);

type Options = Omit<InjectOptions, 'method' | 'url'>;

async function ask(method: 'GET' | 'POST', path: string, options: Options = {}, who = member) {
  const [plain, query] = path.split('?');
  const url = `/account/v1/${plain}?environment=live${query ? `&${query}` : ''}`;
  return app.inject({ ...options, method, url, headers: { ...who.headers, ...options.headers } });
}

/** The answer, which is to be a good one. */
async function get(path: string) {
  const response = await ask('GET', path);
  expect(response.json(), path).not.toHaveProperty('detail');
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function post(path: string, payload: object) {
  const response = await ask('POST', path, { payload });
  expect([response.statusCode, response.json()]).toEqual([200, expect.anything()]);
  return response.json();
}

/** Works a run as a worker would. */
async function work(runId: number): Promise<void> {
  const lanes = createLaneResolver(api.db);
  await workRun({ db: api.db, lanes }, runId);
  await lanes.close();
}

const row = (sku: string, warehouse_id: string, quantity_available: number) => ({
  sku,
  warehouse_id,
  quantity_available,
});

describe('the data of an account', () => {
  let order: FoundOrder;
  beforeAll(async () => {
    await post('inventory', {
      source_name: 'nightly',
      inventory: [
        row('CHAIR', 'EWR1', 3),
        row('CHAIR', 'ATL1', 2),
        row('CHAIN%', 'ATL1', 0),
        row('LAMP', 'EWR1', 1),
      ],
    });
    await post(
      'orders/route',
      anOrder({ external_order_id: 'SO-1', lines: [{ sku: 'CHAIR', quantity: 4 }] }),
    );
    await post('orders/batch-route', {
      orders: [
        anOrder({ external_order_id: 'SO-2', lines: [{ sku: 'CHAIR', quantity: 5 }] }),
        anOrder({ external_order_id: 'SO-3', destination_zip: 'x' }),
      ],
    });
    [order] = (await get('orders?order_id=SO-1')).orders;
  });

  it('is routed and searched by people', async () => {
    expect(order).toMatchObject({
      order_id: 'SO-1',
      status: 'SPLIT',
      units_ordered: 4,
      units_shipped: 4,
      shipments: 2,
      reasons: [],
      holds_units: true,
      latest: true,
    });
    expect(order.warehouses.map(({ warehouse_id }) => warehouse_id)).toEqual(['EWR1', 'ATL1']);
    const { orders, next_cursor } = await get('orders?limit=2');
    expect(orders.map((each: FoundOrder) => each.order_id)).toEqual(['SO-3', 'SO-2']);
    expect((await get(`orders?limit=2&cursor=${next_cursor}`)).orders).toEqual([order]);
    expect((await get('orders?status=NONE&reason=invalid_destination_zip')).orders).toMatchObject([
      { order_id: 'SO-3', reasons: ['invalid_destination_zip'] },
    ]);
    expect((await get('orders?q=SO-2')).orders).toMatchObject([{ order_id: 'SO-2', status: 'PARTIAL' }]);
    expect((await get('orders?q=SO-2&status=NONE')).orders).toEqual([]);
  });

  it('is tried out under a draft of the configuration, which changes nothing', async () => {
    const draft = { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] };
    expect(await post('orders/SO-1/try', { draft })).toMatchObject({
      dry_run: true,
      results: [{ status: 'PARTIAL', why: {} }],
    });
    expect(await post('orders/SO-1/try', { draft: {} })).toMatchObject({ results: [{ status: 'SPLIT' }] });
    const unknown = { draft: { warehouses: [{ warehouse_id: 'NOWHERE', enabled: false }] } };
    const refused = await ask('POST', 'orders/SO-1/try', { payload: unknown });
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      422,
      [{ path: 'draft.warehouses[0].warehouse_id' }],
    ]);
    expect((await get('orders/SO-1')).routings).toHaveLength(1);
  });

  it('says how much time usually lies between two syncs', async () => {
    const other = await aClient(api.db);
    const person = await aPerson(api.db, 'member', other.client_id);
    await api.db.pool.query(
      `INSERT INTO ingest_runs (ledger_id, rows_received, rows_inserted, rows_updated, rows_unchanged, created_at)
       SELECT l.id, 1, 1, 0, 0, date_trunc('day', now(), 'UTC') - make_interval(days => day, mins => minute)
       FROM ledgers l, unnest($2::int[]) AS d (day), unnest(ARRAY[5, 0]) AS m (minute)
       WHERE l.client_id = $1 AND l.environment = 'live' ORDER BY day DESC, minute DESC`,
      [other.client_id, [20, 7, 6, 5, 3, 2]],
    );
    const { stock } = (await ask('GET', 'overview', {}, person)).json();
    // Of two syncs in five minutes, a day apart, once two days.
    expect(stock).toMatchObject({ usual_gap_seconds: 86_100 });
  });

  it('has its stock by SKU, with who has reserved it', async () => {
    const { skus, last_sync, next_cursor } = await get('inventory?q=CHAI&limit=1');
    expect(last_sync).toMatchObject({ source_name: 'nightly', rows_received: 4 });
    expect(skus).toMatchObject([{ sku: 'CHAIN%' }]);
    expect((await get(`inventory?q=CHAI&cursor=${next_cursor}`)).skus).toMatchObject([
      {
        sku: 'CHAIR',
        quantity_available: 5,
        reserved_quantity: 5,
        effective_quantity: 0,
        warehouses: [{ warehouse_id: 'EWR1', quantity_available: 3 }, { warehouse_id: 'ATL1' }],
      },
    ]);
    const last = await get('inventory?q=CHAI&limit=1&sort=-sku');
    const before = await get(`inventory?q=CHAI&sort=-sku&cursor=${last.next_cursor}`);
    expect([last.skus[0].sku, ...before.skus.map(({ sku }: { sku: string }) => sku)]).toEqual([
      'CHAIR',
      'CHAIN%',
    ]);
    expect((await get('inventory?q=CHAIN%25')).skus).toHaveLength(1);
    expect((await get('inventory?q=CH%25')).skus).toEqual([]);
    const chair = await get('inventory/CHAIR');
    expect(chair.reserved_by.map(({ quantity, order: { order_id } }: never) => [order_id, quantity])).toEqual(
      [
        ['SO-2', 1],
        ['SO-1', 4],
      ],
    );
    expect(chair).toMatchObject({ reserved_quantity: 5, reserved_by_complete: true });
    expect((await ask('GET', 'inventory/NOT-THERE')).statusCode).toBe(404);
  });

  it('is counted', async () => {
    const overview = await get('overview?period=24h');
    expect(overview).toMatchObject({
      bucket: 'hour',
      figures: {
        orders: 3,
        full_count: 0,
        split_count: 1,
        partial_count: 1,
        none_count: 1,
        units_ordered: 10,
        units_shipped: 5,
        shipments: 3,
        split_rate: 0.5,
        fill_rate: 0.5,
      },
      previous: { orders: 0, split_rate: null, fill_rate: null },
      unroutable: [{ reason: 'invalid_destination_zip', orders: 1 }],
      unfulfilled: [{ reason: 'insufficient_inventory', orders: 1 }],
      usage: { used: 3 },
      stock: { source_name: 'nightly', usual_gap_seconds: null },
    });
    expect(overview.buckets).toHaveLength(24);
    expect(overview.buckets.at(-1).orders + overview.buckets.at(-2).orders).toBe(3);
    for (const [period, days] of [
      ['7d', 7],
      ['30d', 30],
    ] as const) {
      const { bucket, buckets, figures } = await get(`overview?period=${period}&zone=America/Chicago`);
      expect([bucket, buckets.length, figures.orders]).toEqual(['day', days, 3]);
      expect(buckets.reduce((sum: number, { orders }: { orders: number }) => sum + orders, 0)).toBe(3);
    }
    expect(await get('overview?from=2020-01-01&to=2020-01-02')).toMatchObject({
      figures: { orders: 0 },
      unroutable: [],
    });
    expect((await get('usage')).days).toMatchObject([{ routed_orders: 3 }]);
  });

  it('has its runs, those under way first, and where they ship from', async () => {
    await post('inventory', { inventory: [row('LAMP', 'EWR1', 2), row('LAMP', 'ATL1', 9)] });
    const lines = Array.from({ length: 4 }, (_, n) =>
      JSON.stringify(anOrder({ external_order_id: `RUN-${n}`, lines: [{ sku: 'LAMP', quantity: 2 }] })),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    const accepted = await ask('POST', 'runs', { headers, payload: lines.join('\n') });
    expect(accepted.statusCode).toBe(202);
    const { routing_run_id } = accepted.json();
    expect(accepted.headers.location).toBe(`/account/v1/runs/${routing_run_id}`);
    await post('orders/route', anOrder({ external_order_id: 'SO-9' }));
    const listed = await get('runs?limit=2');
    expect(listed.runs).toMatchObject([{ routing_run_id, status: 'queued' }, { kind: 'sync' }]);
    const rest = await get(`runs?limit=2&cursor=${listed.next_cursor}`);
    expect([...listed.runs, ...rest.runs]).toHaveLength(4);
    expect((await get('overview')).runs).toMatchObject({
      under_way_count: 1,
      under_way: [{ routing_run_id }],
      failed: [],
      faulty: [],
    });
    await work(routing_run_id);
    expect(await get(`runs/${routing_run_id}`)).toMatchObject({
      run: { status: 'completed', full_count: 4, progress: { percent: 100 } },
      warehouses: [
        { warehouse_id: 'ATL1', shipments: 3, units: 6 },
        { warehouse_id: 'EWR1', shipments: 1, units: 2 },
      ],
      shipments: 4,
      units_shipped: 8,
    });
    const page = await get(`runs/${routing_run_id}/decisions?warehouse_id=ATL1&limit=2`);
    expect(page.orders).toHaveLength(2);
    expect(
      (await get(`runs/${routing_run_id}/decisions?warehouse_id=ATL1&cursor=${page.next_cursor}`)).orders,
    ).toHaveLength(1);
    expect((await get('runs?kind=managed')).runs).toMatchObject([{ routing_run_id }]);
    const idsOf = ({ runs }: { runs: { routing_run_id: number }[] }) => runs.map((run) => run.routing_run_id);
    const [{ client_run_number: number }] = (await get('runs?kind=managed')).runs;
    expect(idsOf(await get(`runs?number=${number}`))).toEqual([routing_run_id]);
    const oldest = await get('runs?sort=created_at&limit=3');
    const others = await get(`runs?sort=created_at&cursor=${oldest.next_cursor}`);
    expect([...idsOf(oldest), ...idsOf(others)]).toEqual(idsOf(await get('runs')).toReversed());
    expect((await get('runs?status=failed')).runs).toEqual([]);
    expect((await get('runs?kind=sync&status=cancelled')).runs).toEqual([]);
    expect((await get(`runs/${order.routing_run_id}`)).warehouses).toMatchObject([
      { units: 3 },
      { units: 1 },
    ]);
    const csv = await ask('GET', `runs/${routing_run_id}/results`, { headers: { accept: 'text/csv' } });
    expect(csv.payload.split('\n').filter(Boolean)).toHaveLength(5);
    const report = await ask('GET', `reports/decisions.csv?routing_run_id=${routing_run_id}`);
    expect(report.payload.split('\n').filter(Boolean)).toHaveLength(5);
  });

  it('is in no list or count of another client or environment', async () => {
    expect((await ask('GET', 'orders', {}, stranger)).json().orders).toEqual([]);
    expect((await ask('GET', 'overview', {}, stranger)).json().figures.orders).toBe(0);
    const inTest = await app.inject({ url: '/account/v1/orders?environment=test', headers: member.headers });
    expect(inTest.json().orders).toEqual([]);
  });

  it('refuses what it does not know', async () => {
    expect((await ask('GET', 'orders?statuss=NONE')).json()).toMatchObject({
      code: 'unknown_query_parameter',
      detail: expect.stringContaining('statuss'),
    });
    for (const query of ['zone=Mars/Base', 'from=2026-02-02&to=2026-02-01', 'period=1y'])
      expect((await ask('GET', `overview?${query}`)).statusCode).toBe(422);
    expect((await app.inject({ url: '/account/v1/orders', headers: member.headers })).statusCode).toBe(422);
  });

  it('has what is wrong with the input of a run, page by page', async () => {
    const lines = [JSON.stringify(anOrder({ external_order_id: 'GOOD' })), '{}', '[]'];
    const headers = { 'content-type': 'application/x-ndjson' };
    const accepted = await ask('POST', 'runs?on_invalid=skip', { headers, payload: lines.join('\n') });
    const path = `runs/${accepted.json().routing_run_id}/faults`;
    const all = (await get(path)).faults;
    expect(new Set(all.map(({ line }: { line: number }) => line))).toEqual(new Set([2, 3]));
    const first = await get(`${path}?limit=1`);
    expect([...first.faults, ...(await get(`${path}?cursor=${first.next_cursor}`)).faults]).toEqual(all);
  });
});
