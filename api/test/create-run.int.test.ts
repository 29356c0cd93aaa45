import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { errorBody, validationErrorBody } from '../../shared/contracts/errors.ts';
import { type RunView, runView } from '../../shared/contracts/run.ts';
import { aClient, anOrder, createTestApi } from './api.ts';
import { answerTo, begin } from './sent-in-parts.ts';

const api = await createTestApi();
await api.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => api.close());

const NDJSON = 'application/x-ndjson';
const order = (id: number) => anOrder({ external_order_id: `SO-${id}` });
const orders = (count: number) => Array.from({ length: count }, (_, index) => order(index));
const ndjson = (count: number) =>
  orders(count)
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');

async function post(key: string, type: string | null, payload: string | Buffer, options: InjectOptions = {}) {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(type === null ? {} : { 'content-type': type }),
    ...options.headers,
  };
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/v1/runs',
    ...options,
    headers,
    payload,
  });
  const { statusCode } = response;
  const schema = statusCode === 202 ? runView : statusCode === 422 ? validationErrorBody : errorBody;
  expect(schema.safeParse(response.json()).error?.issues ?? []).toEqual([]);
  return response;
}

const get = async (key: string, url: string) => {
  const response = await api.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  return { status: response.statusCode, body: response.json() };
};

const open = (key: string) => begin(api, key, '/api/v1/runs', { 'content-type': NDJSON });

/** Waits until the client's newest run is as expected. */
async function untilRun(
  key: string,
  holds: (run: RunView | undefined) => boolean,
): Promise<RunView | undefined> {
  for (;;) {
    const { body } = await get(key, '/api/v1/runs?limit=1');
    if (holds(body.runs[0])) return body.runs[0];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('POST /api/v1/runs', () => {
  it.each([
    ['NDJSON', NDJSON, ndjson(3)],
    ['JSON', 'application/json; charset=utf-8', JSON.stringify({ orders: orders(3) })],
    [
      'CSV',
      'text/csv',
      `external_order_id,destination_zip,sku,quantity\n${[0, 1, 2].map((id) => `SO-${id},10001,CHAIR,1\n`).join('')}`,
    ],
  ])('takes %s, plain and gzip, and answers 202 with the run and where it is', async (_, type, body) => {
    const client = await aClient(api.db);
    for (const [payload, headers] of [
      [body, {}],
      [gzipSync(body), { 'content-encoding': 'gzip' }],
    ] as const) {
      const response = await post(client.test, type, payload, { headers });
      expect([response.statusCode, response.body]).toEqual([202, response.body]);
      const run = response.json<RunView>();
      expect(response.headers.location).toBe(`/api/v1/runs/${run.routing_run_id}`);
      expect(run).toMatchObject({
        kind: 'managed',
        status: 'queued',
        orders_considered: 3,
        orders_routed: 0,
        fault_count: 0,
        progress: { phase: 'scoring', orders_total: 3, orders_scored: 0, percent: 0 },
      });
      const seen = await get(client.test, response.headers.location!);
      expect(seen).toMatchObject({ status: 200, body: { routing_run_id: run.routing_run_id } });
      expect((await get(client.live, response.headers.location!)).status).toBe(404);
    }
  });

  it('queues the run for the workers', async () => {
    const client = await aClient(api.db);
    const run = (await post(client.test, NDJSON, ndjson(3))).json<RunView>();
    const jobs = async () =>
      api.queues
        .all()
        .find(({ name }) => name.includes('scoring'))!
        .getJobs();
    for (;;) {
      const data = (await jobs()).map((job) => job.data);
      if (data.some(({ run_id }) => run_id === run.routing_run_id)) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  it('refuses a run with faulty orders, or takes it without them', async () => {
    const client = await aClient(api.db);
    const body = `${ndjson(2)}{"order_id": "SO-7"}\n${ndjson(1)}`;
    const refused = await post(client.test, NDJSON, body);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'line 3: lines',
      'line 4: external_order_id',
    ]);
    expect((await get(client.test, '/api/v1/runs')).body.runs).toEqual([]);
    const ignored = await post(client.test, NDJSON, body, { url: '/api/v1/runs?on_invalid=ignore' });
    expect(ignored.statusCode).toBe(422);
    const taken = await post(client.test, NDJSON, body, { url: '/api/v1/runs?on_invalid=skip' });
    expect(taken.json()).toMatchObject({
      orders_considered: 2,
      fault_count: 2,
      faults: [
        { line: 3, path: 'lines' },
        { line: 4, path: 'external_order_id' },
      ],
    });
  });

  it.each([
    ['an unknown content type', 'text/plain', {}, 415],
    ['no content type', null, {}, 415],
    ['an unknown content encoding', NDJSON, { 'content-encoding': 'br' }, 415],
    ['a body that is no gzip', NDJSON, { 'content-encoding': 'gzip' }, 400],
    ['JSON that does not parse', 'application/json', {}, 400],
    ['an empty Idempotency-Key', NDJSON, { 'idempotency-key': 'x'.repeat(256) }, 422],
  ])('refuses %s', async (_, type, headers, status) => {
    const client = await aClient(api.db);
    expect((await post(client.test, type, ndjson(2), { headers })).statusCode).toBe(status);
  });

  it('shows the run while its body comes in', async () => {
    const client = await aClient(api.db);
    const sending = open(client.test);
    sending.write(ndjson(2500));
    const run = await untilRun(client.test, (seen) => seen?.progress.orders_total === 2000);
    expect(run).toMatchObject({ status: 'queued', progress: { phase: 'receiving' } });
    sending.end();
    expect(await answerTo(sending)).toMatchObject({ status: 202 });
  });

  it('answers a sender whose plan is used up while it sends, and lets it finish', async () => {
    const client = await aClient(api.db, { client: { plan: 'trial' } });
    const sending = open(client.live);
    const answer = answerTo(sending);
    for (let part = 0; part < 8; part += 1) sending.write(ndjson(2500));
    sending.end();
    await once(sending, 'finish');
    expect(await answer).toMatchObject({
      status: 402,
      body: { detail: expect.stringContaining('15 routed orders') },
    });
  });
});

describe('POST /api/v1/orders/batch-route with Prefer: respond-async', () => {
  const url = '/api/v1/orders/batch-route';
  const headers = { prefer: 'wait=5, Respond-Async' };

  it('takes a batch that is too large for an answer at once', async () => {
    const client = await aClient(api.db);
    const payload = JSON.stringify({ orders: orders(5001) });
    expect((await post(client.test, 'application/json', payload, { url })).statusCode).toBe(413);
    const response = await post(client.test, 'application/json', payload, { url, headers });
    expect(response.statusCode).toBe(202);
    expect(response.headers['preference-applied']).toBe('respond-async');
    expect(response.headers.location).toBe(`/api/v1/runs/${response.json().routing_run_id}`);
    expect(response.json()).toMatchObject({ status: 'queued', orders_considered: 5001 });
  });
});
