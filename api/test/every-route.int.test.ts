import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollClientKey } from '../../shared/account/change-client.ts';
import { type CallerRole, COMMAND_LINE, isOfClient, type RouteRole } from '../../shared/identity/actor.ts';
import { createKey } from '../../shared/identity/keys.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import routeRoles from '../routes/account/route-roles.ts';
import { aPerson, headersOf } from './account/people.ts';
import { createTestApi, openApi, type TestApi } from './api.ts';

const CALLERS = [
  'nobody',
  'somebody whose session was idle',
  'member who must enrol',
  'viewer',
  'member',
  'member without CSRF token',
  'member on another site',
  'owner',
  'owner at an address that is not proved',
  'member by a provider',
  'member by the provider of another account',
  'owner of another client',
  'owner of an inactive client',
  'operator without a client',
  'operator with a client',
  'operator with an unknown client',
  'operator who must enrol',
  'token of a member',
  'token of an owner',
  'token of an owner, its secret before a roll',
  'token that is revoked',
  'token that has expired',
  'token that was rolled at once',
  'token at another address',
  'live API key',
  'test API key',
  'API key of another client',
  'API key of an inactive client',
  'API key that is revoked',
  'API key that has expired',
  'API key at another address',
] as const;
type CallerName = (typeof CALLERS)[number];

/** Who a route is for: the role that a route of the account API declares, and what the others are. */
type Access = RouteRole | 'API key' | 'operators’ page' | 'open';

/** What a caller is answered with: the error that refuses it, or nothing if it is let in. */
type Refusals = Readonly<Partial<Record<CallerName, string | undefined>>>;

/** The callers whose name has one of these words, each refused with the same code. */
const all = (code: string, ...words: readonly string[]): Refusals =>
  Object.fromEntries(
    CALLERS.filter((caller) => words.some((word) => caller.includes(word))).map((caller) => [caller, code]),
  );

const ENDED = ['revoked', 'expired', 'rolled at once'] as const;
/** Who has no session and no token that works. */
const NOT_IN: Refusals = {
  ...all('not_signed_in', 'nobody', 'idle'),
  ...all('invalid_account_token', 'API key', ...ENDED),
  'token at another address': 'address_not_allowed',
};
/** What needs a person: a token that works is refused too. */
const PEOPLE: Refusals = { ...all('person_required', 'token of'), ...NOT_IN };
const BY_PROVIDER = all('password_required', 'provider');
const OF_CLIENT: Refusals = {
  ...NOT_IN,
  ...all('enrol_second_factor', 'enrol'),
  'member by the provider of another account': 'not_found',
  'owner of another client': 'not_found',
  'owner of an inactive client': 'subscription_inactive',
  'operator without a client': 'client_required',
  'operator with an unknown client': 'not_found',
};
const OF_NO_OPERATOR = CALLERS.filter((caller) => !caller.startsWith('operator'));

const EXPECTED: Readonly<Record<Access, Refusals>> = {
  open: {},
  public: { 'token at another address': 'address_not_allowed' },
  signed_in: NOT_IN,
  person: PEOPLE,
  own: { ...PEOPLE, ...BY_PROVIDER },
  member: OF_CLIENT,
  owner: {
    ...OF_CLIENT,
    viewer: 'forbidden',
    member: 'forbidden',
    'member without CSRF token': 'forbidden',
    'member on another site': 'forbidden',
    'token of a member': 'forbidden',
    'member by a provider': 'forbidden',
  },
  operator: {
    ...Object.fromEntries(OF_NO_OPERATOR.map((caller) => [caller, 'forbidden'])),
    ...NOT_IN,
    ...all('enrol_second_factor', 'enrol'),
  },
  'API key': {
    ...Object.fromEntries(
      CALLERS.filter((caller) => !caller.includes('API key')).map((caller) => [caller, 'invalid_api_key']),
    ),
    ...all('invalid_api_key', ...ENDED),
    'API key at another address': 'address_not_allowed',
    'API key of an inactive client': 'subscription_inactive',
  },
  'operators’ page': {
    ...Object.fromEntries(OF_NO_OPERATOR.map((caller) => [caller, 'not_signed_in'])),
    'operator who must enrol': 'enrol_second_factor',
  },
};

/** What anybody may ask, beside what the account API declares public. */
const OPEN = new Set(['/', '/healthz', '/readyz', '/readyz/orders', '/metrics', '/openapi.json']);

/** undefined: nobody has said who the route is for. */
function accessOf({ url, options: { config } }: RouteEntry): Access | undefined {
  if (url.startsWith('/account/')) return config?.role;
  if (url.startsWith('/api/v1/')) return 'API key';
  if (url.startsWith('/ops/queues')) return 'operators’ page';
  return OPEN.has(url) || url === '/docs' || url.startsWith('/docs/') ? 'open' : undefined;
}

const REFUSALS = new Set(Object.values(EXPECTED).flatMap((row) => Object.values(row)));

let api: TestApi;
/** Another process of the service, on which operators need a second factor. */
let strict: TestApi;
let routes: readonly RouteEntry[];
let headers: Readonly<Record<CallerName, () => Promise<Record<string, string>>>>;

beforeAll(async () => {
  api = await createTestApi();
  const { db } = api;
  strict = await openApi(db, { operatorSecondFactor: true });
  const acme = await createTestAccount(db, { client: { slug: 'acme' } });
  const other = await createTestAccount(db, { client: { slug: 'other' } });
  const closed = await createTestAccount(db, { client: { slug: 'closed' } });
  await db.prisma.client.update({ where: { id: closed.client_id }, data: { active: false } });
  const enrolling = await createTestAccount(db, {
    client: { slug: 'enrolling', require_second_factor: true },
  });
  // A session of its own for each request: one of them signs out.
  const person = async (role: CallerRole, client_id: number | null, minutesAgo = 0) => {
    const { email } = await aPerson(db, role, client_id);
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    const since = () => new Date(Date.now() - minutesAgo * 60_000);
    return async () => ({ ...headersOf((await startSession(db, user, since())).token) });
  };
  const bearer = (secret: string) => async () => ({ authorization: `Bearer ${secret}` });
  const token = async (role: 'member' | 'owner') =>
    bearer((await createKey(db.prisma, acme.client_id, 'account_token', { name: role, role })).secret);
  /** A member of acme, and of the account whose provider signed them in. */
  const byProvider = async (client_id: number) => {
    const { email } = await aPerson(db, 'member', acme.client_id);
    const { id: user_id } = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    if (client_id !== acme.client_id)
      await db.prisma.membership.create({ data: { user_id, client_id, role: 'owner' } });
    const identity = { user_id, client_id, issuer: 'https://login.example.com', sub: email };
    const seen = { address: null, browser: null };
    const claims = { auth_time: Math.floor(Date.now() / 1000) };
    return async () => {
      // Made again: one of the requests removes the single sign-on.
      const { id: identity_id } = await db.prisma.ssoIdentity.upsert({
        where: { user_id_client_id: { user_id, client_id } },
        create: identity,
        update: {},
      });
      const sso = { identity_id, refresh_token: null, claims };
      return { ...headersOf((await startSession(db, { id: user_id }, new Date(), seen, sso)).token) };
    };
  };
  const by = { slug: 'acme', who: COMMAND_LINE };
  const past = new Date(Date.now() - 1000);
  type Kind = 'api_key' | 'account_token';
  /** A key or a token that is changed afterwards. */
  const changed = async (name: string, kind: Kind, change: (kind: Kind, id: number) => Promise<unknown>) => {
    const of = { api_key: { environment: 'test' }, account_token: { role: 'owner' } } as const;
    const wanted = { name, ...of[kind] };
    const { id, secret } = await createKey(db.prisma, acme.client_id, kind, wanted);
    await change(kind, id);
    return bearer(secret);
  };
  const set = (data: object) => (kind: Kind, id: number) =>
    db.prisma.accessKey.update({ where: { kind_id: { kind, id } }, data });
  const roll = (overlap_hours: number) => (kind: Kind, id: number) =>
    rollClientKey(db, by, { kind, id, overlap_hours });
  const elsewhere = { allowed_addresses: ['192.0.2.0/24'] };
  const member = await person('member', acme.client_id);
  const operator = await person('operator', null);
  headers = {
    nobody: async () => ({}),
    'somebody whose session was idle': await person('owner', acme.client_id, 61),
    'member who must enrol': await person('owner', enrolling.client_id),
    viewer: await person('viewer', acme.client_id),
    member,
    'member without CSRF token': async () => ({ ...(await member()), 'x-csrf-token': '' }),
    'member on another site': async () => ({ ...(await member()), 'sec-fetch-site': 'cross-site' }),
    owner: await person('owner', acme.client_id),
    'owner at an address that is not proved': await person('owner', acme.client_id),
    'member by a provider': await byProvider(acme.client_id),
    'member by the provider of another account': await byProvider(other.client_id),
    'owner of another client': await person('owner', other.client_id),
    'owner of an inactive client': await person('owner', closed.client_id),
    'operator without a client': operator,
    'operator with a client': operator,
    'operator with an unknown client': operator,
    'operator who must enrol': operator,
    'token of a member': await token('member'),
    'token of an owner': await token('owner'),
    'token of an owner, its secret before a roll': await changed('before', 'account_token', roll(1)),
    'token that is revoked': await changed('ended', 'account_token', set({ revoked_at: past })),
    'token that has expired': await changed('expired', 'account_token', set({ expires_at: past })),
    'token that was rolled at once': await changed('rolled', 'account_token', roll(0)),
    'token at another address': await changed('elsewhere', 'account_token', set(elsewhere)),
    'live API key': bearer(acme.keys.live),
    'test API key': bearer(acme.keys.test),
    'API key of another client': bearer(other.keys.test),
    'API key of an inactive client': bearer(closed.keys.live),
    'API key that is revoked': await changed('ended', 'api_key', set({ revoked_at: past })),
    'API key that has expired': await changed('expired', 'api_key', set({ expires_at: past })),
    'API key at another address': await changed('elsewhere', 'api_key', set(elsewhere)),
  };
  routes = api.app.routeTable.filter(({ method }) => method !== 'HEAD');
});
afterAll(async () => {
  await strict.close();
  await api.close();
});

const CLIENT_NAMED: Readonly<Partial<Record<CallerName, string>>> = {
  'owner of another client': 'acme',
  'member by the provider of another account': 'acme',
  'operator with a client': 'acme',
  'operator with an unknown client': 'no-such-client',
};

function urlFor({ url, options: { config } }: RouteEntry, caller: CallerName): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => (name === 'email' ? 'no@example.com' : '999999'));
  const client = CLIENT_NAMED[caller];
  const query = new URLSearchParams({
    ...(config?.ledger && { environment: 'test' }),
    ...(client !== undefined && config?.role !== undefined && isOfClient(config.role) && { client }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

const isWrite = ({ method }: RouteEntry) => method !== 'GET';

/** Browsers' requests that change something are looked at before anything else. */
function refusalOf(route: RouteEntry, access: Access, caller: CallerName): string | undefined {
  const knowsSessions = access !== 'API key' && access !== 'open';
  if (isWrite(route) && knowsSessions && caller === 'member on another site')
    return access === 'operators’ page' ? 'forbidden' : 'other_site';
  const needsToken = route.url.startsWith('/account/') && access !== 'public';
  if (isWrite(route) && needsToken && caller === 'member without CSRF token') return 'csrf_token';
  if (isWrite(route) && access === 'member' && caller === 'viewer') return 'forbidden';
  return EXPECTED[access][caller];
}

async function codeOf(route: RouteEntry, caller: CallerName): Promise<string> {
  const { app } = caller === 'operator who must enrol' ? strict : api;
  const response = await app.inject({
    method: route.method as 'GET',
    url: urlFor(route, caller),
    headers: await headers[caller](),
    ...(isWrite(route) && route.method !== 'DELETE' && { payload: {} }),
  });
  const isJson = response.headers['content-type']?.toString().startsWith('application/json');
  // Bull Board has a form of its own for errors.
  const isRefused = response.statusCode === 403;
  return isJson ? (response.json()?.code ?? (isRefused ? 'forbidden' : 'ok')) : 'ok';
}

/** A caller with the right also gets it for data that does not exist. */
function isOfThing({ url }: RouteEntry, code: string): boolean {
  return code === 'not_found' && (url.includes(':') || url.endsWith('*'));
}

/** The first route that reads and the first that writes of each access: one guard serves all of a kind. */
function oneOfEach(): readonly RouteEntry[] {
  const met = new Set<string>();
  return routes.filter((route) => {
    const kind = `${accessOf(route)} ${isWrite(route)}`;
    return !met.has(kind) && met.add(kind);
  });
}

describe('every route', () => {
  it('has a caller that it is for', () => {
    const nobodys = routes.filter((route) => accessOf(route) === undefined);
    expect(nobodys.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    for (const prefix of ['/api/v1/', '/account/v1/', '/ops/queues'])
      expect(routes.filter(({ url }) => url.startsWith(prefix)).length).toBeGreaterThan(20);
  });

  it.each(CALLERS)('answers %s as it should', async (caller) => {
    const answers: string[] = [];
    const expected: string[] = [];
    for (const route of oneOfEach()) {
      const access = accessOf(route)!;
      const place = `${route.method} ${route.url}`;
      const code = await codeOf(route, caller);
      const refusal = refusalOf(route, access, caller);
      expected.push(`${place}: ${refusal ?? 'ok'}`);
      const isAllowed = refusal === undefined && (!REFUSALS.has(code) || isOfThing(route, code));
      answers.push(`${place}: ${isAllowed ? 'ok' : code}`);
    }
    expect(answers).toEqual(expected);
  });
});

it('a route that declares no role keeps the service from starting', async () => {
  const app = Fastify();
  await app.register(fp(async () => {}, { name: 'account-openapi' }));
  await app.register(routeRoles);
  const open = () => app.get('/open', async () => 'open');
  expect(open).toThrow('GET /open declares no role.');
});
