import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { newForgottenToken, newResetToken } from '../../../shared/identity/passwords.ts';
import { startSession } from '../../../shared/identity/sessions.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { ask } from '../api.ts';
import { account, api, ownedAccountForEachTest, owner } from './owned-account.ts';
import { aPerson, enrol, headersOf, PASSWORD, type Person } from './people.ts';

ownedAccountForEachTest();
/** Another owner, who has made a token and an invitation. */
let maker: Person;
let token: { readonly authorization: string };
beforeEach(async () => {
  maker = await aPerson(api.db, 'owner', account.client_id);
  const made = await call(maker, 'POST', 'tokens', { name: 'ci', role: 'owner' });
  token = { authorization: `Bearer ${made.body.token}` };
});

const call = (by: Person | object, method: Parameters<typeof ask>[2], path: string, payload?: object) =>
  ask(api, 'headers' in by ? (by as Person).headers : by, method, `/account/v1/${path}`, payload);

const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body?.code];
const isOpen = async (link: string) =>
  (await call({}, 'POST', 'session/link', { token: link, kind: 'invitation' })).status === 200;
const invite = async (email: string) =>
  (await call(maker, 'POST', 'users', { email, role: 'owner' })).body.invitation_url.split('#')[1] as string;

describe('what somebody gave', () => {
  it('a token acts with the lower of its role and the present one of who made it', async () => {
    const rights = async () => [
      (await call(token, 'GET', 'session')).body.token.role,
      (await call(token, 'POST', 'api-keys', { name: `key ${Math.random()}`, environment: 'test' })).status,
      (await call(token, 'PATCH', 'settings', { partial_shipment: 'warn' })).status,
      (await call(token, 'GET', 'warehouses')).status,
    ];
    expect(await rights()).toEqual(['owner', 201, 200, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'member' });
    expect(await rights()).toEqual(['member', 403, 403, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'viewer' });
    expect(await rights()).toEqual(['viewer', 403, 403, 200]);
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'owner' });
    expect(await rights()).toEqual(['owner', 201, 200, 200]);
  });

  it('a token ends with the removal of who made it, also if they come back', async () => {
    await call(owner, 'DELETE', `users/${maker.email}`);
    expect(outcome(await call(token, 'GET', 'session'))).toEqual([401, 'invalid_account_token']);
    const link = (await call(owner, 'POST', 'users', { email: maker.email, role: 'owner' })).body;
    const back = { token: link.invitation_url.split('#')[1], password: PASSWORD };
    expect((await call({}, 'POST', 'session/invitation', back)).status).toBe(200);
    expect(outcome(await call(token, 'GET', 'session'))).toEqual([401, 'invalid_account_token']);
  });

  it('an invitation is withdrawn when who sent it is removed or made less than an owner', async () => {
    const first = await invite('back@door.example');
    await call(owner, 'DELETE', `users/${maker.email}`);
    expect(await isOpen(first)).toBe(false);
    maker = await aPerson(api.db, 'owner', account.client_id);
    const second = await invite('back@door.example');
    await call(owner, 'PATCH', `users/${maker.email}`, { role: 'member' });
    expect(await isOpen(second)).toBe(false);
  });

  it('an account file that removes who invited, and lists who is invited, invites them again', async () => {
    const email = 'wanted@invited.example';
    const link = await invite(email);
    const file = (await call(owner, 'GET', 'account')).body;
    const users = file.users.filter((each: { email: string }) => each.email !== maker.email);
    expect((await call(owner, 'PUT', 'account', { client: file.client, users })).status).toBe(200);
    expect(await isOpen(link)).toBe(false);
    const { invitations } = (await call(owner, 'GET', 'users')).body;
    expect(invitations).toMatchObject([{ email, created_by: owner.email }]);
  });
});

describe('the end of a key or token', () => {
  it.each(['api-keys', 'tokens'])(
    '%s: must not be past, and what has expired gets no new secret',
    async (path) => {
      const wanted = path === 'tokens' ? { name: 'x', role: 'owner' } : { name: 'x', environment: 'test' };
      const past = await call(owner, 'POST', path, { ...wanted, expires_at: '2020-01-01T00:00:00Z' });
      expect([past.status, past.body.errors]).toEqual([
        422,
        [{ path: 'expires_at', message: 'must be in the future' }],
      ]);
      const { id } = (await call(owner, 'POST', path, wanted)).body;
      const kind = path === 'tokens' ? 'account_token' : 'api_key';
      await api.db.pool.query(
        'UPDATE access_keys SET expires_at = now() WHERE kind = $1::key_kind AND id = $2',
        [kind, id],
      );
      expect(outcome(await call(owner, 'POST', `${path}/${id}/roll`, {}))).toEqual([409, 'key_expired']);
    },
  );

  it('of an account file may stay past, and not be set so', async () => {
    await api.db.pool.query(
      `UPDATE access_keys SET expires_at = '2020-01-01T00:00:00Z' WHERE client_id = $1 AND environment = 'test'`,
      [account.client_id],
    );
    const file = (await call(owner, 'GET', 'account')).body;
    expect((await call(owner, 'PUT', 'account', file)).status).toBe(200);
    const api_keys = file.api_keys.map((key: object) => ({ ...key, expires_at: '2021-01-01T00:00:00Z' }));
    const refused = await call(owner, 'PUT', 'account', { ...file, api_keys });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'api_keys[0].expires_at']);
  });
});

const signIn = (email: string, more: object = {}) =>
  call({}, 'POST', 'session', { email, password: PASSWORD, ...more });
const reset = (link: string) =>
  call({}, 'POST', 'session/reset', { token: link, new_password: `${PASSWORD} again` });
const hasFactor = async ({ email }: Person) =>
  (await api.db.prisma.user.findUniqueOrThrow({ where: { email } })).second_factor_at !== null;

describe('a session by the provider of an account', () => {
  it('lists, ends and changes nothing of the person elsewhere', async () => {
    const other = await createTestAccount(api.db);
    const { id: user_id } = await api.db.prisma.user.findUniqueOrThrow({ where: { email: maker.email } });
    const client_id = account.client_id;
    await api.db.prisma.membership.create({ data: { user_id, client_id: other.client_id, role: 'owner' } });
    const identity = { user_id, client_id, issuer: 'https://login.example.com', sub: 'x' };
    const { id: identity_id } = await api.db.prisma.ssoIdentity.create({ data: identity });
    const sso = { identity_id, refresh_token: null, claims: { auth_time: Math.floor(Date.now() / 1000) } };
    const seen = { address: null, browser: null };
    const { token } = await startSession(api.db, { id: user_id }, new Date(), seen, sso);
    const by = { headers: headersOf(token) };
    const listed = (await call(by, 'GET', 'sessions')).body.sessions;
    expect(listed).toMatchObject([{ is_current: true }]);
    const elsewhere = (await call(maker, 'GET', 'sessions')).body.sessions;
    const { id } = elsewhere.find((each: { is_current: boolean }) => each.is_current);
    expect(outcome(await call(by, 'DELETE', `sessions/${id}`))).toEqual([404, 'not_found']);
    for (const [method, path, payload] of [
      ['GET', 'second-factor', undefined],
      ['POST', 'second-factor', undefined],
      ['POST', 'second-factor/confirm', { code: '000000' }],
      ['DELETE', 'second-factor', { code: '000000' }],
      ['PUT', 'session/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` }],
      ['POST', 'session/confirm', { password: PASSWORD }],
    ] as const)
      expect([path, ...outcome(await call(by, method, path, payload))]).toEqual([
        path,
        403,
        'password_required',
      ]);
    expect((await call(by, 'DELETE', 'sessions')).status).toBe(204);
    expect((await call(by, 'GET', 'session')).status).toBe(401);
    expect((await call(maker, 'GET', 'session')).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('of an address that nobody proved ends with a mailed link, or by the command; a proved one stays', async () => {
    await enrol(api, maker);
    const mailed = await newForgottenToken(api.db, maker.email, '192.0.2.1');
    expect(await hasFactor(maker)).toBe(true);
    expect((await reset(mailed!)).status).toBe(204);
    expect(await hasFactor(maker)).toBe(false);
    // From now on it is known that the address is theirs.
    const again = await signIn(maker.email, { password: `${PASSWORD} again` });
    expect(again.status).toBe(200);
    await api.db.prisma.user.updateMany({
      where: { email: maker.email },
      data: { second_factor_at: new Date() },
    });
    expect((await reset(await newResetToken(api.db, COMMAND_LINE, maker.email))).status).toBe(204);
    expect(await hasFactor(maker)).toBe(true);
    await enrol(api, owner);
    await newResetToken(api.db, COMMAND_LINE, owner.email);
    expect(await hasFactor(owner)).toBe(false);
  });

  it('is locked for an hour by ten wrong codes after the right password, but for recovery codes and open sessions', async () => {
    const { codeOf, recovery } = await enrol(api, maker);
    const wrong = async () => outcome(await signIn(maker.email, { code: '000000' }));
    const { id } = await api.db.prisma.user.findUniqueOrThrow({ where: { email: maker.email } });
    // Some in a row, as if from several networks.
    await api.db.prisma.user.update({ where: { id }, data: { wrong_codes: 7 } });
    for (let n = 0; n < 3; n += 1) expect(await wrong()).toEqual([401, 'second_factor_required']);
    const locked = await signIn(maker.email, { code: await codeOf(1) });
    expect([locked.status, locked.body.detail]).toEqual([
      401,
      'Too many wrong codes: for an hour only a recovery code works.',
    ]);
    expect((await call(maker, 'GET', 'session')).status).toBe(200);
    const { entries } = (await call(owner, 'GET', 'audit?action=second_factor.lock')).body;
    expect(entries).toMatchObject([
      { subject: `users/${maker.email}`, changes: [{ path: 'password', after: 'was right' }] },
    ]);
    expect((await signIn(maker.email, { code: recovery[0]! })).status).toBe(200);
    expect((await signIn(maker.email, { code: await codeOf(1) })).status).toBe(200);
  });
});
