import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../../shared/operations/threads/routing-pool.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { buildApp } from '../app.ts';
import { aClient, anOrder, createTestApi, openApi, send, TEST_CONFIG } from './api.ts';

const api = await createTestApi();
const client = await aClient(api.db);
afterAll(() => api.close());

const ROUTE = '/api/v1/orders/route';
const BATCH = '/api/v1/orders/batch-route';
const RUNS = '/api/v1/runs';
const INVENTORY = '/api/v1/inventory';
const JSON_HEADERS = { 'content-type': 'application/json' };
const post = (
  payload: string | Buffer | undefined,
  headers: Record<string, string> = JSON_HEADERS,
  url = ROUTE,
) => send(api.app, client.live, 'POST', url, { headers, ...(payload === undefined ? {} : { payload }) });

describe('a request', () => {
  it('keeps the id that its caller gave it, if that is harmless', async () => {
    const idOf = async (id: string) =>
      (await api.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id'];
    expect(await idOf('order-7:a.b')).toBe('order-7:a.b');
    expect(await idOf('a\tb')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  });

  const LINES = [anOrder(), anOrder({ external_order_id: 'SO-2' })].map((order) => JSON.stringify(order));
  const NDJSON = `${LINES.join('\n')}\n`;
  const CSV = 'external_order_id,destination_zip,sku,quantity\nSO-1,10001,CHAIR,1\n';
  const FORM = '--x1\r\nContent-Disposition: form-data; name="file"\r\n\r\n{}\r\n--x1--\r\n';
  const NOT_JSON = 'The request body is not valid JSON';

  it.each<[what: string, urls: readonly string[], payload: string | Buffer | undefined, detail: string]>([
    ['cut short', [ROUTE], '{"external_order_id":', `${NOT_JSON} (line 1, column 22).`],
    ['without a comma', [ROUTE], '{"a": 1\n "b": 2}', `${NOT_JSON} (line 2, column 2).`],
    ['empty', [ROUTE], '', 'The request body is empty.'],
    ['no body at all', [ROUTE], undefined, 'The request body is empty.'],
    [
      'not UTF-8',
      [ROUTE],
      Buffer.from('{"sku": "\xe9"}', 'latin1'),
      'The request body is not valid UTF-8 (line 1, column 10).',
    ],
    ['NDJSON', [ROUTE, BATCH, RUNS], NDJSON, 'Content-Type: application/x-ndjson'],
    ['much NDJSON', [BATCH, RUNS], NDJSON.repeat(1_200_000 / NDJSON.length), 'It looks like NDJSON'],
    ['gzip without its header', [ROUTE, RUNS], gzipSync(NDJSON), 'Content-Encoding: gzip'],
    ['CSV', [BATCH], CSV, 'Content-Type: text/csv'],
    ['UTF-16', [ROUTE], Buffer.from(`\uFEFF${LINES[0]}`, 'utf16le'), 'UTF-16'],
    ['a form', [ROUTE], FORM, 'multipart form'],
  ])('is answered 400 where its JSON is %s, and the answer says so', async (_what, urls, payload, detail) => {
    for (const url of urls) {
      const response = await post(payload, JSON_HEADERS, url);
      expect([url, response.statusCode, response.json()]).toEqual([
        ...[url, 400],
        { detail: expect.stringContaining(detail), code: 'invalid_json' },
      ]);
    }
  });

  it('is answered 415 where what takes no gzip gets it, and the answer says what does', async () => {
    for (const url of [ROUTE, BATCH, INVENTORY]) {
      const response = await post(gzipSync('{}'), { ...JSON_HEADERS, 'content-encoding': 'gzip' }, url);
      expect(response.statusCode).toBe(415);
      expect(response.json().detail).toMatch(
        /Content-Encoding gzip: send the body as it is.*\/api\/v1\/runs/,
      );
    }
  });

  it('is answered 400 where it has neither body nor content type', async () => {
    const response = await post(undefined, {});
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toBe('The request has no body.');
    expect((await post('{}', { 'content-type': 'nonsense' })).statusCode).toBe(415);
  });

  it.each([
    ['text/plain', ''],
    ['application/x-ndjson', ''],
    ['application/xml', ''],
    ['multipart/form-data; boundary=x', 'the file itself as the body'],
    ['application/x-www-form-urlencoded', 'what curl -d sends by itself'],
    ['application/gzip', 'Content-Encoding: gzip'],
  ])(
    'is answered 415 where its content type is %s, with those taken and the likely cause',
    async (type, cause) => {
      for (const url of [ROUTE, BATCH, INVENTORY]) {
        const response = await post('{}', { 'content-type': type }, url);
        expect([url, response.statusCode]).toEqual([url, 415]);
        expect(response.json().detail).toContain('it takes text/csv, application/json.');
        expect(response.json().detail).toContain(cause);
      }
    },
  );

  it('is answered 404 where there is no such path', async () => {
    for (const url of ['/api/v1/nothing', '/api/v2/me', `/api/v1/orders/${'x'.repeat(3000)}`]) {
      expect((await send(api.app, client.live, 'GET', url)).statusCode).toBe(404);
    }
  });

  it.each(['orders/route', 'orders/batch-route', 'runs/reroute', 'inventory/uploads', 'promise'])(
    'is answered 405 where /%s is read',
    async (path) => {
      const response = await send(api.app, client.live, 'GET', `/api/v1/${path}`);
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
    },
  );
});

describe('a failure of the service', () => {
  it('is answered 503 with Retry-After where the database cannot be reached', async () => {
    const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
    onTestFinished(() => db.close());
    const away = await openApi(db);
    onTestFinished(() => away.close());
    const me = await send(away.app, client.live, 'GET', '/api/v1/me');
    const [ready, alive] = [await away.app.inject('/readyz'), await away.app.inject('/healthz')];
    expect([me.statusCode, ready.statusCode, alive.statusCode]).toEqual([503, 503, 200]);
    expect(me.headers['retry-after']).toMatch(/^\d+$/);
    expect(ready.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('is logged with its cause, and what callers do wrong is not', async () => {
    const lines: { level: number; err?: { message: string } }[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const db = openDatabase('postgresql://nobody@127.0.0.1:1/none');
    onTestFinished(() => db.close());
    const app = await buildApp({
      config: TEST_CONFIG,
      redis: null,
      db,
      lanes: createLaneResolver(db),
      queues: api.queues,
      threads: createRoutingPool(db.url, 1),
      metrics: new ServiceMetrics(),
      logger,
    });
    onTestFinished(() => app.close());
    await app.inject({ url: '/api/v1/me', headers: { authorization: 'Bearer nonsense' } });
    expect(lines).toEqual([]);
    await app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${client.live}` } });
    expect(lines).toMatchObject([{ level: 40, err: { message: expect.stringContaining('ECONNREFUSED') } }]);
    expect(JSON.stringify(lines)).not.toContain(client.live);
  });
});
