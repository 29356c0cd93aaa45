import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { createKey } from '../../../shared/identity/keys.ts';
import { newResetToken } from '../../../shared/identity/passwords.ts';
import { resetSecondFactor, takeCode } from '../../../shared/identity/second-factor.ts';
import { PERSON } from '../../../shared/identity/sessions.ts';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { ask, createTestApi, openApi, type TestApi } from '../api.ts';
import { aPerson, enrol, PASSWORD } from './people.ts';

const api = await createTestApi();
afterAll(() => api.close());

const call = (
  headers: object,
  method: Parameters<typeof ask>[2],
  path: string,
  payload?: object,
  of: Pick<TestApi, 'app'> = api,
) => ask(of, headers, method, path.startsWith('/') ? path : `/account/v1/${path}`, payload);

const signIn = (email: string, code?: string) =>
  call({}, 'POST', 'session', { email, password: PASSWORD, ...(code !== undefined && { code }) });

it('asks for a code that works once, or for a recovery code that works once', async () => {
  const { client_id } = await createTestAccount(api.db);
  const person = await aPerson(api.db, 'member', client_id);
  const { email, headers } = person;
  const elsewhere = await call({}, 'POST', 'session', { email, password: PASSWORD });
  expect(elsewhere.body.user).toMatchObject({ second_factor: false, must_enrol: false });
  await call(headers, 'POST', 'second-factor');
  const wrong = await call(headers, 'POST', 'second-factor/confirm', { code: '000000' });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'code']);
  expect((await signIn(email)).status).toBe(200);
  const { codeOf, recovery: codes } = await enrol(api, person);
  expect(new Set(codes).size).toBe(10);
  expect((await call(headers, 'GET', 'sessions')).body.sessions).toHaveLength(1);
  expect((await call(headers, 'POST', 'second-factor')).status).toBe(409);
  const stored = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
  expect(stored.second_factor_secret).toMatch(/^s1\./);

  expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'second_factor_required' } });
  expect((await signIn(email, '000000')).body.code).toBe('second_factor_required');
  expect((await call({}, 'POST', 'session', { email, password: 'no', code: codes[0] })).body.code).toBe(
    'sign_in_failed',
  );
  const code = await codeOf(1);
  expect((await signIn(email, `${code.slice(0, 3)} ${code.slice(3)}`)).body.user.second_factor).toBe(true);
  expect((await signIn(email, code)).status).toBe(401);
  expect((await signIn(email, codes[0]!.toUpperCase())).status).toBe(200);
  expect((await signIn(email, codes[0])).status).toBe(401);
  expect((await call(headers, 'GET', 'second-factor')).body.recovery_codes_left).toBe(9);

  // A link to a new password leaves it on, if it was known before that the address is theirs.
  await api.db.prisma.user.update({ where: { email }, data: { email_proved_at: new Date() } });
  const token = await newResetToken(api.db, COMMAND_LINE, email);
  await call({}, 'POST', 'session/reset', { token, new_password: PASSWORD });
  expect((await signIn(email)).body.code).toBe('second_factor_required');
  const { rows } = await api.db.pool.query<{ action: string }>(
    'SELECT DISTINCT action FROM audit_entries WHERE actor = $1 ORDER BY 1',
    [email],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'password.change',
    'second_factor.add',
    'session.challenge',
    'session.fail',
    'session.start',
  ]);
});

it('counts a right password without a code as a try', async () => {
  const { client_id } = await createTestAccount(api.db);
  const person = await aPerson(api.db, 'member', client_id);
  const { recovery: codes } = await enrol(api, person);
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn(person.email)).status).toBe(401);
  expect((await signIn(person.email, codes[0])).status).toBe(429);
});

it('of fifty who send a code at once to two processes, one gets in', async () => {
  const { client_id } = await createTestAccount(api.db);
  const person = await aPerson(api.db, 'member', client_id);
  const { codeOf, recovery: codes } = await enrol(api, person);
  const where = { email: person.email };
  const known = await api.db.prisma.user.findUniqueOrThrow({ where, select: PERSON });
  const other = openDatabase(api.db.url, { secrets: api.db.secrets });
  for (const code of [await codeOf(1), codes[3]!]) {
    const tries = Array.from({ length: 50 }, (_, n) =>
      takeCode(n % 2 === 0 ? api.db : other, known, code, '192.0.2.1'),
    );
    expect((await Promise.all(tries)).filter((each) => each === 'right')).toHaveLength(1);
  }
  await other.close();
});

it('gets new recovery codes by a code, and the old ones end', async () => {
  const { client_id } = await createTestAccount(api.db);
  const person = await aPerson(api.db, 'member', client_id);
  const { headers, email } = person;
  const renew = (code: string) => call(headers, 'POST', 'second-factor/recovery-codes', { code });
  expect((await renew('none')).status).toBe(422);
  const { codeOf, recovery: codes } = await enrol(api, person);
  expect((await renew('000000')).body.errors[0].path).toBe('code');
  const fresh = (await renew(codes[0]!)).body.recovery_codes;
  expect(new Set([...fresh, ...codes]).size).toBe(20);
  expect((await call(headers, 'GET', 'second-factor')).body.recovery_codes_left).toBe(10);
  expect([(await signIn(email, codes[1])).status, (await signIn(email, fresh[1])).status]).toEqual([
    401, 200,
  ]);
  expect((await renew(await codeOf(1))).status).toBe(200);
  expect((await signIn(email, fresh[2])).status).toBe(401);
  const where = { action: 'second_factor.renew', actor: email, client_id };
  expect(await api.db.prisma.auditEntry.count({ where })).toBe(2);
  const longAgo = { confirmed_at: new Date(Date.now() - 16 * 60_000) };
  await api.db.prisma.session.updateMany({ where: { user: { email } }, data: longAgo });
  expect((await renew(fresh[3])).body.code).toBe('confirm_again');
});

it('is turned off, and a session confirmed, by a code', async () => {
  const { client_id } = await createTestAccount(api.db);
  const person = await aPerson(api.db, 'owner', client_id);
  const { headers, email } = person;
  const { recovery: codes } = await enrol(api, person);
  const longAgo = { confirmed_at: new Date(Date.now() - 16 * 60_000) };
  await api.db.prisma.session.updateMany({ where: { user: { email } }, data: longAgo });
  const turnOff = (code: string) => call(headers, 'DELETE', 'second-factor', { code });
  expect((await turnOff(codes[0]!)).body.code).toBe('confirm_again');
  const confirm = async (payload: object) => (await call(headers, 'POST', 'session/confirm', payload)).status;
  expect([await confirm({}), await confirm({ password: PASSWORD, code: codes[0] })]).toEqual([422, 422]);
  expect([await confirm({ code: 'none' }), await confirm({ code: codes[0] })]).toEqual([422, 204]);
  expect((await turnOff(codes[0]!)).status).toBe(422);
  expect((await turnOff(codes[1]!)).status).toBe(204);
  expect((await signIn(email)).status).toBe(200);
});

it('an account that requires one lets whoever has none only set one up', async () => {
  const { client_id, slug } = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const member = await aPerson(api.db, 'member', client_id);
  const require = (headers: Record<string, string>, isRequired: boolean) =>
    call(headers, 'PUT', 'account', { client: { slug, require_second_factor: isRequired } });
  const { secret: token } = await createKey(api.db.prisma, client_id, 'account_token', {
    name: 'ci',
    role: 'owner',
  });
  const byToken = { authorization: `Bearer ${token}` };
  expect((await require(byToken, true)).body.code).toBe('forbidden');
  const where = { user: { email: owner.email } };
  const longAgo = new Date(Date.now() - 16 * 60_000);
  await api.db.prisma.session.updateMany({ where, data: { confirmed_at: longAgo } });
  expect((await require(owner.headers, true)).body.code).toBe('confirm_again');
  await api.db.prisma.session.updateMany({ where, data: { confirmed_at: new Date() } });
  const changed = await require(owner.headers, true);
  expect(changed.body.changes).toEqual([{ path: 'client.require_second_factor', before: null, after: true }]);
  expect((await call(member.headers, 'GET', 'settings')).body.code).toBe('enrol_second_factor');
  expect((await call(member.headers, 'GET', 'session')).body.user).toMatchObject({
    must_enrol: true,
    accounts: [{ must_enrol: true }],
  });
  expect((await call(byToken, 'GET', 'settings')).status).toBe(200);
  await enrol(api, member);
  expect((await call(member.headers, 'GET', 'settings')).status).toBe(200);
  await enrol(api, owner);
  const { body } = await call(owner.headers, 'GET', 'users');
  expect(body).toMatchObject({ require_second_factor: true });
  expect((await call(owner.headers, 'PUT', 'account', changed.body.account)).body.changes).toEqual([]);
  expect((await require(owner.headers, false)).body.account.client).not.toHaveProperty(
    'require_second_factor',
  );
});

it('operators need one where the service says so, also for the queues', async () => {
  const strict = await openApi(api.db, { operatorSecondFactor: true });
  const operator = await aPerson(api.db, 'operator');
  const read = async (path: string) =>
    (await call(operator.headers, 'GET', path, undefined, strict)).body.code;
  const paths = ['clients', '/ops/queues/api/queues'];
  for (const path of paths) expect(await read(path)).toBe('enrol_second_factor');
  await enrol(api, operator);
  for (const path of paths) expect(await read(path)).toBeUndefined();
  await strict.close();
});

it('is reset by an owner, for a person of several accounts by an operator, and never by oneself', async () => {
  const { client_id, slug } = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const member = await aPerson(api.db, 'member', client_id);
  const operator = await aPerson(api.db, 'operator');
  const { email } = member;
  const { secret: token } = await createKey(api.db.prisma, client_id, 'account_token', {
    name: 'ci',
    role: 'owner',
  });
  const reset = async (of: string, headers: Record<string, string>, query = '') =>
    (await call(headers, 'DELETE', `users/${of}/second-factor${query}`)).status;
  expect(await reset(email, owner.headers)).toBe(404);
  for (const person of [owner, member]) await enrol(api, person);
  expect(await reset(email, member.headers)).toBe(403);
  expect(await reset(email, { authorization: `Bearer ${token}` })).toBe(403);
  expect(await reset(owner.email, owner.headers)).toBe(403);
  expect(await reset(email, owner.headers)).toBe(204);
  expect((await call(member.headers, 'GET', 'session')).status).toBe(401);
  expect((await signIn(email)).body.user.second_factor).toBe(false);
  const entry = { action: 'second_factor.reset', client_id, actor: owner.email, subject: `users/${email}` };
  expect(await api.db.prisma.auditEntry.count({ where: entry })).toBe(1);

  const elsewhere = await createTestAccount(api.db);
  const { id: user_id } = await api.db.prisma.user.findUniqueOrThrow({ where: { email: owner.email } });
  await api.db.prisma.membership.create({
    data: { user_id, client_id: elsewhere.client_id, role: 'member' },
  });
  const second = await aPerson(api.db, 'owner', client_id);
  expect(await reset(owner.email, second.headers)).toBe(403);
  expect(await reset(owner.email, operator.headers, `?client=${slug}`)).toBe(204);
  await enrol(api, operator);
  await resetSecondFactor(api.db, COMMAND_LINE, operator.email, null);
  expect((await signIn(operator.email)).status).toBe(200);
});

it('is asked of somebody who accepts an invitation with their password', async () => {
  const { client_id } = await createTestAccount(api.db);
  const other = await createTestAccount(api.db);
  const owner = await aPerson(api.db, 'owner', client_id);
  const guest = await aPerson(api.db, 'member', other.client_id);
  const { recovery: codes } = await enrol(api, guest);
  const { body } = await call(owner.headers, 'POST', 'users', { email: guest.email, role: 'viewer' });
  const token = body.invitation_url.split('#')[1];
  const accept = (more: object) =>
    call({}, 'POST', 'session/invitation', { token, password: PASSWORD, ...more });
  expect((await accept({})).body.code).toBe('second_factor_required');
  expect((await accept({ code: codes[0] })).body.user.accounts).toHaveLength(2);
});
