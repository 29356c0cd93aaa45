import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { aPerson, enrol, headersOf, PASSWORD } from './people.ts';
import {
  account,
  api,
  call,
  connect,
  connectedAccountForEachTest,
  employee,
  type Headers,
  owner,
  provider,
  visit,
} from './with-provider.ts';

const HOUR_MS = 3_600_000;

connectedAccountForEachTest({
  webhooks: [{ url: 'https://acme.example/hook', events: ['sso.break_glass'] }],
});

/** Somebody new of the account, who signs in by the provider. */
async function signedIn(role: string) {
  const { sub, email } = employee();
  expect((await call('POST', 'users', { email, role })).status).toBe(201);
  const { headers } = await visit('session/sso', { email });
  return { sub, email, headers: headers! };
}

const isIn = async (headers: Headers) => (await call('GET', 'session', undefined, headers)).status === 200;
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
  const { body } = await call('GET', 'audit?action=session.end');
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
  expect((await connect({ required: true })).status).toBe(403);
  await api.db.prisma.session.updateMany({ data: { confirmed_at: new Date() } });
  expect((await connect({ required: true }, boss.headers)).body.errors).toMatchObject([
    { path: 'sso.break_glass_user', message: 'must have a second factor' },
  ]);
  const { codeOf, recovery } = await enrol(api, owner);
  expect((await connect({ required: true }, boss.headers)).status).toBe(200);
  // Sessions by a password have ended.
  expect([await isIn(owner.headers), await isIn(boss.headers)]).toEqual([false, true]);

  const signIn = (email: string, more: object = {}) =>
    call('POST', 'session', { email, password: PASSWORD, ...more }, {});
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
  expect((await call('GET', 'users', undefined, theirs)).body.code).toBe('sso_required');

  const broken = await signIn(owner.email, { code: await codeOf(1) });
  expect(broken.body.user).toMatchObject({ needs_sso: false, role: 'owner' });
  const glass = headersOf(broken.cookies[0]!.value);
  expect((await call('GET', 'users', undefined, glass)).status).toBe(200);
  const { body: audit } = await call('GET', 'audit?action=session.break_glass', undefined, glass);
  expect(audit.entries).toMatchObject([{ who: { name: owner.email }, address: '127.0.0.1' }]);
  const deliveries = await api.db.prisma.webhookDelivery.findMany({
    where: { client_id: account.client_id },
  });
  expect(deliveries).toMatchObject([
    { type: 'sso.break_glass', data: { email: owner.email, address: '127.0.0.1' } },
  ]);
  // They stay an owner with a second factor.
  const demoted = await call('PATCH', `users/${owner.email}`, { role: 'member' }, boss.headers);
  expect(demoted).toMatchObject({ status: 409, body: { code: 'last_owner' } });
  const withoutFactor = await call('DELETE', 'second-factor', { code: recovery[0] }, glass);
  expect(withoutFactor).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  // Whoever mends the account takes it back.
  expect((await connect({ required: false }, glass)).status).toBe(200);
  expect((await call('GET', 'users', undefined, theirs)).status).toBe(200);
});
