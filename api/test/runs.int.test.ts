import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { meter } from '../../shared/account/usage.ts';
import { validationErrorBody } from '../../shared/contracts/errors.ts';
import type { RoutingOrder } from '../../shared/contracts/order.ts';
import { runPage, runResultsPage, runView } from '../../shared/contracts/run.ts';
import { reportAlive } from '../../shared/db/queue/live-workers.ts';
import { inTransaction } from '../../shared/db/transaction.ts';
import type { Principal } from '../../shared/identity/principal.ts';
import { allocateRun } from '../../shared/runs/managed/allocate-run.ts';
import { noteRetry } from '../../shared/runs/managed/managed-run.ts';
import { createAcceptedRun } from '../../shared/testing/accepted-run.ts';
import { casesOf } from '../../shared/testing/long.ts';
import { anOrder } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { scoreRun, workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { sharedApi, stock } from './api.ts';

const api = await sharedApi();
const lanes = createLaneResolver(api.db);
const account = await createTestAccount(api.db);
afterAll(async () => {
  await lanes.close();
});

async function call<T extends z.ZodType>(
  schema: T,
  key: string,
  path: string,
  { method = 'GET', status = 200 }: { method?: 'GET' | 'POST'; status?: number } = {},
): Promise<z.output<T>> {
  const response = await api.app.inject({ method, url: path, headers: { authorization: `Bearer ${key}` } });
  expect([response.statusCode, response.body]).toEqual([status, response.body]);
  expect(schema.safeParse(response.json()).error?.issues ?? []).toEqual([]);
  return response.json();
}

async function stream(key: string, path: string, accept: string) {
  return api.app.inject({ url: path, headers: { authorization: `Bearer ${key}`, accept } });
}

/** Orders SO-0 … of one unit each; every tenth to no ZIP. */
function orders(
  count: number,
  fields: (index: number) => Partial<RoutingOrder> = () => ({}),
): RoutingOrder[] {
  return Array.from({ length: count }, (_, index) =>
    anOrder({
      order_id: `SO-${index}`,
      lines: [{ sku: 'CHAIR', quantity: 1, unit_value: 10 }],
      ...(index % 10 === 9 ? { destination_zip: '00000' } : {}),
      ...fields(index),
    }),
  );
}

const work = (runId: number) => workRun({ db: api.db, lanes }, runId);

async function aWorkedRun(principal: Principal, count: number, chunk = 100): Promise<number> {
  const id = await createAcceptedRun(api.db, principal, orders(count), chunk);
  await work(id);
  return id;
}

async function routeOne(key: string): Promise<number> {
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/orders/route',
    headers: { authorization: `Bearer ${key}` },
    payload: { order_id: randomUUID(), destination_zip: '10001', lines: [{ sku: 'CHAIR', quantity: 1 }] },
  });
  return response.json().routing_run_id;
}

describe('GET /api/v1/runs', () => {
  it('lists runs of both kinds newest first, page by page', async () => {
    const { keys, live } = await createTestAccount(api.db);
    const ids = [await routeOne(keys.live), await aWorkedRun(live, 3), await routeOne(keys.live)];
    const first = await call(runPage, keys.live, '/api/v1/runs?limit=2');
    const second = await call(runPage, keys.live, `/api/v1/runs?limit=2&cursor=${first.next_cursor}`);
    expect([...first.runs, ...second.runs].map((run) => [run.routing_run_id, run.kind])).toEqual([
      [ids[2], 'sync'],
      [ids[1], 'managed'],
      [ids[0], 'sync'],
    ]);
    expect(second.next_cursor).toBeNull();
  });

  it('filters by status', async () => {
    const { keys, live } = await createTestAccount(api.db);
    const queued = await createAcceptedRun(api.db, live, orders(1), 5000);
    await routeOne(keys.live);
    const { runs } = await call(runPage, keys.live, '/api/v1/runs?status=queued');
    expect(runs.map((run) => run.routing_run_id)).toEqual([queued]);
  });

  it('filters by date, a bare end date included', async () => {
    const { keys } = await createTestAccount(api.db);
    const ids = [];
    for (const day of ['2026-01-30T23:59:59.999Z', '2026-01-31T00:00:00Z', '2026-02-01T12:00:00Z']) {
      const id = await routeOne(keys.live);
      await api.db.pool.query('UPDATE runs SET created_at = $2 WHERE id = $1', [id, day]);
      ids.push(id);
    }
    const within = async (query: string) =>
      (await call(runPage, keys.live, `/api/v1/runs?${query}`)).runs.map((run) => run.routing_run_id);
    expect(await within('from=2026-01-31&to=2026-01-31')).toEqual([ids[1]]);
    expect(await within('from=2026-01-31T00:00:00.001Z')).toEqual([ids[2]]);
    expect(await within('to=2026-01-31T00:00:00Z')).toEqual([ids[0]]);
    expect(await within('from=2026-02-01T13:00:00%2B01:00')).toEqual([ids[2]]);
  });

  it.each(['status=done', 'from=yesterday', 'to=2026-13-01', 'limit=0', 'cursor=bm8'])(
    'refuses %s',
    async (query) => {
      await call(validationErrorBody, account.keys.live, `/api/v1/runs?${query}`, { status: 422 });
    },
  );
});

describe('GET /api/v1/runs/{routing_run_id}', () => {
  it('says that a managed run waits for a worker while none is alive, in the listing too', async () => {
    const id = await createAcceptedRun(api.db, account.live, orders(40), 20);
    const worker = randomUUID();
    const progress = async () => {
      const { progress: shown } = await call(runView, account.keys.live, `/api/v1/runs/${id}`);
      const { runs } = await call(runPage, account.keys.live, '/api/v1/runs?limit=1');
      expect(runs[0]).toMatchObject({ routing_run_id: id, progress: shown });
      return shown;
    };
    await scoreRun({ db: api.db, lanes }, id);
    const waiting = { orders_per_second: null, eta_seconds: null, waiting_for: 'worker' };
    expect(await progress()).toMatchObject(waiting);
    await reportAlive(api.db.pool, worker);
    expect(await progress()).toMatchObject({
      orders_per_second: expect.toSatisfy((rate) => rate > 0),
      eta_seconds: expect.toSatisfy((seconds) => seconds > 0),
      waiting_for: null,
    });
    await api.db.pool.query(`UPDATE workers SET seen_at = seen_at - interval '16 s'`);
    expect(await progress()).toMatchObject(waiting);
    await work(id);
    expect(await progress()).toMatchObject({ eta_seconds: 0, waiting_for: null });
  });

  it('says that a run waits for an earlier one, or for its next try, and counts neither as time at work', async () => {
    const { live, keys } = await createTestAccount(api.db);
    await reportAlive(api.db.pool, randomUUID());
    const [first, second] = [
      await createAcceptedRun(api.db, live, orders(20), 20),
      await createAcceptedRun(api.db, live, orders(20), 20),
    ];
    for (const id of [first, second]) await scoreRun({ db: api.db, lanes }, id);
    const anHourAgo = `UPDATE runs SET started_at = started_at - interval '1 hour', updated_at = updated_at - interval '1 hour' WHERE id = $1`;
    for (const id of [first, second]) await api.db.pool.query(anHourAgo, [id]);
    const progressOf = async (id: number) => (await call(runView, keys.live, `/api/v1/runs/${id}`)).progress;
    const unknown = { orders_per_second: null, eta_seconds: null };

    await noteRetry(api.db.pool, first, Object.assign(new Error('disk full'), { code: '53100' }), 2000);
    const retrying = await progressOf(first);
    expect(retrying).toMatchObject({ ...unknown, waiting_for: 'retry', retry_at: expect.any(String) });
    expect(retrying).not.toHaveProperty('retry_error');
    expect(await progressOf(second)).toMatchObject({
      ...unknown,
      waiting_for: 'earlier_run',
      earlier_run_id: first,
    });

    for (const id of [first, second]) {
      await work(id);
      const { orders_per_second, waiting_for } = await progressOf(id);
      expect(waiting_for).toBeNull();
      expect(orders_per_second).toBeGreaterThan(1);
    }
  });

  it('shows how far a managed run is, which only grows', async () => {
    const id = await createAcceptedRun(api.db, account.live, orders(40), 20);
    const path = `/api/v1/runs/${id}`;
    const queued = await call(runView, account.keys.live, path);
    await scoreRun({ db: api.db, lanes }, id);
    const scored = await call(runView, account.keys.live, path);
    await work(id);
    const done = await call(runView, account.keys.live, path);
    expect(
      [queued, scored, done].map(({ status, progress }) => [status, progress.phase, progress.percent]),
    ).toEqual([
      ['queued', 'scoring', 0],
      ['running', 'allocating', 20],
      ['completed', 'done', 100],
    ]);
    expect(done).toMatchObject({ orders_considered: 40, orders_routed: 40, none_count: 40 });
    expect(done.finished_at).not.toBeNull();
  });

  it("lists the first hundred faults of a run's input", async () => {
    const id = await createAcceptedRun(api.db, account.live, orders(1), 5000);
    await api.db.pool.query('UPDATE runs SET fault_count = 120 WHERE id = $1', [id]);
    await api.db.pool.query(
      `INSERT INTO run_faults SELECT $1, n, n + 1, 'destination_zip', 'is required' FROM generate_series(0, 119) AS n`,
      [id],
    );
    const run = await call(runView, account.keys.live, `/api/v1/runs/${id}`);
    expect(run.fault_count).toBe(120);
    expect(run.faults).toHaveLength(100);
    expect(run.faults?.[1]).toEqual({ line: 2, path: 'destination_zip', message: 'is required' });
  });
});

describe('GET /api/v1/runs/{routing_run_id}/results', () => {
  let owner: TestAccount;
  let path: string;
  beforeAll(async () => {
    owner = await createTestAccount(api.db);
    await stock(api.app, owner.keys.live, ['CHAIR', 'EWR1', 30], ['CHAIR', 'ATL1', 20], ['LAMP', 'ATL1', 5]);
    const mixed = orders(60, (index) => ({
      is_vip: index === 59,
      ...(index % 7 === 0 ? { lines: [{ sku: 'LAMP', quantity: 1, unit_value: 4 }] } : {}),
    }));
    const id = await createAcceptedRun(api.db, owner.live, mixed, 25);
    await work(id);
    path = `/api/v1/runs/${id}/results`;
  });

  const page = (query = '') => call(runResultsPage, owner.keys.live, `${path}${query}`);
  const ids = async (query: string) => (await page(query)).results.map((result) => result.order_id);

  async function allPages(query: string): Promise<unknown[]> {
    const results = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: z.output<typeof runResultsPage> = await page(`?${query}${cursor && `&cursor=${cursor}`}`);
      results.push(...next.results);
      cursor = next.next_cursor;
    }
    return results;
  }

  it('gives the results in request order, whatever the order of allocation', async () => {
    expect(await ids('')).toEqual(orders(60).map((order) => order.order_id));
  });

  it('gives pages that together are the stream, whatever their size and filter', async () => {
    const filters = [
      '',
      'status=NONE',
      'status=FULL',
      'warehouse_id=ATL1',
      'warehouse_id=EWR1&status=FULL',
      'order_id=SO-40',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 70 }),
        fc.constantFrom(...filters),
        async (limit, filter) => {
          const streamed = await stream(owner.keys.live, `${path}?${filter}`, 'application/x-ndjson');
          const lines = streamed.body.split('\n').slice(0, -1);
          expect(await allPages(`limit=${limit}&${filter}`)).toEqual(lines.map((line) => JSON.parse(line)));
        },
      ),
      { numRuns: casesOf(25) },
    );
  });

  it('filters by status, by warehouse and by order', async () => {
    const { results } = await page('?limit=1000');
    const all = results as {
      order_id: string;
      status: string;
      selected_warehouses: { warehouse_id: string }[];
    }[];
    const those = (keep: (result: (typeof all)[number]) => boolean) =>
      all.filter(keep).map((result) => result.order_id);
    const none = those((result) => result.status === 'NONE');
    expect(none.length).toBeGreaterThan(0);
    expect(await ids('?status=NONE')).toEqual(none);
    const atlanta = those((result) => result.selected_warehouses.some((w) => w.warehouse_id === 'ATL1'));
    expect(atlanta.length).toBeGreaterThan(0);
    expect(await ids('?warehouse_id=ATL1')).toEqual(atlanta);
    expect(await ids('?order_id=SO-41')).toEqual(['SO-41']);
    expect(await ids('?order_id=SO-41&status=SPLIT')).toEqual([]);
    expect(await ids('?order_id=SO-999')).toEqual([]);
    expect(await ids('?warehouse_id=NOWHERE')).toEqual([]);
  });

  it('refuses to page a stream', async () => {
    const response = await stream(owner.keys.live, `${path}?limit=5`, 'text/csv');
    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0].path).toBe('limit');
  });

  it('gives what is decided so far of a run that is under way', async () => {
    const { keys, live } = await createTestAccount(api.db);
    const id = await createAcceptedRun(api.db, live, orders(5), 5000);
    expect(await call(runResultsPage, keys.live, `/api/v1/runs/${id}/results`)).toEqual({
      results: [],
      next_cursor: null,
    });
    expect((await stream(keys.live, `/api/v1/runs/${id}/results`, 'application/x-ndjson')).body).toBe('');
  });
});

describe('POST /api/v1/runs/{routing_run_id}/cancel', () => {
  const cancel = (key: string, id: number) =>
    call(runView, key, `/api/v1/runs/${id}/cancel`, { method: 'POST' });

  it('stops a run, keeps what was decided and gives the rest of its usage back', async () => {
    const { keys, live, client_id } = await createTestAccount(api.db);
    const id = await createAcceptedRun(api.db, live, orders(5000), 5000);
    await inTransaction(api.db.pool, (tx) => meter(tx, live, 5000, new Date()));
    await api.db.pool.query(`UPDATE runs SET usage_day = (now() AT TIME ZONE 'UTC')::date WHERE id = $1`, [
      id,
    ]);
    await scoreRun({ db: api.db, lanes }, id);
    await allocateRun({ db: api.db, lanes }, id);
    const before = await call(runView, keys.live, `/api/v1/runs/${id}`);
    expect(before.status).toBe('running');
    const run = await cancel(keys.live, id);
    expect(run.status).toBe('cancelled');
    expect(run.orders_routed).toBe(before.orders_routed);
    expect(run.progress).toMatchObject({ phase: 'done', percent: before.progress.percent, eta_seconds: 0 });
    const { results } = await call(runResultsPage, keys.live, `/api/v1/runs/${id}/results?limit=1000`);
    expect(results).toHaveLength(1000);
    const usage = await api.db.pool.query('SELECT routed_orders FROM usage WHERE client_id = $1', [
      client_id,
    ]);
    expect(usage.rows).toEqual([{ routed_orders: run.orders_routed }]);
  });

  it('marks a run that is still being received as cancelling', async () => {
    const { keys, live } = await createTestAccount(api.db);
    const id = await createAcceptedRun(api.db, live, orders(1), 5000);
    await api.db.pool.query(`UPDATE runs SET phase = 'receiving' WHERE id = $1`, [id]);
    expect((await cancel(keys.live, id)).status).toBe('cancelling');
  });
});
