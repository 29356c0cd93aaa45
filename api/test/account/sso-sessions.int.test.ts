import type { AddressInfo } from 'node:net';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { proveDomain } from '../../../shared/account/sso-domains.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { type OpenIdProvider, openOpenIdProvider } from '../../../shared/testing/openid-provider.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { openApi, type TestApi } from '../api.ts';
import { aPerson, headersOf, PASSWORD, type Person } from './people.ts';

const CALLBACK = 'https://wrs.example/account/v1/session/sso/callback';
const HOUR_MS = 3_600_000;

let api: TestApi;
let provider: OpenIdProvider;
let account: TestAccount;
let owner: Person;
let domain: string;
beforeAll(async () => {
  provider = await openOpenIdProvider(CALLBACK);
  api = await openApi(await createTestDatabase(), {
    ssoAllowPrivate: true,
  });
});
afterAll(async () => {
  await api.close();
  await api.db.close();
  await provider.close();
});
beforeEach(async () => {
  account = await createTestAccount(api.db, {
    webhooks: [{ url: 'https://acme.example/hook', events: ['sso.break_glass'] }],
  });
  owner = await aPerson(api.db, 'owner', account.client_id);
  domain = `${account.slug}.example`;
  await connect(owner.headers);
  await proveDomain(api.db, { slug: account.slug, who: COMMAND_LINE }, domain);
});

type Headers = Record<string, string>;

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  headers: Headers,
  payload?: object,
) {
  const url = path.startsWith('/') ? path : `/account/v1/${path}`;
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, cookies: answer.cookies };
}

function connect(headers: Headers, more: object = {}) {
  const { issuer, client_id, client_secret } = provider;
  const sso = { issuer, client_id, client_secret, domains: [domain], break_glass_user: owner.email, ...more };
  return call('PUT', 'sso', headers, { sso });
}

/** Goes to the provider and back. Returns the headers of the session. */
async function visit(path: string, headers: Headers, payload: object): Promise<Headers> {
  const begun = await call('POST', path, headers, payload);
  const back = await provider.visit(begun.body.authorization_url);
  const cookie = `wrs_sso=${begun.cookies[0]!.value}`;
  const { cookies, body } = await call('GET', back.slice('https://wrs.example'.length), { cookie });
  const session = cookies.find(({ name }) => name === 'wrs_session');
  if (session === undefined) throw new Error(body);
  return headersOf(session.value);
}

let people = 0;
/** Somebody new of the account, who signs in by the provider. */
async function signedIn(role: string) {
  people += 1;
  const [sub, email] = [`someone-${people}`, `someone-${people}@${domain}`];
  provider.person = { sub, email, email_verified: true };
  expect((await call('POST', 'users', owner.headers, { email, role })).status).toBe(201);
  return { sub, email, headers: await visit('session/sso', {}, { email }) };
}

const isIn = async (headers: Headers) => (await call('GET', 'session', headers)).status === 200;
const sessionOf = (email: string) =>
  api.db.prisma.session.findFirstOrThrow({ where: { user: { email }, sso_identity_id: { not: null } } });

it('asks the provider again after an hour, and ends the session when it refuses', async () => {
  const { sub, email, headers } = await signedIn('member');
  const anHourLater = async (since = 61 * 60_000) => {
    const { id } = await sessionOf(email);
    const data = { sso_checked_at: new Date(Date.now() - since) };
    await api.db.prisma.session.update({ where: { id }, data });
  };
  const first = (await sessionOf(email)).sso_refresh_token;
  expect(await isIn(headers)).toBe(true);
  expect((await sessionOf(email)).sso_refresh_token).toBe(first);
  await anHourLater();
  // Several requests at once: one of them asks.
  expect(await Promise.all([1, 2, 3, 4].map(() => isIn(headers)))).toEqual([true, true, true, true]);
  const second = await sessionOf(email);
  expect(second.sso_refresh_token).not.toBe(first);
  expect(second.sso_checked_at!.getTime()).toBeGreaterThan(Date.now() - 60_000);
  // While it does not answer, nobody is thrown out. It is asked again soon.
  await anHourLater();
  provider.isDown = true;
  expect(await isIn(headers)).toBe(true);
  provider.isDown = false;
  const soon = (await sessionOf(email)).sso_checked_at!.getTime() + HOUR_MS - Date.now();
  expect(soon).toBeGreaterThan(0);
  expect(soon).toBeLessThan(120_000);
  await anHourLater();
  provider.forget(sub);
  expect(await isIn(headers)).toBe(false);
  const { body } = await call('GET', 'audit?action=session.end', owner.headers);
  expect(body.entries).toMatchObject([{ who: { kind: 'service' }, subject: `users/${email}` }]);
});

it('ends sessions within five seconds when the provider says that somebody has gone', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/account/v1/session/sso/logout`;
  const gone = await signedIn('member');
  const stays = await signedIn('member');
  const { sso_sid } = await sessionOf(gone.email);
  const begun = performance.now();
  await provider.signOut(gone.sub, sso_sid!, url);
  expect(await isIn(gone.headers)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(5000);
  expect(await isIn(stays.headers)).toBe(true);

  const claims = {
    ...{ iss: provider.issuer, aud: provider.client_id, sub: stays.sub, jti: 'any' },
    iat: Math.floor(Date.now() / 1000),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  };
  const header = { alg: 'RS256' };
  const send = async (more: object, head: object = header) => {
    const logout_token = await provider.sign({
      header: { ...header, ...head },
      claims: { ...claims, ...more },
    });
    return (await fetch(url, { method: 'POST', body: new URLSearchParams({ logout_token }) })).status;
  };
  expect(
    await Promise.all([
      send({ iss: 'https://other.example' }),
      send({ aud: 'another' }),
      send({ nonce: 'of an ID token' }),
      send({ events: {} }),
      send({ sub: undefined }),
      send({ iat: claims.iat - 200 }),
      send({}, { alg: 'none' }),
      fetch(url, { method: 'POST', body: new URLSearchParams() }).then(({ status }) => status),
    ]),
  ).toEqual(Array.from({ length: 8 }, () => 400));
  expect(await isIn(stays.headers)).toBe(true);
  expect(await send({})).toBe(204);
  expect(await isIn(stays.headers)).toBe(false);
});

it('an account that requires it has one way in by a password, which is told of', async () => {
  const boss = await signedIn('owner');
  const member = await aPerson(api.db, 'member', account.client_id);
  const linked = await signedIn('member');
  // By an owner who has signed in so, and with somebody who gets in otherwise.
  expect((await connect(owner.headers, { required: true })).status).toBe(403);
  await api.db.prisma.session.updateMany({ data: { confirmed_at: new Date() } });
  expect((await connect(boss.headers, { required: true })).body.errors).toMatchObject([
    { path: 'sso.break_glass_user', message: 'must have a second factor' },
  ]);
  const { body: seed } = await call('POST', 'second-factor', owner.headers);
  const secret = new URL(seed.otpauth_url).searchParams.get('secret')!;
  const code = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
  const enrolled = await call('POST', 'second-factor/confirm', owner.headers, { code: await code(0) });
  const [recovery_code] = enrolled.body.recovery_codes;
  expect((await connect(boss.headers, { required: true })).status).toBe(200);
  // Sessions by a password have ended.
  expect([await isIn(owner.headers), await isIn(boss.headers)]).toEqual([false, true]);

  const signIn = (email: string, more: object = {}) =>
    call('POST', 'session', {}, { email, password: PASSWORD, ...more });
  const password_hash = (await api.db.prisma.user.findUniqueOrThrow({ where: { email: member.email } }))
    .password_hash;
  await api.db.prisma.user.update({ where: { email: linked.email }, data: { password_hash } });
  expect(await signIn(linked.email)).toMatchObject({ status: 403, body: { code: 'sso_required' } });
  // Somebody who is not linked yet can do that, and nothing else.
  const unlinked = await signIn(member.email);
  expect(unlinked.body.user).toMatchObject({
    needs_sso: true,
    may_link_sso: true,
    accounts: [{ needs_sso: true }],
  });
  const theirs = headersOf(unlinked.cookies[0]!.value);
  expect((await call('GET', 'users', theirs)).body.code).toBe('sso_required');

  const broken = await signIn(owner.email, { code: await code(1) });
  expect(broken.body.user).toMatchObject({ needs_sso: false, role: 'owner' });
  const glass = headersOf(broken.cookies[0]!.value);
  expect((await call('GET', 'users', glass)).status).toBe(200);
  const { body: audit } = await call('GET', 'audit?action=session.break_glass', glass);
  expect(audit.entries).toMatchObject([{ who: { name: owner.email }, address: '127.0.0.1' }]);
  const deliveries = await api.db.prisma.webhookDelivery.findMany({
    where: { client_id: account.client_id },
  });
  expect(deliveries).toMatchObject([
    { type: 'sso.break_glass', data: { email: owner.email, address: '127.0.0.1' } },
  ]);
  // They stay an owner with a second factor.
  const demoted = await call('PATCH', `users/${owner.email}`, boss.headers, { role: 'member' });
  expect(demoted).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  const withoutFactor = await call('DELETE', 'second-factor', glass, { code: recovery_code });
  expect(withoutFactor).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  // Whoever mends the account takes it back.
  expect((await connect(glass, { required: false })).status).toBe(200);
  expect((await call('GET', 'users', theirs)).status).toBe(200);
});
