import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../shared/db/database.ts';
import { openRedis } from '../../shared/foundation/redis.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../shared/testing/test-database.ts';
import { aPerson } from './account/people.ts';
import { aClient, openApi, send, type TestApi, type TestClient } from './api.ts';

const STORES = ['memory', ...(process.env.TEST_REDIS_URL ? ['redis'] : [])] as const;
const LIMIT = 3;

let db: Database;
let client: TestClient;
const opened: { close(): unknown }[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  client = await aClient(db);
});
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
afterAll(() => db.close());

/** A service that takes LIMIT requests a minute, on a Redis that no other test counts in. */
async function open(redis: Redis | null, settings: Parameters<typeof openApi>[1] = {}): Promise<TestApi> {
  const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
  const api = await openApi(db, { rateLimitPerMinute: LIMIT, queuePrefix, redis, ...settings });
  opened.push(api);
  return api;
}

async function connect(store: string): Promise<Redis | null> {
  if (store === 'memory') return null;
  return connectTo(process.env.TEST_REDIS_URL!);
}

async function connectTo(url: string): Promise<Redis> {
  const redis = await openRedis(url, () => undefined);
  opened.push({ close: () => redis.disconnect() });
  return redis;
}

const me = (api: TestApi, key: string | null) => send(api.app, key, 'GET', '/api/v1/me');
const headersOf = ({ headers }: Awaited<ReturnType<typeof me>>) => ({
  limit: headers['ratelimit-limit'],
  remaining: headers['ratelimit-remaining'],
});

describe.each(STORES)('the rate limit of an API key, counted in %s', (store) => {
  it('is shown with every answer, and answered 429 with Retry-After beyond it', async () => {
    const api = await open(await connect(store));
    for (let left = LIMIT - 1; left >= 0; left -= 1) {
      const response = await me(api, client.live);
      expect(response.statusCode).toBe(200);
      expect(headersOf(response)).toEqual({ limit: `${LIMIT}`, remaining: `${left}` });
      expect(Number(response.headers['ratelimit-reset'])).toBeGreaterThan(0);
    }
    const refused = await me(api, client.live);
    expect(refused.statusCode).toBe(429);
    expect(headersOf(refused)).toEqual({ limit: `${LIMIT}`, remaining: '0' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.json()).toEqual({
      detail: `Too many requests: an API key may make ${LIMIT} a minute. Try again in ${seconds} seconds.`,
      code: 'rate_limited',
    });
  });

  it('counts refused requests, but not those without a valid key', async () => {
    const api = await open(await connect(store));
    const unknown = await me(api, `wrs_live_${randomBytes(32).toString('base64url').slice(0, 43)}`);
    expect([unknown.statusCode, unknown.headers['ratelimit-limit']]).toEqual([401, undefined]);
    const faulty = await send(api.app, client.live, 'POST', '/api/v1/orders/route', { payload: {} });
    expect([faulty.statusCode, headersOf(faulty).remaining]).toEqual([400, `${LIMIT - 1}`]);
  });

  it.each([
    ['/api/v1/orders/batch-route', {}],
    ['/api/v1/orders/batch-route', { prefer: 'respond-async' }],
    ['/api/v1/runs', {}],
    ['/api/v1/inventory/uploads', {}],
  ])('refuses POST %s %o before its body is read', async (url, headers) => {
    const api = await open(await connect(store));
    for (let sent = 0; sent < LIMIT; sent += 1) await me(api, client.live);
    const nonsense = { headers: { 'content-type': 'application/json', ...headers }, payload: '{' };
    expect((await send(api.app, client.live, 'POST', url, nonsense)).statusCode).toBe(429);
  });
});

describe.each(STORES)('the rate limit of a client, counted in %s', (store) => {
  const openFor = async (rateLimitClientPerMinute: number) =>
    open(await connect(store), { rateLimitClientPerMinute });

  it('is for all its keys together, and leaves other clients theirs', async () => {
    const api = await openFor(LIMIT + 1);
    for (let sent = 0; sent < LIMIT; sent += 1) await me(api, client.live);
    expect(headersOf(await me(api, client.test))).toEqual({ limit: `${LIMIT + 1}`, remaining: '0' });
    const refused = await me(api, client.test);
    expect(refused.statusCode).toBe(429);
    expect(headersOf(refused)).toEqual({ limit: `${LIMIT + 1}`, remaining: '0' });
    expect(refused.json().detail).toMatch(/^Too many requests: a client may make 4 a minute\./);
    expect((await me(api, (await aClient(db)).live)).statusCode).toBe(200);
  });

  it('is also for its people, but not for operators who look at it', async () => {
    const api = await openFor(LIMIT + 1);
    const { client_id, slug, keys } = await createTestAccount(db);
    for (let sent = 0; sent < LIMIT; sent += 1) await me(api, keys.live);
    const settings = async (role: 'owner' | 'operator') => {
      const { headers } = await aPerson(db, role, role === 'owner' ? client_id : null);
      const url = `/account/v1/settings${role === 'operator' ? `?client=${slug}` : ''}`;
      return (await api.app.inject({ method: 'GET', url, headers })).statusCode;
    };
    expect(await settings('owner')).toBe(200);
    expect(await settings('owner')).toBe(429);
    expect(await settings('operator')).toBe(200);
  });

  it('is not used up by a key that sends more than it may', async () => {
    const api = await openFor(LIMIT + 1);
    for (let sent = 0; sent < 3 * LIMIT; sent += 1) await me(api, client.live);
    expect((await me(api, client.test)).statusCode).toBe(200);
  });
});

describe('the rate limit', () => {
  it('is none where it is 0', async () => {
    const api = await open(null, { rateLimitPerMinute: 0 });
    expect((await me(api, client.live)).headers['ratelimit-limit']).toBeUndefined();
  });

  it('limits nothing while Redis is away', async () => {
    const api = await open(await connectTo('redis://127.0.0.1:1'));
    for (let sent = 0; sent <= LIMIT; sent += 1) expect((await me(api, client.live)).statusCode).toBe(200);
  });

  it.runIf(process.env.TEST_REDIS_URL)(
    'is counted for key and client in one round trip to Redis',
    async () => {
      const redis = (await connect('redis')) as Redis & { rlflxIncr(args: string[]): Promise<unknown> };
      const api = await open(redis, { rateLimitClientPerMinute: LIMIT });
      const events: string[] = [];
      const count = redis.rlflxIncr.bind(redis);
      vi.spyOn(redis, 'rlflxIncr').mockImplementation((args) => {
        events.push('asked');
        return count(args).finally(() => events.push('answered'));
      });
      expect((await me(api, client.live)).statusCode).toBe(200);
      expect(events).toEqual(['asked', 'asked', 'answered', 'answered']);
    },
  );

  it.runIf(process.env.TEST_REDIS_URL)('is one for all processes on a Redis', async () => {
    const queuePrefix = `test-${randomBytes(4).toString('hex')}`;
    const api = await open(await connect('redis'), { queuePrefix });
    const other = await open(await connect('redis'), { queuePrefix });
    for (let sent = 0; sent < LIMIT; sent += 1) await me(api, client.live);
    expect((await me(other, client.live)).statusCode).toBe(429);
  });
});
