import Fastify, { type FastifyPluginAsync } from 'fastify';
import fp from 'fastify-plugin';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES, type Scope, type ScopeNeed } from '../../shared/contracts/scopes.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import routeScopes from '../routes/v1/route-scopes.ts';
import { aPerson } from './account/people.ts';
import { anOrder, sharedApi } from './api.ts';

const api = await sharedApi();
const account = await createTestAccount(api.db);
const owner = await aPerson(api.db, 'owner', account.client_id);

type Headers = Readonly<Record<string, string>>;
interface MadeKey {
  readonly id: number;
  readonly key: string;
  readonly expires_at: string | null;
  readonly previous_until: string | null;
}

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Headers = owner.headers,
) {
  const url = `/account/v1/${path}`;
  return api.app.inject({ method, url, headers: { ...headers }, ...(payload !== undefined && { payload }) });
}

let names = 0;
async function makeKey(limits: object = {}): Promise<MadeKey> {
  names += 1;
  const made = await call('POST', 'api-keys', { name: `key ${names}`, environment: 'test', ...limits });
  expect(made.statusCode).toBe(201);
  return made.json();
}

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
const me = (secret: string, remoteAddress = '127.0.0.1') =>
  api.app.inject({ url: '/api/v1/me', headers: bearer(secret), remoteAddress });
const statusOf = async (secret: string, address?: string) => (await me(secret, address)).statusCode;

/** The ways in which a route is asked, with the scope that each needs. */
function asks(needs: ScopeNeed): { query: string; headers: Headers; scope: Scope | null }[] {
  return [
    { query: '', headers: {}, scope: needs.scope },
    { query: '?dry_run=false', headers: {}, scope: needs.scope },
    { query: '?dry_run=true&dry_run=false', headers: {}, scope: needs.scope },
    { query: '?dry_run=true', headers: {}, scope: needs.dry_run ?? needs.scope },
    { query: '', headers: { prefer: 'respond-async' }, scope: needs.respond_async ?? needs.scope },
    {
      query: '?dry_run=true',
      headers: { prefer: 'respond-async' },
      scope: needs.respond_async ?? needs.dry_run ?? needs.scope,
    },
  ];
}

describe('every route of the customer API', () => {
  let routes: readonly RouteEntry[];
  beforeAll(async () => {
    routes = api.app.routeTable.filter(({ url }) => url.startsWith('/api/v1/'));
  });

  const codeOf = async ({ method, url }: RouteEntry, key: string, query = '', headers: Headers = {}) => {
    const path = url.replace(/:\w+/g, '999999');
    const response = await api.app.inject({
      method: method as 'GET',
      url: path + query,
      headers: { ...bearer(key), ...headers },
      ...(['POST', 'PUT', 'PATCH'].includes(method) && { payload: {} }),
    });
    if (method === 'HEAD') return response.statusCode === 403 ? 'missing_scope' : String(response.statusCode);
    return (response.headers['content-type'] ?? '').toString().includes('json')
      ? { code: response.json().code as string | undefined, detail: response.json().detail }.code
      : undefined;
  };

  it('takes keys with its scope, and no other; the refusal names it', async () => {
    expect(routes.length).toBeGreaterThan(30);
    for (const scope of SCOPES) {
      const alone = await makeKey({ scopes: [scope] });
      const others = await makeKey({ scopes: SCOPES.filter((other) => other !== scope) });
      const wrong: string[] = [];
      for (const route of routes) {
        const all = asks(route.options.config!.needs!).filter((ask) => (ask.scope ?? SCOPES[0]) === scope);
        for (const [index, { query, headers, scope: needed }] of all.entries()) {
          const refused = (await codeOf(route, others.key, query, headers)) === 'missing_scope';
          // What is let through does work, so that each way is asked once.
          const taken = index > 0 || (await codeOf(route, alone.key, query, headers)) !== 'missing_scope';
          if (refused !== (needed !== null) || !taken)
            wrong.push(`${scope}: ${route.method} ${route.url}${query}`);
        }
      }
      expect(wrong).toEqual([]);
    }
    const { key } = await makeKey({ scopes: ['orders:read'] });
    const refused = await api.app.inject({
      method: 'POST',
      url: '/api/v1/orders/route',
      headers: bearer(key),
      payload: anOrder(),
    });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { detail: 'This API key does not have the scope orders:write.', code: 'missing_scope' },
    ]);
  });
});

describe('a key', () => {
  it('shows what restricts it, to itself and to people', async () => {
    const limits = {
      scopes: ['runs:read'],
      expires_at: '2099-01-01T02:00:00+02:00',
      allowed_addresses: ['127.0.0.1'],
    };
    const { id, key } = await makeKey(limits);
    expect((await me(key)).json()).toMatchObject({
      scopes: ['runs:read'],
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    const find = async () =>
      (await call('GET', 'api-keys')).json().api_keys.find((each: MadeKey) => each.id === id);
    expect(await find()).toMatchObject({
      ...limits,
      expires_at: '2099-01-01T00:00:00.000Z',
      created_by: owner.email,
    });
    await expect.poll(async () => (await find()).last_used_from).toBe('127.0.0.1');
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['orders'] }, 'scopes[0]'],
    [{ scopes: ['promise', 'promise'] }, 'scopes'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ allowed_addresses: ['10.0.0.0/33'] }, 'allowed_addresses[0]'],
    [{ allowed_addresses: ['example.com'] }, 'allowed_addresses[0]'],
    [{ allowed_addresses: Array(51).fill('10.0.0.1') }, 'allowed_addresses'],
    [{ colour: 'red' }, 'colour'],
  ])('is refused with %j', async (limits, path) => {
    const refused = await call('POST', 'api-keys', { name: 'x', environment: 'test', ...limits });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.map((fault: { path: string }) => fault.path)).toContain(path);
  });

  it('is judged by address, IPv4 in IPv6 as IPv4', async () => {
    const { key } = await makeKey({
      allowed_addresses: ['10.1.0.0/16', '2001:db8::/32', '::ffff:192.0.2.1'],
    });
    for (const [address, status] of [
      ['10.1.2.3', 200],
      ['::ffff:10.1.2.3', 200],
      ['10.2.0.1', 403],
      ['2001:db8::1', 200],
      ['2001:db9::1', 403],
      ['192.0.2.1', 200],
      ['192.0.2.2', 403],
    ] as const)
      expect([address, await statusOf(key, address)]).toEqual([address, status]);
  });

  it('that is rolled keeps what it is, lives as long again, and has two secrets at most', async () => {
    const first = await makeKey({
      scopes: ['promise'],
      expires_at: new Date(Date.now() + 10 * 86_400_000).toISOString(),
    });
    await api.db.pool.query(
      `UPDATE access_keys SET created_at = created_at - interval '9 days', expires_at = expires_at - interval '9 days' WHERE id = $1`,
      [first.id],
    );
    const roll = (body: object) => call('POST', `api-keys/${first.id}/roll`, body);
    const answered = await roll({ overlap_hours: 168 });
    const second: MadeKey = answered.json();
    expect(answered.statusCode).toBe(201);
    expect(second).toMatchObject({ id: first.id, scopes: ['promise'] });
    const days = (text: string | null) => Math.round((Date.parse(text!) - Date.now()) / 86_400_000);
    expect(days(second.expires_at)).toBe(10);
    expect(days(second.previous_until)).toBe(1); // not beyond the end that it had
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
    const third: MadeKey = (await roll({})).json();
    expect(days(third.previous_until)).toBe(1);
    expect([await statusOf(first.key), await statusOf(second.key), await statusOf(third.key)]).toEqual([
      401, 200, 200,
    ]);
    const fourth: MadeKey = (await roll({ overlap_hours: 0 })).json();
    expect([await statusOf(third.key), await statusOf(fourth.key)]).toEqual([401, 200]);
    expect((await roll({ overlap_hours: 169 })).statusCode).toBe(422);
    const entry = (await call('GET', 'audit?action=api_keys')).json().entries[0];
    expect(entry).toMatchObject({ action: 'api_keys.roll', subject: `api-keys/${first.id}` });
    expect(JSON.stringify(entry)).not.toContain(fourth.key.slice(0, 20));
    await call('DELETE', `api-keys/${first.id}`);
    expect((await roll({})).statusCode).toBe(404);
  });

  it('of an account file keeps what the file leaves out, and changes what it says', async () => {
    const { slug } = account;
    const listed = async () =>
      (await call('GET', 'account')).json().api_keys as {
        name: string;
        scopes?: string[];
        expires_at?: string;
      }[];
    const kept = await listed();
    const put = (more: object) =>
      call('PUT', 'account', {
        client: { slug },
        api_keys: [...kept, { name: 'filed', environment: 'live', ...more }],
      });
    const filed = async () => (await listed()).find(({ name }) => name === 'filed');
    expect((await put({ scopes: ['promise'], allowed_addresses: ['10.0.0.1'] })).statusCode).toBe(200);
    await put({ expires_at: '2099-01-01T00:00:00Z' });
    expect(await filed()).toEqual({
      name: 'filed',
      environment: 'live',
      scopes: ['promise'],
      expires_at: '2099-01-01T00:00:00.000Z',
      allowed_addresses: ['10.0.0.1'],
    });
    await put({ scopes: null, expires_at: null, allowed_addresses: null });
    expect(await filed()).toEqual({ name: 'filed', environment: 'live' });
    expect(await listed()).toEqual(expect.arrayContaining(kept));
  });
});

describe('an account token', () => {
  const aToken = async (more: object = {}) => {
    names += 1;
    const made = await call('POST', 'tokens', { name: `token ${names}`, role: 'owner', ...more });
    expect(made.statusCode).toBe(201);
    return made.json() as { id: number; token: string };
  };

  it('makes no tokens and no people, by no way', async () => {
    const { id, token } = await aToken();
    const by = bearer(token);
    const { slug } = account;
    const tries = [
      call('POST', 'tokens', { name: 'more', role: 'member' }, by),
      call('POST', `tokens/${id}/roll`, {}, by),
      call('POST', 'users', { email: 'more@example.com', role: 'member' }, by),
      call(
        'PUT',
        'account',
        {
          client: { slug },
          users: [
            { email: owner.email, role: 'owner' },
            { email: 'a@example.com', role: 'owner' },
          ],
        },
        by,
      ),
    ];
    for (const tried of await Promise.all(tries))
      expect([tried.statusCode, tried.json().code]).toEqual([403, 'forbidden']);
    expect((await call('POST', 'api-keys', { name: 'by token', environment: 'test' }, by)).statusCode).toBe(
      201,
    );
  });
});

it('a route that declares no scope keeps the service from starting', async () => {
  const app = Fastify();
  await app.register(fp(async () => {}, { name: 'auth' }));
  const v1: FastifyPluginAsync = async (scoped) => {
    await scoped.register(routeScopes);
    scoped.get('/unknown', async () => 'open');
  };
  const start = async () => {
    await app.register(v1, { prefix: '/api/v1' });
  };
  await expect(start()).rejects.toThrow('GET /api/v1/unknown declares no scope.');
});
