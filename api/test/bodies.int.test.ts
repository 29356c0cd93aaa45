import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { LARGE_BYTES } from '../bodies/answer-body.ts';
import type { AppDeps } from '../services.ts';
import { aClient, anOrder, BODY_LIMIT, openApi, send, stock, type TestApi } from './api.ts';
import { answerTo, begin as beginAt } from './sent-in-parts.ts';

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const INVENTORY = '/api/v1/inventory';
const UPLOADS = '/api/v1/inventory/uploads';
const RUNS = '/api/v1/runs';

const db = await createTestDatabase();
const client = await aClient(db);
const other = await aClient(db);
afterAll(() => db.close());

let api: TestApi;

/** Has an application that listens for the tests of a group. */
function listens(settings: Partial<AppDeps['config']> = {}): void {
  beforeAll(async () => {
    api = await openApi(db, settings);
    await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => api.close());
}

const begin = (path: string, headers: Record<string, string | number> = {}, key = client.test) =>
  beginAt(api, key, path, headers);

/** Breaks a request off. */
async function breakOff(begun: ClientRequest): Promise<void> {
  const closed = new Promise((resolve) => begun.once('close', resolve));
  if (begun.destroyed) return;
  begun.destroy();
  await closed;
}

/** An order of more than so many bytes. */
const anOrderOf = (bytes: number, fields: Record<string, unknown> = {}) =>
  anOrder({ raw_order_data: { note: 'x'.repeat(bytes) }, ...fields });

const memoryUsed = () => api.app.bodies.memory.used;

describe('a body that is too slow', () => {
  listens({ bodyTimeoutSeconds: 60, bodyMinBytesPerSecond: 100 });

  /** Lets seconds pass for the bodies that are coming in, until something has happened. */
  const whileTimePasses = async <T>(event: Promise<T>): Promise<T> => {
    let happened = false;
    const settle = () => (happened = true);
    event.then(settle, settle);
    while (!happened) {
      api.app.bodies.pace.tick();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return event;
  };

  it.each([ROUTE, BATCH, INVENTORY, UPLOADS, RUNS])(
    'to %s is answered 408, and its connection closed',
    async (path) => {
      const begun = begin(path);
      const answer = answerTo(begun);
      begun.write('{"orders": [');
      const { status, headers, body } = await whileTimePasses(answer);
      expect([status, headers.connection]).toEqual([408, 'close']);
      expect(body.detail).toMatch(/100 bytes a second/);
      if (!begun.destroyed) await once(begun, 'close');
      await expect.poll(memoryUsed).toBe(0);
    },
  );

  it('that is taken in the background is answered 408, and no run is left', async () => {
    const begun = begin(BATCH, { prefer: 'respond-async' });
    const answer = answerTo(begun);
    begun.write('{"orders": [');
    expect((await whileTimePasses(answer)).status).toBe(408);
    const { rows } = await db.pool.query(`SELECT id FROM runs WHERE phase = 'receiving'`);
    expect(rows).toEqual([]);
  });

  it('is cut off where its request is answered already and it never ends', async () => {
    const begun = begin(ROUTE, { authorization: 'Bearer nobody' });
    expect((await answerTo(begun)).status).toBe(401);
    await whileTimePasses(once(begun.socket!, 'close'));
    expect(begun.socket!.destroyed).toBe(true);
  });
});

describe('bodies in memory', () => {
  const MEMORY = 2 * BODY_LIMIT;
  // Time is not the matter here, however slow the machine is.
  const patient = { bodyTimeoutSeconds: 3600, bodyMinBytesPerSecond: 0 };
  listens({ bodiesMemoryBytes: MEMORY, ...patient });

  it('are answered 503 with Retry-After beyond the budget, and read to their end', async () => {
    const waiting = begin(BATCH, { 'content-length': BODY_LIMIT });
    waiting.write('{');
    await expect.poll(memoryUsed).toBe(BODY_LIMIT);
    const refused = begin(BATCH, { 'content-length': BODY_LIMIT });
    const answer = answerTo(refused);
    refused.end(Buffer.alloc(BODY_LIMIT, ' '));
    const { status, headers, body } = await answer;
    expect([status, body.detail]).toEqual([503, expect.stringContaining('Try again after')]);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers.connection).not.toBe('close');
    expect(memoryUsed()).toBe(BODY_LIMIT);
    await breakOff(waiting);
    await expect.poll(memoryUsed).toBe(0);
    expect((await send(api.app, client.test, 'POST', ROUTE, { payload: anOrder() })).statusCode).toBe(200);
  });

  it('are answered before they end also where the connection is to close, and are not cut off', async () => {
    const { port } = api.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    socket.write(
      `POST ${BATCH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${client.test}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${BODY_LIMIT + 1}\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    const closed = once(socket, 'close');
    socket.write(Buffer.alloc(BODY_LIMIT + 1, ' '));
    await closed;
    expect([faults, socket.bytesWritten > BODY_LIMIT]).toEqual([[], true]);
  });

  it('of one client leave room for the others', async () => {
    const waiting = begin(BATCH, { 'content-length': BODY_LIMIT });
    waiting.write('{');
    await expect.poll(memoryUsed).toBe(BODY_LIMIT);
    const orders = { orders: [anOrderOf(BODY_LIMIT / 2)] };
    expect((await send(api.app, client.test, 'POST', BATCH, { payload: orders })).statusCode).toBe(503);
    const answer = await send(api.app, other.test, 'POST', BATCH, {
      payload: { orders: [anOrderOf(100_000)] },
    });
    expect(answer.statusCode).toBe(200);
    await breakOff(waiting);
    await expect.poll(memoryUsed).toBe(0);
  });

  it.each([
    ['is taken', JSON.stringify({ orders: [anOrderOf(100_000)] }), 200],
    ['is refused', JSON.stringify({ orders: [anOrderOf(100_000, { lines: 'none' })] }), 422],
    ['is no JSON', '{'.repeat(100_000), 400],
    ['is too large', ' '.repeat(BODY_LIMIT + 1), 413],
  ])('are given back where a body %s', async (_, payload, status) => {
    const headers = { 'content-type': 'application/json' };
    expect((await send(api.app, client.test, 'POST', BATCH, { payload, headers })).statusCode).toBe(status);
    await expect.poll(memoryUsed).toBe(0);
  });

  it('of runs that come in count, too, and are given back', async () => {
    const begun = begin(RUNS, { 'content-type': 'application/x-ndjson' });
    const answer = answerTo(begun);
    begun.write(`${JSON.stringify(anOrderOf(100_000))}\n`);
    await expect.poll(memoryUsed).toBeGreaterThan(100_000);
    begun.end();
    expect((await answer).status).toBe(202);
    await expect.poll(memoryUsed).toBe(0);
  });

  it('refuse a run that takes too much of them at once, with nothing kept', async () => {
    const begun = begin(RUNS, { 'content-type': 'application/x-ndjson' });
    const answer = answerTo(begun);
    for (let n = 0; n < 4; n++) begun.write(`${JSON.stringify(anOrderOf(900_000))}\n`);
    begun.end();
    const { status, headers } = await answer;
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    const { rows } = await db.pool.query(`SELECT id FROM runs WHERE phase = 'receiving'`);
    expect([rows, memoryUsed()]).toEqual([[], 0]);
  });
});

describe('a large body', () => {
  listens();

  /** Of equal ledgers: one gets a small body, the other a large one. */
  const twoClients = async (fields: object = {}) => {
    const both = [await aClient(db, fields), await aClient(db, fields)];
    for (const { test } of both) await stock(api.app, test, ['CHAIR', 'EWR1', 3], ['DESK', 'ATL1', 2]);
    return both.map(({ test }) => test) as [string, string];
  };
  const withoutIds = (body: string) =>
    body.replace(/"(routing_run_id|routing_decision_id|client_id)":\d+/g, '"$1":0');
  const padded = (json: string) => `${json}${' '.repeat(LARGE_BYTES)}`;
  const headers = { 'content-type': 'application/json' };

  it.each([
    ['A', {}],
    ['B', { client: { contract_variant: 'B' } }],
  ])('is answered as a small one is: one order, Variant %s', async (_, fields) => {
    const [small, large] = await twoClients(fields);
    const orders = [
      anOrder(),
      anOrder({ external_order_id: 'SO-2', lines: [{ sku: 'CHAIR', quantity: 9 }] }),
      anOrder({ external_order_id: 'SO-3', destination_zip: 'nowhere' }),
      anOrder({ external_order_id: undefined }),
      anOrder({ is_vip: 'yes' }),
      anOrder({ client_id: 1 }),
      'no order',
    ];
    for (const order of orders) {
      const json = JSON.stringify(order);
      const here = await send(api.app, small, 'POST', ROUTE, { payload: json, headers });
      const inThread = await send(api.app, large, 'POST', ROUTE, { payload: padded(json), headers });
      expect(inThread.statusCode).toBe(here.statusCode);
      expect(withoutIds(inThread.body)).toBe(withoutIds(here.body));
    }
  });

  it('is answered as a small one is: a snapshot', async () => {
    const [small, large] = await twoClients();
    const row = { sku: 'LAMP', warehouse_id: 'EWR1', quantity_available: 4 };
    const snapshots = [
      { inventory: [row], source_name: 'erp' },
      { inventory: [{ ...row, quantity_available: -1 }] },
      { inventory: [{ ...row, warehouse_id: 'LAX9' }] },
      { inventory: [row, row] },
      { inventory: [] },
      {},
    ];
    const idOf = (body: string) => body.replace(/"(client_id|ingest_run_id)":\d+/g, '"$1":0');
    for (const snapshot of snapshots) {
      const json = JSON.stringify(snapshot);
      const here = await send(api.app, small, 'POST', INVENTORY, { payload: json, headers });
      const inThread = await send(api.app, large, 'POST', INVENTORY, { payload: padded(json), headers });
      expect(inThread.statusCode).toBe(here.statusCode);
      expect(idOf(inThread.body)).toBe(idOf(here.body));
    }
  });

  it('takes effect once under its key', async () => {
    const [large] = await twoClients();
    const payload = padded(JSON.stringify(anOrder()));
    const keyed = { payload, headers: { ...headers, 'idempotency-key': 'once' } };
    const first = await send(api.app, large, 'POST', ROUTE, keyed);
    expect((await send(api.app, large, 'POST', ROUTE, keyed)).body).toBe(first.body);
    const changed = await send(api.app, large, 'POST', ROUTE, { ...keyed, payload: `${payload} ` });
    expect([first.statusCode, changed.statusCode]).toEqual([200, 409]);
  });

  it('of over a mebibyte is no single order, in either format, and is refused before it is read', async () => {
    const json = JSON.stringify(anOrderOf(1024 * 1024));
    const csv = `external_order_id,destination_zip,sku,quantity\nSO-1,10001,CHAIR,1\n${'\n'.repeat(1024 * 1024)}`;
    for (const [payload, type] of [
      [json, 'application/json'],
      [csv, 'text/csv'],
    ] as const) {
      const answer = await send(api.app, client.test, 'POST', ROUTE, {
        payload,
        headers: { 'content-type': type },
      });
      expect([answer.statusCode, answer.json().detail]).toEqual([
        413,
        expect.stringContaining('1048576 bytes'),
      ]);
      expect(memoryUsed()).toBe(0);
    }
  });
});

describe('runs that are being received', () => {
  listens({ runsReceivedAtOnce: 4 });

  it('are bounded, half of them for one client, and a place is free again when one breaks off', async () => {
    const used = () => api.app.bodies.receivingRuns.underWay;
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const first = begin(RUNS, ndjson);
    const second = begin(RUNS, ndjson, client.live);
    await expect.poll(used).toBe(2);
    const third = await answerTo(begin(RUNS, ndjson));
    expect([third.status, third.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    const ofOther = begin(RUNS, ndjson, other.test);
    await expect.poll(used).toBe(3);
    for (const run of [first, second, ofOther]) await breakOff(run);
    await expect.poll(used).toBe(0);
    const fourth = begin(RUNS, ndjson);
    fourth.end(JSON.stringify(anOrder()));
    const [answer] = (await once(fourth, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(202);
  });
});

describe('a service under pressure', () => {
  // The event loop is always later than a nanosecond.
  listens({ maxEventLoopDelayMs: 1e-6 });

  it('refuses who used more than its share, whatever the method, and nobody else', async () => {
    const ask = async (key: string) => [
      (await send(api.app, key, 'GET', '/api/v1/me')).statusCode,
      (await send(api.app, key, 'POST', ROUTE, { payload: anOrder() })).statusCode,
    ];
    const used = async (client_id: number) => {
      api.app.admission.charges.add(client_id, 100_000);
      await expect
        .poll(async () => (await send(api.app, client.test, 'GET', '/api/v1/me')).statusCode)
        .toBe(503);
    };
    await used(client.client_id);
    expect(await ask(client.live)).toEqual([503, 503]);
    expect((await send(api.app, client.test, 'GET', '/api/v1/me')).headers['retry-after']).toMatch(/^\d+$/);
    expect(await ask(other.test)).toEqual([200, 200]);
    expect((await api.app.inject('/healthz')).statusCode).toBe(200);
    expect((await api.app.inject('/readyz')).statusCode).toBe(200);
  });
});
