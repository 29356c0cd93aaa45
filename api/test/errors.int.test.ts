import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { ServiceMetrics } from '../../shared/operations/metrics/service-metrics.ts';
import { createRoutingPool } from '../../shared/operations/threads/routing-pool.ts';
import { createLaneResolver } from '../../shared/transit/lane-resolver.ts';
import { buildApp } from '../app.ts';
import { aClient, createTestApi, openApi, send, TEST_CONFIG } from './api.ts';

const api = await createTestApi();
const client = await aClient(api.db);
afterAll(() => api.close());

const ROUTE = '/api/v1/orders/route';
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

  it.each([
    ['cut short', '{"external_order_id":', 'The request body is not valid JSON (line 1, column 22).'],
    ['without a comma', '{"a": 1\n "b": 2}', 'The request body is not valid JSON (line 2, column 2).'],
    ['empty', '', 'The request body is empty.'],
    ['no body at all', undefined, 'The request body is empty.'],
    [
      'not UTF-8',
      Buffer.from('{"sku": "\xe9"}', 'latin1'),
      'The request body is not valid UTF-8 (line 1, column 10).',
    ],
  ])('is answered 400 where its JSON is %s, and the answer says where', async (_case, payload, detail) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ detail, code: 'invalid_json' });
  });

  it.each([ROUTE, '/api/v1/orders/batch-route', '/api/v1/inventory'])(
    'is answered 415 where %s gets gzip, and the answer says what takes it',
    async (url) => {
      const response = await post(gzipSync('{}'), { ...JSON_HEADERS, 'content-encoding': 'gzip' }, url);
      expect(response.statusCode).toBe(415);
      expect(response.json().detail).toMatch(
        /Content-Encoding gzip: send the body as it is.*\/api\/v1\/runs/,
      );
    },
  );

  it('is answered 400 where it has neither body nor content type', async () => {
    const response = await post(undefined, {});
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toBe('The request has no body.');
  });

  it.each([
    'text/plain',
    'application/x-ndjson',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
  ])('is answered 415 where its content type is %s', async (type) => {
    for (const url of [ROUTE, '/api/v1/orders/batch-route', '/api/v1/inventory']) {
      expect((await post('{}', { 'content-type': type }, url)).statusCode).toBe(415);
    }
  });

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

  it('is answered 400 where its URL is malformed', async () => {
    expect((await send(api.app, client.live, 'GET', '/api/v1/orders/%zz')).statusCode).toBe(400);
  });
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
