import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REPORTS } from '../../shared/operations/reports/reports.ts';
import { prune } from '../../shared/operations/retention/prune.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { anOrder as aRoutingOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

type CsvRecord = Record<string, string>;

const ask = (key: string, report: string, query: Record<string, string | number> = {}, accept?: string) => {
  const search = new URLSearchParams(query as Record<string, string>);
  return api.app.inject({
    url: `/api/v1/reports/${report}.csv?${search}`,
    headers: { authorization: `Bearer ${key}`, ...(accept && { accept }) },
  });
};

async function rows(
  key: string,
  report: string,
  query: Record<string, string | number> = {},
): Promise<CsvRecord[]> {
  const response = await ask(key, report, query);
  expect(response.statusCode).toBe(200);
  return parse(response.body, { columns: true, record_delimiter: '\r\n' });
}

const batch = async (key: string, orders: unknown[]) =>
  (await send(api.app, key, 'POST', '/api/v1/orders/batch-route', { payload: { orders } })).json();

/** Four orders of which one each is FULL, SPLIT, PARTIAL and NONE. */
async function routeMixed(key: string) {
  await stock(
    api.app,
    key,
    ['CHAIR', 'EWR1', 1],
    ['LAMP', 'EWR1', 1],
    ['LAMP', 'ATL1', 1],
    ['DESK', 'ATL1', 1],
  );
  const line = (sku: string, quantity: number) => ({ sku, quantity, unit_value: 2.5 });
  return batch(key, [
    anOrder({ external_order_id: 'FULL', lines: [line('CHAIR', 1)], carrier: 'UPS', is_vip: true }),
    anOrder({ external_order_id: 'SPLIT', lines: [line('LAMP', 2)], priority_level: 1 }),
    anOrder({ external_order_id: 'PARTIAL', lines: [line('DESK', 3)], priority_level: 2 }),
    anOrder({ external_order_id: 'NONE', lines: [line('DESK', 1)], destination_zip: '00000' }),
  ]);
}

const HIDDEN = ['deliver_by', 'ship_date', 'delivery_date', 'cost', 'total_cost', 'unit_weight'];

/** The columns of an account without calendars and rates. */
const columnsOf = (shape: object) => Object.keys(shape).filter((column) => !HIDDEN.includes(column));

describe('GET /api/v1/reports/decisions.csv', () => {
  it('has a row a decision, in request order, run by run', async () => {
    const { live } = await aClient(api.db);
    const run = await routeMixed(live);
    const again = await batch(live, [anOrder({ external_order_id: 'LATER' })]);
    const report = await rows(live, 'decisions');
    expect(report.map((row) => [row.order_id, row.status, row.routing_run_id])).toEqual([
      ...['FULL', 'SPLIT', 'PARTIAL', 'NONE'].map((id) => [id, id, `${run.routing_run_id}`]),
      ['LATER', 'NONE', `${again.routing_run_id}`],
    ]);
    expect(report[0]).toMatchObject({
      routing_decision_id: `${run.results[0].routing_decision_id}`,
      client_run_number: `${run.client_run_number}`,
      carrier: 'UPS',
      is_vip: 'true',
      reason: run.results[0].reason,
      total_shipment_value: '2.5',
    });
    expect(report[0]!.routed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is filtered by run, status and the time that runs began', async () => {
    const { live } = await aClient(api.db);
    const { routing_run_id: first } = await routeMixed(live);
    const { routing_run_id: second } = await batch(live, [anOrder({ external_order_id: 'LATER' })]);
    await api.db.pool.query(`UPDATE runs SET created_at = '2026-01-31T10:00:00Z' WHERE id = $1`, [first]);
    await api.db.pool.query(`UPDATE runs SET created_at = '2026-02-01T00:00:00Z' WHERE id = $1`, [second]);
    const ids = async (query: Record<string, string | number>) =>
      (await rows(live, 'decisions', query)).map((row) => row.order_id);
    expect(await ids({ routing_run_id: second })).toEqual(['LATER']);
    expect(await ids({ status: 'NONE' })).toEqual(['NONE', 'LATER']);
    expect(await ids({ status: 'NONE', routing_run_id: first })).toEqual(['NONE']);
    expect(await ids({ from: '2026-02-01' })).toEqual(['LATER']);
    expect(await ids({ to: '2026-01-31' })).toHaveLength(4);
    expect(await ids({ from: '2026-01-31T10:00:00Z', to: '2026-02-01T00:00:00Z' })).toHaveLength(4);
    expect(await ids({ from: '2026-01-31T10:00:00.001Z', to: '2026-02-01T00:00:00Z' })).toEqual([]);
    expect(await ids({ routing_run_id: 2_000_000_000 })).toEqual([]);
  });

  it('has what a managed run decided, chunk by chunk, whatever the size of its parts', async () => {
    const { keys, live } = await createTestAccount(api.db);
    const orders = Array.from({ length: 1203 }, (_, n) => aRoutingOrder({ order_id: `SO-${n}` }));
    const id = await createAcceptedRun(api.db, live, orders, 700);
    expect(await rows(keys.live, 'decisions')).toEqual([]);
    const lanes = createLaneResolver(api.db);
    onTestFinished(() => lanes.close());
    await workRun({ db: api.db, lanes }, id);
    const report = await rows(keys.live, 'decisions');
    expect(report.map((row) => row.order_id)).toEqual(orders.map((order) => order.order_id));
  });
});

describe('GET /api/v1/reports/shipments.csv', () => {
  it('has a row for each SKU that leaves a warehouse', async () => {
    const { live } = await aClient(api.db);
    await routeMixed(live);
    const report = await rows(live, 'shipments');
    expect(
      report.map((row) => [row.order_id, row.shipment, row.warehouse_id, row.sku, row.ship_qty]),
    ).toEqual([
      ['FULL', '1', 'EWR1', 'CHAIR', '1'],
      ['SPLIT', '1', 'EWR1', 'LAMP', '1'],
      ['SPLIT', '2', 'ATL1', 'LAMP', '1'],
      ['PARTIAL', '1', 'ATL1', 'DESK', '1'],
    ]);
    expect(await rows(live, 'shipments', { status: 'SPLIT' })).toHaveLength(2);
    expect(await rows(live, 'shipments', { status: 'NONE' })).toEqual([]);
  });
});

describe('what became of an order', () => {
  const ship = (key: string, order_id: string, payload: object) =>
    send(api.app, key, 'POST', `/api/v1/orders/${order_id}/shipped`, { payload });

  it('is state, shipped_qty and expires_at in each report of orders', async () => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 4], ['CHAIR', 'ATL1', 2]);
    const lines = [{ sku: 'CHAIR', quantity: 9 }];
    await batch(live, [anOrder({ lines, hold_minutes: 60 })]);
    await ship(live, 'SO-1', { shipments: [{ warehouse_id: 'EWR1' }] });
    const [decision] = await rows(live, 'decisions');
    const { expires_at } = (await send(api.app, live, 'GET', '/api/v1/orders/SO-1')).json();
    expect(Object.keys(decision!).slice(-3)).toEqual(['state', 'shipped_qty', 'expires_at']);
    expect(decision).toMatchObject({ state: 'held', shipped_qty: '4', expires_at });
    const shipments = await rows(live, 'shipments');
    expect(shipments.map(({ ship_qty, shipped_qty }) => [ship_qty, shipped_qty])).toEqual([
      ['4', '4'],
      ['2', '0'],
    ]);
    expect(await rows(live, 'unfulfilled')).toMatchObject([
      { unfulfilled_qty: '3', shipped_qty: '4', state: 'held', expires_at },
    ]);
  });
});

describe('GET /api/v1/reports/unfulfilled.csv', () => {
  it('has a row for each SKU that lacks units, with the reason', async () => {
    const { live } = await aClient(api.db);
    await routeMixed(live);
    const report = await rows(live, 'unfulfilled');
    expect(report.map((row) => [row.order_id, row.sku, row.unfulfilled_qty, row.reason])).toEqual([
      ['PARTIAL', 'DESK', '2', 'insufficient_inventory'],
      ['NONE', 'DESK', '1', 'invalid_destination_zip'],
    ]);
    expect(await rows(live, 'unfulfilled', { status: 'PARTIAL' })).toHaveLength(1);
    expect(await rows(live, 'unfulfilled', { status: 'FULL' })).toEqual([]);
  });
});

describe('GET /api/v1/reports/usage.csv', () => {
  it('has a row a day on which live orders were routed', async () => {
    const { live, client_id } = await aClient(api.db);
    await routeMixed(live);
    await api.db.pool.query(`INSERT INTO usage VALUES ($1, '2026-01-30', 7), ($1, '2026-01-31', 9)`, [
      client_id,
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await rows(live, 'usage')).toEqual([
      { day: '2026-01-30', routed_orders: '7' },
      { day: '2026-01-31', routed_orders: '9' },
      { day: today, routed_orders: '4' },
    ]);
    expect(await rows(live, 'usage', { from: '2026-01-31', to: '2026-01-31' })).toEqual([
      { day: '2026-01-31', routed_orders: '9' },
    ]);
    expect(
      await rows(live, 'usage', { from: '2026-01-30T00:00:00.001Z', to: '2026-01-31T00:00:00Z' }),
    ).toEqual([]);
  });
});

describe('GET /api/v1/reports/inventory.csv', () => {
  it('has a row a SKU and warehouse, with what is reserved', async () => {
    const { live } = await aClient(api.db);
    const inventory = [
      {
        sku: 'CHAIR',
        warehouse_id: 'EWR1',
        quantity_available: 4,
        unit_value: 12.5,
        sku_description: '=1+1',
      },
      { sku: 'CHAIR', warehouse_id: 'ATL1', quantity_available: 0 },
    ];
    const synced = await send(api.app, live, 'POST', '/api/v1/inventory', {
      payload: { source_name: 'ERP', inventory },
    });
    await batch(live, [anOrder({ lines: [{ sku: 'CHAIR', quantity: 3 }] })]);
    const report = await rows(live, 'inventory');
    expect(report).toEqual([
      {
        sku: 'CHAIR',
        sku_description: '=1+1',
        warehouse_id: 'EWR1',
        warehouse_code: 'W-001',
        warehouse_name: 'Edison NJ',
        quantity_available: '4',
        reserved_quantity: '3',
        effective_quantity: '1',
        unit_value: '12.5',
        ingest_run_id: `${synced.json().ingest_run_id}`,
        source_name: 'ERP',
        synced_at: expect.stringMatching(/Z$/),
        changed_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ warehouse_id: 'ATL1', quantity_available: '0', effective_quantity: '0' }),
    ]);
    expect(await rows(live, 'inventory', { from: '2100-01-01' })).toEqual([]);
    expect(await rows(live, 'inventory', { to: '2000-01-01' })).toEqual([]);
  });
});

describe.each(REPORTS)('GET /api/v1/reports/$name.csv', ({ name, row }) => {
  it('gives the same rows as CSV, JSON and NDJSON, each valid by its schema', async () => {
    const { live } = await aClient(api.db);
    await routeMixed(live);
    const csv = await ask(live, name);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
    const json = await ask(live, name, {}, 'application/json');
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.headers['content-disposition']).toBe(`attachment; filename="${name}.json"`);
    const ndjson = await ask(live, name, {}, 'application/x-ndjson');
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');

    const objects: Record<string, unknown>[] = json.json();
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      expect(row.parse(object)).toEqual(object);
      expect(Object.keys(object)).toEqual(columnsOf(row.shape));
    }
    expect(ndjson.body).toBe(objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
    const cells = objects.map((object) => Object.values(object).map((value) => String(value ?? '')));
    expect(parse(csv.body, { record_delimiter: '\r\n' })).toEqual([columnsOf(row.shape), ...cells]);
  });

  it('has no rows of another environment or another client', async () => {
    const [mine, other] = [await aClient(api.db), await aClient(api.db)];
    const { routing_run_id } = await routeMixed(mine.live);
    for (const key of [mine.test, other.live, other.test]) {
      expect(await rows(key, name)).toEqual([]);
      if ('routing_run_id' in row.shape) expect(await rows(key, name, { routing_run_id })).toEqual([]);
    }
  });

  it('answers 422 to a time that is none', async () => {
    const { live } = await aClient(api.db);
    const response = await ask(live, name, { from: 'yesterday', to: '2026-13-01' });
    expect([response.statusCode, response.json().errors]).toMatchObject([
      422,
      [{ path: 'from' }, { path: 'to' }],
    ]);
  });
});

describe('reports of a ledger whose old runs were removed', () => {
  it('say since when they are complete, save those that are not about runs', async () => {
    const { live, client_id } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 2]);
    await send(api.app, live, 'POST', '/api/v1/orders/route', { payload: anOrder() });
    for (const { name } of REPORTS)
      expect((await ask(live, name)).headers).not.toHaveProperty('complete-since');
    await api.db.pool.query(`UPDATE runs SET created_at = now() - interval '9 days' WHERE client_id = $1`, [
      client_id,
    ]);
    const before = Date.now();
    await prune(api.db, { retentionDays: 7, auditRetentionDays: null, stockLogDays: 30 }, { dryRun: false });
    for (const { name, ofRuns } of REPORTS) {
      const since = (await ask(live, name)).headers['complete-since'];
      if (!ofRuns) expect(since).toBeUndefined();
      else expect(Math.abs(Date.parse(String(since)) + 7 * 86_400_000 - before)).toBeLessThan(60_000);
    }
    expect(await rows(live, 'decisions')).toHaveLength(1); // its reservation is active
  });
});
