import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  aClient,
  anOrder,
  type SharedApi,
  send,
  sharedApi,
  stock,
  type TestClient,
  WAREHOUSES,
} from './api.ts';

/** Where requests are worked on, and whose turn comes next, follow from the work that they will take. */

let api: SharedApi;
beforeAll(async () => {
  api = await sharedApi();
});
afterEach(() => vi.restoreAllMocks());

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const PROMISE = '/api/v1/promise';
const DRY = '?dry_run=true';

const post = async ({ live }: TestClient, url: string, payload: object) => {
  const answer = await api.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${live}` },
    payload,
  });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};

async function aStockedClient(options: Parameters<typeof aClient>[1] = {}): Promise<TestClient> {
  const client = await aClient(api.db, options);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 1000]);
  return client;
}

describe('a small body of much work', () => {
  const MANY = 200;
  const LINES = 600;
  const lines = Array.from({ length: LINES }, (_, n) => ({ sku: `S${n}`, quantity: 1 }));
  let client: TestClient;
  beforeAll(async () => {
    const warehouses = Array.from({ length: MANY }, (_, n) => ({
      ...WAREHOUSES[0]!,
      warehouse_id: n === 0 ? 'EWR1' : `W${n}`,
      warehouse_code: `W-${n}`,
      priority: n + 1,
    }));
    client = await aStockedClient({ warehouses });
  });

  it.each([
    ['routeOrder', ROUTE, anOrder({ lines })],
    ['routeOrder', `${ROUTE}${DRY}`, anOrder({ lines })],
    ['routeBatch', BATCH, { orders: [anOrder({ lines })] }],
    ['promiseCarts', PROMISE, { destination_zip: '10001', carts: [{ lines }] }],
    ['rerouteStored', '/api/v1/orders/SO-1/reroute', {}],
    ['rerouteStored', `/api/v1/orders/SO-1/reroute${DRY}`, { unless_worse: true }],
  ])('is answered in a thread: %s by %s', async (task, url, payload) => {
    await post(client, ROUTE, anOrder({ lines }));
    const run = vi.spyOn(api.app.services.threads, 'run');
    await post(client, url, payload);
    const [[name, , options]] = run.mock.calls as [Parameters<typeof run>];
    expect([name, options!.owner]).toEqual([task, client.client_id]);
  });

  it('is answered in a thread if its lanes are many, and not known yet', async () => {
    const run = vi.spyOn(api.app.services.threads, 'run');
    const zips = ['10002', '10003', '10009', '10010', '10011', '10012', '10013', '10014', '10016', '10017'];
    const orders = zips.map((destination_zip, n) =>
      anOrder({ external_order_id: `ZIP-${n}`, destination_zip }),
    );
    await post(client, BATCH, { orders });
    expect(run.mock.calls.map(([name]) => name)).toEqual(['routeBatch']);
    for (const order of orders) await post(client, ROUTE, order);
    expect(run.mock.calls).toHaveLength(1);
    await post(client, BATCH, { orders });
    expect(run.mock.calls).toHaveLength(1);
  });

  it('is answered again in a thread, with the same bytes', async () => {
    const headers = { authorization: `Bearer ${client.live}`, 'idempotency-key': 'much' };
    const route = () => api.app.inject({ method: 'POST', url: ROUTE, headers, payload: anOrder({ lines }) });
    const first = await route();
    const run = vi.spyOn(api.app.services.threads, 'run');
    const again = await route();
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(run.mock.calls.map(([name]) => name)).toEqual(['routeOrder']);
  });

  it('is refused as it would be here', async () => {
    const payload = { only_warehouse_ids: ['NOWHERE'] };
    const answer = await send(api.app, client.live, 'POST', '/api/v1/orders/SO-1/reroute', { payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'unknown_warehouse']);
  });
});
