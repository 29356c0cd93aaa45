import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOfClient, type RouteRole } from '../../../shared/accounts/access.ts';
import { createAccountToken } from '../../../shared/accounts/account-tokens.ts';
import { startSession } from '../../../shared/accounts/sessions.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import type { RouteEntry } from '../../plugins/route-table.ts';
import routeRoles from '../../routes/account/route-roles.ts';
import { createTestApi, type TestApi } from '../api.ts';
import { aPerson, headersOf } from './people.ts';

const CALLERS = [
  'nobody',
  'member',
  'owner',
  'other client’s owner',
  'operator without a client',
  'operator with a client',
  'token of a member',
  'token of an owner',
  'API key',
] as const;
type CallerName = (typeof CALLERS)[number];

/** What a caller is answered with: the error that refuses, or `ok` for what is not refused for its caller. */
const EXPECTED: Readonly<Record<RouteRole, Readonly<Partial<Record<CallerName, string>>>>> = {
  public: {},
  signed_in: { nobody: 'not_signed_in', 'API key': 'invalid_account_token' },
  member: {
    nobody: 'not_signed_in',
    'other client’s owner': 'not_found',
    'operator without a client': 'client_required',
    'API key': 'invalid_account_token',
  },
  owner: {
    nobody: 'not_signed_in',
    member: 'forbidden',
    'other client’s owner': 'not_found',
    'operator without a client': 'client_required',
    'token of a member': 'forbidden',
    'API key': 'invalid_account_token',
  },
  operator: {
    nobody: 'not_signed_in',
    member: 'forbidden',
    owner: 'forbidden',
    'other client’s owner': 'forbidden',
    'token of a member': 'forbidden',
    'token of an owner': 'forbidden',
    'API key': 'invalid_account_token',
  },
};

const REFUSALS = new Set(Object.values(EXPECTED).flatMap((row) => Object.values(row)));

let api: TestApi;
let routes: readonly RouteEntry[];
let headers: Readonly<Record<CallerName, () => Promise<Record<string, string>>>>;

beforeAll(async () => {
  api = await createTestApi();
  const { db } = api;
  const acme = await createTestAccount(db, { client: { slug: 'acme' } });
  const other = await createTestAccount(db, { client: { slug: 'other' } });
  // A session of its own for each request: one of them signs out.
  const person = async (role: 'member' | 'owner' | 'operator', client_id: number | null) => {
    const { email } = await aPerson(db, role, client_id);
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email } });
    return async () => headersOf(await startSession(db, user, new Date()));
  };
  const token = async (role: 'member' | 'owner') => {
    const made = await createAccountToken(db.prisma, acme.client_id, { name: role, role });
    return async () => ({ authorization: `Bearer ${made.token}` });
  };
  const operator = await person('operator', null);
  headers = {
    nobody: async () => ({}),
    member: await person('member', acme.client_id),
    owner: await person('owner', acme.client_id),
    'other client’s owner': await person('owner', other.client_id),
    'operator without a client': operator,
    'operator with a client': operator,
    'token of a member': await token('member'),
    'token of an owner': await token('owner'),
    'API key': async () => ({ authorization: `Bearer ${acme.keys.live}` }),
  };
  routes = api.app.routeTable.filter(({ url }) => url.startsWith('/account/v1/'));
});
afterAll(() => api.close());

const NAMES_CLIENT: ReadonlySet<CallerName> = new Set(['other client’s owner', 'operator with a client']);

function urlFor({ url, config }: RouteEntry, caller: CallerName): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => (name === 'email' ? 'no@example.com' : '999999'));
  const query = new URLSearchParams({
    ...(config?.ledger && { environment: 'test' }),
    ...(isOfClient(config!.role!) && NAMES_CLIENT.has(caller) && { client: 'acme' }),
  });
  return `${path}?${query}`;
}

async function codeOf(route: RouteEntry, caller: CallerName): Promise<string> {
  const isWrite = !['GET', 'HEAD', 'DELETE'].includes(route.method);
  const response = await api.app.inject({
    method: route.method as 'GET',
    url: urlFor(route, caller),
    headers: await headers[caller](),
    ...(isWrite && { payload: {} }),
  });
  const isJson = response.headers['content-type']?.toString().startsWith('application/json');
  return isJson ? (response.json()?.code ?? 'ok') : 'ok';
}

/** An allowed caller is told so, too, of what is not there, and of the session that a token has not. */
function isOfThing({ url, config }: RouteEntry, caller: CallerName, code: string): boolean {
  if (code === 'not_found') return url.includes(':');
  return code === 'forbidden' && config!.role === 'signed_in' && caller.startsWith('token');
}

describe('every route of the account API', () => {
  it('is found by this test, with its role', () => {
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter(({ config }) => config?.role === undefined)).toEqual([]);
  });

  it.each(CALLERS)('answers %s as its role says', async (caller) => {
    const answers: string[] = [];
    const expected: string[] = [];
    for (const route of routes.filter(({ method }) => method !== 'HEAD')) {
      const { role } = route.config!;
      const place = `${route.method} ${route.url}`;
      const code = await codeOf(route, caller);
      const refusal = EXPECTED[role!][caller];
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
