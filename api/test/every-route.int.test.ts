import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOfClient, type RouteRole } from '../../shared/accounts/actor.ts';
import { createAccountToken } from '../../shared/accounts/keys.ts';
import { startSession } from '../../shared/accounts/sessions.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import routeRoles from '../routes/account/route-roles.ts';
import { aPerson, headersOf } from './account/people.ts';
import { createTestApi, type TestApi } from './api.ts';

const CALLERS = [
  'nobody',
  'member',
  'member without CSRF token',
  'member on another site',
  'owner',
  'owner of another client',
  'owner of an inactive client',
  'operator without a client',
  'operator with a client',
  'operator with an unknown client',
  'token of a member',
  'token of an owner',
  'token that is revoked',
  'live API key',
  'test API key',
  'API key of another client',
  'API key of an inactive client',
  'API key that is revoked',
] as const;
type CallerName = (typeof CALLERS)[number];

/** Who a route is for: the role that a route of the account API declares, and what the others are. */
type Access = RouteRole | 'API key' | 'operators’ page' | 'open';

/** What a caller is answered with: the error that refuses it, or nothing if it is let in. */
type Refusals = Readonly<Partial<Record<CallerName, string>>>;

const NO_ACCOUNT_TOKEN: Refusals = {
  'token that is revoked': 'invalid_account_token',
  'live API key': 'invalid_account_token',
  'test API key': 'invalid_account_token',
  'API key of another client': 'invalid_account_token',
  'API key of an inactive client': 'invalid_account_token',
  'API key that is revoked': 'invalid_account_token',
};
const OF_CLIENT: Refusals = {
  nobody: 'not_signed_in',
  'owner of another client': 'not_found',
  'owner of an inactive client': 'subscription_inactive',
  'operator without a client': 'client_required',
  'operator with an unknown client': 'not_found',
  ...NO_ACCOUNT_TOKEN,
};
const OPERATORS = ['operator without a client', 'operator with a client', 'operator with an unknown client'];
const OF_NO_OPERATOR = CALLERS.filter((caller) => !OPERATORS.includes(caller));

const EXPECTED: Readonly<Record<Access, Refusals>> = {
  open: {},
  public: {},
  signed_in: { nobody: 'not_signed_in', ...NO_ACCOUNT_TOKEN },
  member: OF_CLIENT,
  owner: {
    ...OF_CLIENT,
    member: 'forbidden',
    'member without CSRF token': 'forbidden',
    'member on another site': 'forbidden',
    'token of a member': 'forbidden',
  },
  operator: {
    ...Object.fromEntries(OF_NO_OPERATOR.map((caller) => [caller, 'forbidden'])),
    nobody: 'not_signed_in',
    ...NO_ACCOUNT_TOKEN,
  },
  'API key': {
    ...Object.fromEntries(
      CALLERS.filter((caller) => !caller.includes('API key')).map((caller) => [caller, 'invalid_api_key']),
    ),
    'API key that is revoked': 'invalid_api_key',
    'API key of an inactive client': 'subscription_inactive',
  },
  'operators’ page': Object.fromEntries(OF_NO_OPERATOR.map((caller) => [caller, 'not_signed_in'])),
};

/** What anybody may ask, beside what the account API declares public. */
const OPEN = new Set(['/', '/healthz', '/readyz', '/metrics', '/openapi.json']);

/** undefined: nobody has said who the route is for. */
function accessOf({ url, options: { config } }: RouteEntry): Access | undefined {
  if (url.startsWith('/account/')) return config?.role;
  if (url.startsWith('/api/v1/')) return 'API key';
  if (url.startsWith('/ops/queues')) return 'operators’ page';
  return OPEN.has(url) || url === '/docs' || url.startsWith('/docs/') ? 'open' : undefined;
}

const REFUSALS = new Set(Object.values(EXPECTED).flatMap((row) => Object.values(row)));

let api: TestApi;
let routes: readonly RouteEntry[];
let headers: Readonly<Record<CallerName, () => Promise<Record<string, string>>>>;

beforeAll(async () => {
  api = await createTestApi();
  const { db } = api;
  const acme = await createTestAccount(db, { client: { slug: 'acme' } });
  const other = await createTestAccount(db, { client: { slug: 'other' } });
  const closed = await createTestAccount(db, { client: { slug: 'closed' } });
  await db.prisma.client.update({ where: { id: closed.client_id }, data: { active: false } });
  // A session of its own for each request: one of them signs out.
  const person = async (role: 'member' | 'owner' | 'operator', client_id: number | null) => {
    const { email } = await aPerson(db, role, client_id);
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    return async () => ({ ...headersOf((await startSession(db, user, new Date())).token) });
  };
  const bearer = (secret: string) => async () => ({ authorization: `Bearer ${secret}` });
  const token = async (role: 'member' | 'owner', name: string = role) => {
    const made = await createAccountToken(db.prisma, acme.client_id, { name, role });
    return bearer(made.token);
  };
  const revoked = await createTestAccount(db, { client: { slug: 'revoked' } });
  await db.prisma.apiKey.updateMany({
    where: { client_id: revoked.client_id },
    data: { revoked_at: new Date() },
  });
  const endedToken = await token('owner', 'ended');
  await db.prisma.accountToken.updateMany({ where: { name: 'ended' }, data: { revoked_at: new Date() } });
  const member = await person('member', acme.client_id);
  const operator = await person('operator', null);
  headers = {
    nobody: async () => ({}),
    member,
    'member without CSRF token': async () => ({ ...(await member()), 'x-csrf-token': '' }),
    'member on another site': async () => ({ ...(await member()), 'sec-fetch-site': 'cross-site' }),
    owner: await person('owner', acme.client_id),
    'owner of another client': await person('owner', other.client_id),
    'owner of an inactive client': await person('owner', closed.client_id),
    'operator without a client': operator,
    'operator with a client': operator,
    'operator with an unknown client': operator,
    'token of a member': await token('member'),
    'token of an owner': await token('owner'),
    'token that is revoked': endedToken,
    'live API key': bearer(acme.keys.live),
    'test API key': bearer(acme.keys.test),
    'API key of another client': bearer(other.keys.test),
    'API key of an inactive client': bearer(closed.keys.live),
    'API key that is revoked': bearer(revoked.keys.live),
  };
  routes = api.app.routeTable.filter(({ method }) => method !== 'HEAD');
});
afterAll(() => api.close());

const CLIENT_NAMED: Readonly<Partial<Record<CallerName, string>>> = {
  'owner of another client': 'acme',
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
  return EXPECTED[access][caller];
}

async function codeOf(route: RouteEntry, caller: CallerName): Promise<string> {
  const response = await api.app.inject({
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

/** A caller with the right also gets it for data that does not exist, and for the session that a token does not have. */
function isOfThing({ url, options: { config } }: RouteEntry, caller: CallerName, code: string): boolean {
  if (code === 'not_found') return url.includes(':') || url.endsWith('*');
  return code === 'forbidden' && config?.role === 'signed_in' && caller.startsWith('token');
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
    for (const route of routes) {
      const access = accessOf(route)!;
      const place = `${route.method} ${route.url}`;
      const code = await codeOf(route, caller);
      const refusal = refusalOf(route, access, caller);
      expected.push(`${place}: ${refusal ?? 'ok'}`);
      const isAllowed = refusal === undefined && (!REFUSALS.has(code) || isOfThing(route, caller, code));
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
