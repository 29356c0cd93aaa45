import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOrder, createTestApi, type TestApi, type TestClient } from './api.ts';

/** Answers of several megabytes, each in memory of its own: no answer has a byte of another client's. */

const ORDERS = 5000;

let api: TestApi;
let client: TestClient;
let port: number;
beforeAll(async () => {
  api = await createTestApi();
  client = await aClient(api.db);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

const idsOf = (batch: string) => Array.from({ length: ORDERS }, (_, n) => `${batch}-${n}`);

/** Sends a batch and waits for the head of its answer, of which nothing is read yet. */
async function route(batch: string): Promise<IncomingMessage> {
  const sent = request({
    port,
    method: 'POST',
    path: '/api/v1/orders/batch-route',
    headers: { authorization: `Bearer ${client.test}`, 'content-type': 'application/json' },
  });
  sent.end(
    JSON.stringify({ orders: idsOf(batch).map((order_id) => anOrder({ external_order_id: order_id })) }),
  );
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function read(answer: IncomingMessage): Promise<string[]> {
  const { results } = (await json(answer)) as { results: { order_id: string }[] };
  return results.map(({ order_id }) => order_id);
}

describe('large answers', () => {
  it('reach slow receivers whole, however many batches are answered meanwhile', async () => {
    const slow = [];
    for (const batch of ['a', 'b', 'c', 'd']) slow.push(await route(batch));
    for (const batch of ['e', 'f']) expect(await read(await route(batch))).toEqual(idsOf(batch));
    expect(await Promise.all(slow.map(read))).toEqual(['a', 'b', 'c', 'd'].map(idsOf));
    expect(await read(await route('g'))).toEqual(idsOf('g'));
  });

  it('harm nobody where their receiver goes away', async () => {
    const gone = await route('h');
    gone.destroy();
    for (const batch of ['i', 'j', 'k']) expect(await read(await route(batch))).toEqual(idsOf(batch));
  });
});
