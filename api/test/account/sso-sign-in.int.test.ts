import { expect, it } from 'vitest';
import { proveDomain } from '../../../shared/account/sso-domains.ts';
import { openDatabase } from '../../../shared/db/database.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { openApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';
import {
  account,
  api,
  begin,
  call,
  comeBack,
  connect,
  connectedAccountForEachTest,
  domain,
  employee,
  owner,
  provider,
  signIn,
  visit,
  whoIs,
} from './with-provider.ts';

connectedAccountForEachTest();

it('lets in somebody new whom the account has invited, and knows them afterwards by issuer and sub', async () => {
  const { email, sub } = employee();
  expect((await signIn()).refused).toMatch(/^You are not invited to this account/);
  await call('POST', 'users', { email, role: 'viewer' });
  const { headers } = await signIn();
  expect(await whoIs(headers)).toMatchObject({ email, role: 'viewer', by_sso: true, needs_sso: false });
  provider.person = { sub, email: 'renamed@elsewhere.example' };
  expect(await whoIs((await signIn()).headers)).toMatchObject({ email, role: 'viewer' });
  const [session] = await api.db.prisma.session.findMany({ where: { user: { email } } });
  expect(session!.sso_refresh_token).toMatch(/^s1\./);
  expect(session!.expires_at.getTime() - session!.created_at.getTime()).toBe(8 * 3_600_000);
  // Another person of the provider with the same address is somebody else.
  provider.person = { sub: 'other', email, email_verified: true };
  expect((await signIn()).refused).toMatch(/^Your email address is linked with another user/);
  const { body: audit } = await call('GET', 'audit?action=session');
  expect(
    audit.entries.map(({ action, who }: { action: string; who: { name: string } }) => [action, who.name]),
  ).toEqual([
    // The second refusal within a minute is counted, and written with the next one.
    ['session.start', email],
    ['session.start', email],
    ['session.fail', 'service'],
  ]);
});

it('gives the role of a claim at every sign-in, and nobody a session without one', async () => {
  await connect({ role_claim: 'groups', roles: { bosses: 'owner', staff: 'member' } });
  const { email } = employee({ groups: ['all', 'staff'] });
  expect(await whoIs((await signIn()).headers)).toMatchObject({ email, role: 'member' });
  provider.person = { ...provider.person, groups: ['staff', 'bosses'] };
  expect(await whoIs((await signIn()).headers)).toMatchObject({ role: 'owner' });
  provider.person = { ...provider.person, groups: ['all'] };
  expect(await signIn()).toMatchObject({
    headers: null,
    refused: expect.stringMatching(/gives you no role/),
  });
  await connect({ role_claim: 'realm_access.roles' });
  provider.person = { ...provider.person, realm_access: { roles: ['viewer'] } };
  expect(await whoIs((await signIn()).headers)).toMatchObject({ role: 'viewer' });
  // The last owner stays one.
  provider.person = { ...provider.person, realm_access: { roles: ['owner'] } };
  await signIn();
  const other = (await call('GET', 'users')).body.users.find((user: Person) => user.email === owner.email);
  expect(other.role).toBe('owner');
  await api.db.prisma.membership.updateMany({
    where: { user: { email: owner.email } },
    data: { role: 'member' },
  });
  provider.person = { ...provider.person, realm_access: { roles: ['member'] } };
  expect(await whoIs((await signIn()).headers)).toMatchObject({ role: 'owner' });
});

it('links a member once, after their own sign-in, and nobody else', async () => {
  const { email } = employee();
  const member = await aPerson(api.db, 'member', account.client_id);
  await api.db.prisma.user.update({ where: { email: member.email }, data: { email } });
  expect((await signIn()).refused).toMatch(/^Your email address has a password here/);
  const link = () => visit('session/sso/link', { return_to: '/account' }, member.headers);
  provider.person = { ...provider.person, email: `other@${domain}` };
  expect((await link()).refused).toMatch(/at the provider as someone else/);
  provider.person = { ...provider.person, email, email_verified: false };
  expect((await link()).refused).toMatch(/email_verified/);
  provider.person = { ...provider.person, email_verified: true };
  const { headers } = await link();
  expect(await whoIs(headers)).toMatchObject({ email, role: 'member', by_sso: true });
  // The session with the password has become this one.
  expect((await call('GET', 'session', undefined, member.headers)).status).toBe(401);
  expect(await whoIs((await signIn()).headers)).toMatchObject({ email });
  expect((await call('GET', 'sso')).body.people).toEqual({ linked: 1, not_linked: 1 });
});

it('signs in no operator, nobody of another account, and opens no other account', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'member' });
  const { headers } = await signIn();
  // Who is in another account later gets there with a password alone.
  const other = await createTestAccount(api.db);
  const { id } = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
  await api.db.prisma.membership.create({ data: { user_id: id, client_id: other.client_id, role: 'owner' } });
  expect((await whoIs(headers)).accounts.map(({ slug }: TestAccount) => slug)).toEqual([account.slug]);
  expect((await call('GET', `api-keys?client=${other.slug}`, undefined, headers!)).status).toBe(404);
  for (const [role, client_id] of [
    ['operator', null],
    ['owner', other.client_id],
  ] as const) {
    const person = await aPerson(api.db, role, client_id);
    const victim = employee();
    await api.db.prisma.user.update({ where: { email: person.email }, data: { email: victim.email } });
    expect((await signIn()).refused).toMatch(
      /^This provider cannot sign in the user with your email address/,
    );
  }
});

it('a domain that is not proved, or that another account proved, leads to no provider of this one', async () => {
  const rival = await createTestAccount(api.db);
  const boss = await aPerson(api.db, 'owner', rival.client_id);
  const { issuer, client_id, client_secret } = provider;
  const claimed = ['unproved.example', domain];
  const sso = { issuer, client_id, client_secret, domains: claimed, break_glass_user: boss.email };
  expect((await call('PUT', 'sso', { sso }, boss.headers)).status).toBe(200);
  const none = await call('POST', 'session/sso', { email: 'a@unproved.example' }, {});
  expect(none).toMatchObject({ status: 404, body: { code: 'no_sso' } });
  // The rival's provider says that somebody of the proved domain is there.
  await proveDomain(api.db, { slug: rival.slug, who: COMMAND_LINE }, 'unproved.example');
  employee();
  expect((await visit('session/sso', { email: 'a@unproved.example' })).refused).toBe(
    `Your account has not verified the domain ${domain}.`,
  );
});

it('refuses an ID token whose claims, signature or times are not those of this sign-in', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'member' });
  const cases: readonly [claims: object, words: RegExp, header?: object][] = [
    [{ iss: 'https://other.example' }, /"iss"/],
    [{ aud: 'another' }, /"aud"/],
    [{ nonce: undefined }, /nonce/],
    [{ nonce: 'another' }, /nonce/],
    [{}, /alg/, { alg: 'none' }],
    [{}, /no applicable key/, { kid: 'another' }],
    [{ exp: later(-31) }, /expiration/],
    [{ nbf: later(40) }, /nbf/],
  ];
  for (const [more, words, head = {}] of cases) {
    provider.tamper = ({ header, claims }) => ({
      header: { ...header, ...head },
      claims: JSON.parse(JSON.stringify({ ...claims, ...more })),
    });
    const { headers, refused } = await signIn();
    expect([more, head, headers]).toEqual([more, head, null]);
    expect(refused).toMatch(/^The identity provider did not sign you in, or its answer is not valid/);
    expect(refused!.replaceAll('&#34;', '"')).toMatch(words);
  }
});

const later = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

it('takes clocks that differ a little, and keys that were changed', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'member' });
  provider.tamper = ({ header, claims }) => ({
    header,
    claims: { ...claims, nbf: later(20), exp: later(-20) },
  });
  expect((await signIn()).refused).toBeNull();
  provider.tamper = null;
  await provider.rotateKeys();
  expect(await whoIs((await signIn()).headers)).toMatchObject({ email });
});

it('takes an answer once, in the browser that asked, within ten minutes', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'member' });
  const { url, cookie } = await begin('session/sso', { email });
  const back = await provider.visit(url);
  const other = await begin('session/sso', { email });
  for (const [where, by] of [
    [back, other.cookie],
    [back, 'wrs_sso='],
    [back.replace(/state=[^&]+/, 'state=another'), cookie],
  ] as const)
    expect((await comeBack(where, by)).refused).toMatch(/^This sign-in was already used/);
  expect((await comeBack(back, cookie)).headers).not.toBeNull();
  expect((await comeBack(back, cookie)).refused).toMatch(/^This sign-in was already used/);
  // The provider's code has been used: it is refused with another visit, too.
  const code = new URL(back).searchParams.get('code')!;
  const again = await provider.visit(other.url);
  expect((await comeBack(again.replace(/code=[^&]+/, `code=${code}`), other.cookie)).refused).toMatch(
    /invalid_grant/,
  );
  const late = await begin('session/sso', { email });
  await api.db.prisma.ssoAttempt.updateMany({ data: { expires_at: new Date() } });
  expect((await comeBack(await provider.visit(late.url), late.cookie)).refused).toMatch(
    /longer than ten minutes/,
  );
});

it('of fifty who come back with an answer at once to two processes, one gets in', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'member' });
  const db = openDatabase(api.db.url, { secrets: api.db.secrets });
  const second = await openApi(db, { ssoAllowPrivate: true });
  const { url, cookie } = await begin('session/sso', { email });
  const back = await provider.visit(url);
  const tries = Array.from({ length: 50 }, (_, n) => comeBack(back, cookie, n % 2 === 0 ? api : second));
  const let_in = (await Promise.all(tries)).filter(({ headers }) => headers !== null);
  expect(let_in).toHaveLength(1);
  expect(await api.db.prisma.session.count({ where: { user: { email } } })).toBe(1);
  await second.close();
  await db.close();
});

it('confirms by showing at the provider again that it is them', async () => {
  const { email } = employee();
  await call('POST', 'users', { email, role: 'owner' });
  const { headers } = await signIn();
  const longAgo = { confirmed_at: new Date(0) };
  await api.db.prisma.session.updateMany({ where: { user: { email } }, data: longAgo });
  const invite = async () =>
    (await call('POST', 'users', { email: `x@${domain}`, role: 'viewer' }, headers!)).body.code ?? 'invited';
  expect(await invite()).toBe('confirm_again');
  const byPassword = await call('POST', 'session/confirm', { password: 'any' }, headers!);
  expect(byPassword).toMatchObject({ status: 403, body: { code: 'password_required' } });
  const confirm = () => visit('session/sso/confirm', {}, headers!);
  provider.tamper = ({ header, claims }) => ({ header, claims: { ...claims, auth_time: later(-3600) } });
  expect((await confirm()).refused).toMatch(/auth_time/);
  provider.tamper = null;
  const me = provider.person;
  employee();
  expect((await confirm()).refused).toMatch(/someone else/);
  provider.person = me;
  expect(await invite()).toBe('confirm_again');
  expect((await confirm()).refused).toBeNull();
  expect(await invite()).toBe('invited');
});

it('a test shows what the provider said, and signs nobody in', async () => {
  await connect({ role_claim: 'groups' });
  employee({ groups: ['member'], email_verified: false });
  const { headers } = await visit('sso/test', { return_to: '/sso' }, owner.headers);
  expect(headers).toBeNull();
  const { body } = await call('GET', 'sso');
  expect(body.last_test).toMatchObject({
    problem: expect.stringMatching(/email_verified/),
    claims: { iss: provider.issuer, sub: provider.person.sub, email_verified: false, groups: ['member'] },
    role: 'member',
  });
  provider.tamper = ({ header, claims }) => ({ header, claims: { ...claims, aud: 'another' } });
  await visit('sso/test', {}, owner.headers);
  expect((await call('GET', 'sso')).body.last_test).toMatchObject({
    problem: expect.any(String),
    claims: null,
  });
  await connect({ issuer: `${provider.issuer}/elsewhere`, client_secret: 'any' });
  const failed = await call('POST', 'sso/test', {});
  expect(failed).toMatchObject({ status: 502, body: { code: 'sso_provider' } });
  expect((await call('POST', 'sso/test', { return_to: '//elsewhere.example' })).status).toBe(422);
});
