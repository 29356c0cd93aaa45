import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../shared/identity/keys.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { aPerson, type Person } from './account/people.ts';
import { createTestApi, type TestApi } from './api.ts';

// A browser that somebody has left gives nobody lasting access. The routes are those that the application has: a new one about
// keys, tokens, people, sign-on or second factors has to be given a request here, or the reason why it needs no confirmation.

let api: TestApi;
let acme: TestAccount;
let owner: Person;
let operator: Person;
/** A value for each parameter of a path, by the folder before it. */
let things: Readonly<Record<string, string | number>>;

beforeAll(async () => {
  api = await createTestApi();
  const { db } = api;
  acme = await createTestAccount(db, { client: { slug: 'acme' } });
  owner = await aPerson(db, 'owner', acme.client_id);
  operator = await aPerson(db, 'operator');
  const member = await aPerson(db, 'member', acme.client_id);
  await db.prisma.user.update({ where: { email: member.email }, data: { second_factor_at: new Date() } });
  const info = await createKey(db.prisma, acme.client_id, 'account_token', { name: 'ci', role: 'member' });
  const { id } = await db.prisma.accessKey.findFirstOrThrow({
    where: { client_id: acme.client_id, kind: 'api_key' },
  });
  things = {
    'api-keys': id,
    tokens: info.id,
    users: member.email,
    clients: 'acme',
    domains: 'acme.example',
    'sso-domains': 'acme.example',
  };
  const payload = { sso: sso('wrs') };
  const { headers } = owner;
  await api.app.inject({ method: 'PUT', url: '/account/v1/sso', headers, payload });
});
afterAll(() => api.close());

const ABOUT_ACCESS = /\/(?:api-keys|tokens|users|sso|sso-domains|second-factor)(?:\/|$)/;

const sso = (client_id: string) => ({
  issuer: 'https://provider.example',
  client_id,
  client_secret: 'secret',
  domains: ['acme.example'],
  break_glass_user: owner.email,
});
const WRONG_CODE = { code: '000000' };

/** A request for each route that needs a confirmation, in an order in which each finds what it needs. */
const BODIES: Readonly<Record<string, () => object>> = {
  'POST /account/v1/api-keys': () => ({ name: 'more', environment: 'live' }),
  'POST /account/v1/tokens': () => ({ name: 'more', role: 'owner' }),
  'POST /account/v1/tokens/:id/roll': () => ({}),
  'DELETE /account/v1/tokens/:id': () => ({}),
  'POST /account/v1/users': () => ({ email: 'more@example.com', role: 'owner' }),
  'PATCH /account/v1/users/:email': () => ({ role: 'owner' }),
  'DELETE /account/v1/users/:email/second-factor': () => ({}),
  'DELETE /account/v1/users/:email': () => ({}),
  'PUT /account/v1/sso': () => ({ sso: sso('another') }),
  'POST /account/v1/clients/:slug/sso-domains/:domain/prove': () => ({}),
  'DELETE /account/v1/sso': () => ({}),
  'POST /account/v1/second-factor': () => ({}),
  'POST /account/v1/second-factor/confirm': () => WRONG_CODE,
  'POST /account/v1/second-factor/recovery-codes': () => WRONG_CODE,
  'DELETE /account/v1/second-factor': () => WRONG_CODE,
  'POST /account/v1/api-keys/:id/roll': () => ({}),
  'DELETE /account/v1/api-keys/:id': () => ({}),
  'PUT /account/v1/account': () => ({ client: { slug: 'acme' }, api_keys: [] }),
};

const NEED_NONE: Readonly<Record<string, string>> = {
  'POST /account/v1/session/sso/confirm': 'is a confirmation',
  'POST /account/v1/session/sso/link': 'the provider asks who they are, and must know the same address',
  'POST /account/v1/sso/test': 'changes nothing',
  'POST /account/v1/sso/domains/:domain/check': 'asks DNS, which only the owner of the domain writes',
};

async function send(place: string): Promise<string> {
  const [method, url] = place.split(' ') as ['POST', string];
  const path = url.replace(/([\w-]+)\/:\w+/g, (_, folder: string) => `${folder}/${things[folder]}`);
  const { headers } = url.includes('/clients/') ? operator : owner;
  const body = BODIES[place]!();
  const payload = Object.keys(body).length > 0 || method !== ('DELETE' as string) ? { payload: body } : {};
  const answer = await api.app.inject({ method, url: path, headers, ...payload });
  return answer.statusCode < 300 ? 'done' : answer.json().code;
}

it('every change of keys, tokens, people, sign-on and second factors asks who has not confirmed lately, and is done then', async () => {
  const routes = api.app.routeTable
    .filter(
      ({ method, url, options: { config } }) =>
        !/GET|HEAD/.test(method) && url.startsWith('/account/v1/') && config?.role !== 'public',
    )
    .map(({ method, url }) => `${method} ${url}`)
    .filter((place) => ABOUT_ACCESS.test(place) && !(place in NEED_NONE));
  expect(['PUT /account/v1/account', ...routes].toSorted()).toEqual(Object.keys(BODIES).toSorted());

  const confirmed = (minutesAgo: number) =>
    api.db.prisma.session.updateMany({ data: { confirmed_at: new Date(Date.now() - minutesAgo * 60_000) } });
  const outcomes = async () => {
    const found: Record<string, string> = {};
    for (const place of Object.keys(BODIES)) found[place] = await send(place);
    return found;
  };
  const all = (outcome: (place: string) => string) =>
    Object.fromEntries(Object.keys(BODIES).map((place) => [place, outcome(place)]));
  await confirmed(16);
  expect(await outcomes()).toEqual(all(() => 'confirm_again'));
  await confirmed(14);
  const isRefused = (place: string) => BODIES[place]!() === WRONG_CODE;
  expect(await outcomes()).toEqual(all((place) => (isRefused(place) ? 'validation_failed' : 'done')));
});
