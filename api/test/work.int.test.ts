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

describe('what needs no lock', () => {
  /** Takes all turns, and then says how many requests wait for one. */
  function takeTurns() {
    const { tries } = api.app;
    const ends: (() => void)[] = [];
    const taken = [0, 1].map(() => tries.run(-1, () => new Promise<void>((end) => ends.push(end))));
    const asked = vi.spyOn(tries, 'run');
    return {
      untilWaiting: (count: number) => expect.poll(() => asked.mock.calls.length).toBe(count),
      end: async (turn: number) => {
        ends[turn]!();
        await taken[turn];
      },
    };
  }

  it.each([
    ['a dry run', `${ROUTE}${DRY}`, anOrder()],
    ['a promise', PROMISE, { destination_zip: '10001', carts: [{ lines: [{ sku: 'CHAIR', quantity: 1 }] }] }],
    ['the dry run of a reroute', `/api/v1/orders/SO-1/reroute${DRY}`, {}],
  ])('waits for its turn: %s, which delays no order', async (_case, url, payload) => {
    const client = await aStockedClient();
    await post(client, ROUTE, anOrder());
    const turns = takeTurns();
    const answered: string[] = [];
    const tried = post(client, url, payload).then(() => answered.push('try'));
    await turns.untilWaiting(1);
    await post(client, ROUTE, anOrder());
    answered.push('order');
    await turns.end(0);
    await tried;
    await turns.end(1);
    expect(answered).toEqual(['order', 'try']);
  });

  it('goes to the client that had the least work, however much another asks for', async () => {
    const [busy, other] = [await aStockedClient(), await aStockedClient()];
    const turns = takeTurns();
    const answered: string[] = [];
    const orders = Array.from({ length: 40 }, (_, n) => anOrder({ external_order_id: `SO-${n}` }));
    const sent: Promise<unknown>[] = [];
    const ask = async (name: string, client: TestClient, url: string, payload: object) => {
      sent.push(post(client, url + DRY, payload).then(() => answered.push(name)));
      await turns.untilWaiting(sent.length);
    };
    for (const name of ['busy 1', 'busy 2', 'busy 3']) await ask(name, busy, BATCH, { orders });
    for (const name of ['other 1', 'other 2']) await ask(name, other, ROUTE, anOrder());
    await turns.end(0);
    await Promise.all(sent);
    await turns.end(1);
    expect(answered).toEqual(['busy 1', 'other 1', 'other 2', 'busy 2', 'busy 3']);
  });
});

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
    expect(options!.work).toBeGreaterThan(MANY * LINES);
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
