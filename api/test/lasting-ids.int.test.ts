import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { workRun } from '../../shared/testing/work-run.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { type Asked, aClient, anOrder, ask, sharedApi, type TestClient } from './api.ts';

let client: TestClient;

const api = await sharedApi();

async function ok(
  method: 'GET' | 'POST',
  path: string,
  payload?: object | string,
  headers = {},
): Promise<Asked> {
  const answer = await ask(api, client.live, method, `/api/v1${path}`, payload, headers);
  expect([answer.status, answer.text]).toEqual([answer.status < 300 ? answer.status : 200, answer.text]);
  return answer;
}

const order = (id: string) => anOrder({ external_order_id: id });
const NDJSON = { 'content-type': 'application/x-ndjson' };
const ndjson = (...ids: string[]) => ids.map((id) => `${JSON.stringify(order(id))}\n`).join('');
const inventory = [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 100 }];

/** As if so many runs, orders and syncs had been before. */
async function countOnFrom(count: number): Promise<void> {
  const { pool } = api.db;
  await pool.query('TRUNCATE runs, run_chunks, orders, decisions, ingest_runs CASCADE');
  for (const sequence of ['runs_id_seq', 'ingest_runs_id_seq', 'order_ids'])
    await pool.query('SELECT setval($1::regclass, $2)', [sequence, count]);
  await pool.query('UPDATE ledgers SET last_run_number = $2, stock_epoch = $2 WHERE client_id = $1', [
    client.client_id,
    count,
  ]);
}

describe('past 2^52', () => {
  const before = 2 ** 52;
  beforeEach(async () => {
    client = await aClient(api.db);
    await countOnFrom(before);
  });

  it('stock is synced, and orders routed, answered again, found and reported', async () => {
    expect((await ok('POST', '/inventory', { inventory })).body.ingest_run_id).toBe(before + 1);
    const rows = 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,100\n';
    const upload = await ok('POST', '/inventory/uploads', rows, { 'content-type': 'text/csv' });
    expect(upload.body.ingest_run_id).toBe(before + 2);
    expect((await ok('GET', '/inventory')).text).toContain(`"ingest_run_id":${before + 1}`);

    const once = { 'idempotency-key': `once ${before}` };
    const single = await ok('POST', '/orders/route', order('SO-1'), once);
    expect((await ok('POST', '/orders/route', order('SO-1'), once)).text).toBe(single.text);
    const orders = Array.from({ length: 5 }, (_, n) => order(`SO-${n + 2}`));
    const batch = (await ok('POST', '/orders/batch-route', { orders })).body;
    expect([single.body, batch].map((run) => [run.routing_run_id, run.client_run_number])).toEqual([
      [before + 1, before + 1],
      [before + 2, before + 2],
    ]);
    const ids = batch.results.map((result: { routing_decision_id: number }) => result.routing_decision_id);
    expect(ids).toEqual(orders.map((_, n) => before + 2 + n));
    // Routed again: the units it has are found, released and promised again.
    await ok('POST', '/orders/route', order('SO-1'));
    const stock = (await ok('GET', '/inventory')).body.inventory;
    expect(stock).toMatchObject([{ quantity_available: 100, reserved_quantity: 6 }]);

    const run = `/runs/${batch.routing_run_id}`;
    expect((await ok('GET', run)).body.routing_run_id).toBe(before + 2);
    const first = (await ok('GET', `${run}/results?limit=3`)).body;
    const rest = (await ok('GET', `${run}/results?cursor=${first.next_cursor}`)).body;
    expect([...first.results, ...rest.results]).toEqual(batch.results);
    expect((await ok('GET', `${run}/results?order_id=SO-4`)).body.results).toEqual([batch.results[2]]);
    expect((await ok('GET', `/decisions/${ids[0]}`)).body.result).toEqual(batch.results[0]);
    expect((await ok('GET', '/orders/SO-1')).body.routings).toHaveLength(2);
    expect((await ok('GET', '/orders/SO-1/decisions')).body.decisions).toHaveLength(2);
    for (const report of ['decisions', 'shipments'])
      expect((await ok('GET', `/reports/${report}.csv?routing_run_id=${before + 2}`)).text).toContain(
        `${ids[4]},`,
      );
    expect((await ok('GET', '/reports/inventory.csv')).text).toContain(`${before + 1},`);

    const newest = (await ok('GET', '/runs?limit=1')).body;
    const older = (await ok('GET', `/runs?limit=2&cursor=${newest.next_cursor}`)).body;
    expect([...newest.runs, ...older.runs].map((each) => each.routing_run_id)).toEqual(
      [3, 2, 1].map((n) => before + n),
    );
  });

  it('managed runs are received by either door, worked and read', async () => {
    await ok('POST', '/inventory', { inventory });
    const byRuns = await ok('POST', '/runs', ndjson('MR-1', 'MR-2'), NDJSON);
    const byBatch = await ok(
      'POST',
      '/orders/batch-route',
      { orders: [order('MR-3')] },
      { prefer: 'respond-async' },
    );
    const ids = [byRuns, byBatch].map(({ body }) => body.routing_run_id);
    // A managed run takes a second number when all of it was received.
    expect(ids).toEqual([before + 1, before + 3]);
    const lanes = createLaneResolver(api.db);
    onTestFinished(() => lanes.close());
    for (const id of ids) await workRun({ db: api.db, lanes }, id);
    for (const [id, orders] of [
      [ids[0], 2],
      [ids[1], 1],
    ]) {
      expect((await ok('GET', `/runs/${id}`)).body).toMatchObject({
        status: 'completed',
        full_count: orders,
      });
      expect((await ok('GET', `/runs/${id}/results`)).body.results).toHaveLength(orders);
    }
    expect((await ok('POST', `/runs/${ids[0]}/cancel`)).body.status).toBe('completed');
  });
});
