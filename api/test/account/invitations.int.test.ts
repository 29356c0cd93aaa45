import { expect, it } from 'vitest';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { newResetToken } from '../../../shared/identity/passwords.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { ask } from '../api.ts';
import { account, api, ownedAccountForEachTest, owner } from './owned-account.ts';
import { aPerson, PASSWORD } from './people.ts';

ownedAccountForEachTest();

const call = (
  method: Parameters<typeof ask>[2],
  path: string,
  payload?: object,
  headers: object = owner.headers,
) => ask(api, headers, method, `/account/v1/${path}`, payload);

const publicly = (path: string, payload: object) => call('POST', path, payload, {});

/** The token of a link. */
const tokenOf = (url: string) => /^https:\/\/wrs\.example\/\w+#([\w-]{43})$/.exec(url)![1]!;

async function invited(email: string, role = 'member'): Promise<string> {
  const { status, body } = await call('POST', 'users', { email, role });
  expect(status).toBe(201);
  return tokenOf(body.invitation_url);
}

it('makes somebody who is new a member, once, by a password that they choose', async () => {
  const email = 'new@invited.example';
  const token = await invited(email, 'viewer');
  const { body: list } = await call('GET', 'users');
  expect(list).toMatchObject({
    can_invite: true,
    invitations: [{ email, role: 'viewer', created_by: owner.email }],
  });
  expect(JSON.stringify(list)).not.toContain(token);
  const link = await publicly('session/link', { token, kind: 'invitation' });
  expect(link.body).toEqual({ kind: 'invitation', email, role: 'viewer', client: account.slug });
  expect((await publicly('session/invitation', { token })).status).toBe(422);
  expect((await publicly('session/invitation', { token, password: 'password' })).status).toBe(422);
  const accepted = await publicly('session/invitation', { token, password: PASSWORD });
  expect(accepted.body.user).toMatchObject({ email, role: 'viewer', client: { slug: account.slug } });
  expect(await publicly('session/invitation', { token, password: PASSWORD })).toMatchObject({
    status: 404,
    body: { code: 'link_ended' },
  });
  const { body } = await call('GET', 'audit?action=users');
  expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
    'users.accept',
    'users.invite',
  ]);
  expect(body.entries[0].changes.map(({ path }: { path: string }) => path)).toEqual([
    `invitations[${email}]`,
  ]);
});

it('answers the same for somebody who has another account, and they join with their own password', async () => {
  const other = await createTestAccount(api.db);
  const { email, headers } = await aPerson(api.db, 'owner', other.client_id);
  const sent = [await call('POST', 'users', { email, role: 'member' })];
  sent.push(await call('POST', 'users', { email: 'nobody@invited.example', role: 'member' }));
  const shapes = sent.map(({ status, body }) => [status, Object.keys(body), body.role, body.created_by]);
  expect(shapes[0]).toEqual(shapes[1]);
  const token = tokenOf(sent[0]!.body.invitation_url);
  expect((await publicly('session/invitation', { token, password: 'another password' })).status).toBe(401);
  const joined = await call('POST', 'session/invitation', { token }, headers);
  expect(joined.body.user.accounts).toHaveLength(2);
  expect(await call('DELETE', `users/${email}`)).toMatchObject({ status: 204 });
  expect((await call('GET', 'users', undefined, headers)).body.users).toMatchObject([
    { email, role: 'owner' },
  ]);
});

it('ends with its time, by a newer one, by being withdrawn, and with the list of an account file', async () => {
  const email = 'ends@invited.example';
  const first = await invited(email);
  const second = await invited(email);
  const isOpen = async (token: string) =>
    (await publicly('session/link', { token, kind: 'invitation' })).status === 200;
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
  await api.db.pool.query(`UPDATE links SET expires_at = now() WHERE email = $1`, [email]);
  expect(await isOpen(second)).toBe(false);
  const third = await invited(email);
  await call('DELETE', `users/${email}`);
  expect(await isOpen(third)).toBe(false);
  const me = { email: owner.email, role: 'owner' };
  const put = async (users: object[]) => call('PUT', 'account', { client: { slug: account.slug }, users });
  const applied = await put([me, { email, role: 'member' }]);
  const fourth = tokenOf(applied.body.users[0].invitation_url);
  expect((await put([me, { email, role: 'member' }])).body).not.toHaveProperty('users');
  expect((await call('PUT', 'account', (await call('GET', 'account')).body)).body.changes).toEqual([]);
  expect(await isOpen(fourth)).toBe(true);
  const withPassword = await put([me, { email, role: 'member', password: PASSWORD }]);
  expect([withPassword.status, withPassword.body.errors[0].path]).toEqual([422, 'users[1].password']);
  await put([me]);
  expect(await isOpen(fourth)).toBe(false);
});

it('a viewer reads what a member reads, and changes nothing', async () => {
  const viewer = await aPerson(api.db, 'viewer', account.client_id);
  expect((await call('GET', 'users', undefined, viewer.headers)).status).toBe(200);
  const tries = await Promise.all([
    call('POST', 'runs/1/cancel?environment=test', {}, viewer.headers),
    call('PATCH', 'settings', {}, viewer.headers),
    call('POST', 'users', { email: 'more@invited.example', role: 'viewer' }, viewer.headers),
  ]);
  expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
});

it('a reset link sets a new password once, and ends all sessions', async () => {
  const token = await newResetToken(api.db, COMMAND_LINE, owner.email);
  expect((await publicly('session/link', { token, kind: 'reset' })).body.email).toBe(owner.email);
  const new_password = 'a new password';
  expect((await publicly('session/reset', { token, new_password })).status).toBe(204);
  expect((await publicly('session/reset', { token, new_password })).status).toBe(404);
  expect((await call('GET', 'session')).status).toBe(401);
  const signIn = async (password: string) =>
    (await publicly('session', { email: owner.email, password })).status;
  expect([await signIn(PASSWORD), await signIn(new_password)]).toEqual([401, 200]);
});
