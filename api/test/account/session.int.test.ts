import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestAccount } from '../../../shared/testing/test-account.ts';
import { openApi, sharedApi } from '../api.ts';
import { aPerson, PASSWORD } from './people.ts';

const SESSION = '/account/v1/session';
const OF_ACME = { slug: 'acme', name: 'Acme', role: 'owner', must_enrol: false, needs_sso: false };

const api = await sharedApi();
const account = await createTestAccount(api.db, { client: { slug: 'acme', name: 'Acme' } });

const signIn = (payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url: SESSION, payload, headers });
const whoAmI = (headers: Record<string, string>) => api.app.inject({ url: SESSION, headers });
const cookieOf = (response: Awaited<ReturnType<typeof signIn>>) =>
  String(response.headers['set-cookie']).split(';')[0]!;

describe('signing in', () => {
  it('answers who it is and the CSRF token, and sets a cookie that scripts and other sites do not get', async () => {
    const { email } = await aPerson(api.db, 'owner', account.client_id);
    const response = await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(response.json()).toEqual({
      user: {
        email,
        role: 'owner',
        client: { slug: 'acme', name: 'Acme' },
        accounts: [OF_ACME],
        second_factor: false,
        must_enrol: false,
        needs_sso: false,
        by_sso: false,
        may_link_sso: false,
      },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(String(response.headers['set-cookie'])).toMatch(
      /^wrs_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const who = await whoAmI({ cookie: cookieOf(response) });
    expect(who.json()).toEqual({ ...response.json(), token: null });
  });

  it('of a person of two accounts works on the one that each request names, with their role there', async () => {
    const { email, headers } = await aPerson(api.db, 'owner', account.client_id);
    const other = await createTestAccount(api.db);
    const user = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
    const { id } = await api.db.prisma.membership.create({
      data: { user_id: user.id, client_id: other.client_id, role: 'member' },
    });
    const call = async (method: 'GET' | 'PATCH', path: string) => {
      const answer = await api.app.inject({
        method,
        url: `/account/v1/${path}`,
        headers,
        ...(method === 'PATCH' && { payload: {} }),
      });
      return [answer.statusCode, answer.json().code ?? answer.json().user?.role];
    };
    const { accounts } = (await whoAmI(headers)).json().user;
    expect(accounts.map(({ slug, role }: typeof OF_ACME) => [slug, role])).toEqual([
      ['acme', 'owner'],
      [other.slug, 'member'],
    ]);
    expect(await call('GET', 'session')).toEqual([200, null]);
    expect(await call('GET', `session?client=${other.slug}`)).toEqual([200, 'member']);
    expect(await call('GET', 'session?client=elsewhere')).toEqual([404, 'not_found']);
    expect(await call('GET', 'users')).toEqual([400, 'client_required']);
    expect(await call('GET', 'users?client=elsewhere')).toEqual([404, 'not_found']);
    expect(await call('PATCH', 'settings?client=acme')).toEqual([200, undefined]);
    expect(await call('PATCH', `settings?client=${other.slug}`)).toEqual([403, 'forbidden']);
    await api.db.prisma.membership.delete({ where: { id } });
    expect(await call('GET', `users?client=${other.slug}`)).toEqual([404, 'not_found']);
    expect(await call('GET', 'session')).toEqual([200, 'owner']);
  });

  it('is in the audit log of the account, with failures and the sign-out; of an unknown address the service keeps no word', async () => {
    const { email } = await aPerson(api.db, 'member', account.client_id);
    const entries = (where: object) => api.db.prisma.auditEntry.findMany({ where, orderBy: { id: 'asc' } });
    const before = (await entries({ client_id: null, action: 'session.fail' })).length;
    await signIn({ email, password: 'wrong' });
    await signIn({ email: 'my password', password: 'wrong' });
    const started = await signIn({ email, password: PASSWORD });
    await api.app.inject({
      method: 'DELETE',
      url: SESSION,
      headers: { cookie: cookieOf(started), 'x-csrf-token': started.json().csrf_token },
    });
    const address = '127.0.0.1';
    const subject = `users/${email}`;
    const session_id = expect.any(Number);
    expect(await entries({ actor: email })).toMatchObject(
      [
        { action: 'session.fail', session_id: null },
        { action: 'session.start', session_id },
        { action: 'session.end', session_id },
      ].map((entry) => ({ client_id: account.client_id, subject, address, ...entry })),
    );
    const ofNobody = (await entries({ client_id: null, action: 'session.fail' })).slice(before);
    expect(ofNobody).toMatchObject([{ actor: 'service', subject: 'session', address }]);
  });

  it('refuses a wrong password and an unknown address with the same words, and counts them', async () => {
    const { email } = await aPerson(api.db, 'member', account.client_id);
    const wrong = await signIn({ email, password: 'wrong' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'sign_in_failed']);
    expect((await signIn({ email: 'nobody@example.com', password: 'wrong' })).json()).toEqual(wrong.json());
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn({ email, password: 'wrong' });
    expect((await signIn({ email, password: PASSWORD })).statusCode).toBe(429);
  });

  it('logs whose account a failure was for, and nothing else that was sent', async () => {
    const { email } = await aPerson(api.db, 'member', account.client_id);
    const lines: object[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const logged = await openApi(api.db, { logger });
    onTestFinished(() => logged.close());
    for (const sent of [email, 'typed-by-mistake']) {
      await logged.app.inject({
        method: 'POST',
        url: SESSION,
        payload: { email: sent, password: 'wrong one' },
      });
    }
    expect(lines).toMatchObject([{ account: email }, { account: null }]);
    expect(JSON.stringify(lines)).not.toMatch(/typed-by-mistake|wrong one/);
  });
});

describe('a session', () => {
  it('changes nothing without its CSRF token', async () => {
    const { headers } = await aPerson(api.db, 'owner', account.client_id);
    const other = await aPerson(api.db, 'owner', account.client_id);
    const signOut = (sent: Record<string, string>) =>
      api.app.inject({ method: 'DELETE', url: SESSION, headers: { cookie: headers.cookie, ...sent } });
    for (const sent of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': other.headers['x-csrf-token'] }]) {
      const response = await signOut(sent);
      expect([response.statusCode, response.json().code]).toEqual([403, 'csrf_token']);
    }
    expect((await whoAmI(headers)).statusCode).toBe(200);
    expect((await signOut({ 'x-csrf-token': headers['x-csrf-token'] })).statusCode).toBe(204);
    expect((await whoAmI(headers)).json()).toEqual({
      detail: 'Sign in first, or send an account token: Authorization: Bearer wrs_account_….',
      code: 'not_signed_in',
    });
  });

  it('is ended, with all others of the person, by a new password, and a new one begins', async () => {
    const person = await aPerson(api.db, 'member', account.client_id);
    const change = (payload: object) =>
      api.app.inject({ method: 'PUT', url: `${SESSION}/password`, headers: person.headers, payload });
    const wrong = await change({ current_password: 'wrong', new_password: 'another one' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      [{ path: 'current_password', message: 'is not your current password' }],
    ]);
    const changed = await change({ current_password: PASSWORD, new_password: 'another one' });
    expect(changed.statusCode).toBe(200);
    expect((await whoAmI(person.headers)).statusCode).toBe(401);
    expect((await whoAmI({ cookie: cookieOf(changed) })).statusCode).toBe(200);
    expect((await signIn({ email: person.email, password: PASSWORD })).statusCode).toBe(401);
    expect((await signIn({ email: person.email, password: 'another one' })).statusCode).toBe(200);
  });
});

describe('unknown things', () => {
  it('a query parameter that is not known is named with the known ones', async () => {
    const { headers } = await aPerson(api.db, 'owner', account.client_id);
    const response = await api.app.inject({ url: `${SESSION}?colour=red`, headers });
    expect([response.statusCode, response.json().code]).toEqual([400, 'unknown_query_parameter']);
    expect(response.json().detail).toContain('colour');
  });
});

it('a person confirms by their password', async () => {
  const owner = await aPerson(api.db, 'owner', account.client_id);
  const { email, headers } = owner;
  const post = async (path: string, payload: object) =>
    (await api.app.inject({ method: 'POST', url: `/account/v1/${path}`, headers, payload })).statusCode;
  const where = { user: { email } };
  await api.db.prisma.session.updateMany({
    where,
    data: { confirmed_at: new Date(Date.now() - 16 * 60_000) },
  });
  const makeKey = () => post('api-keys', { name: 'confirmed', environment: 'test' });
  expect(await makeKey()).toBe(403);
  expect(await post('warehouses', { warehouse_id: 'NEW1', warehouse_name: 'New', zip: '08837' })).toBe(201);
  expect(await post('session/confirm', { password: 'wrong' })).toBe(422);
  expect(await post('session/confirm', { password: PASSWORD })).toBe(204);
  expect(await makeKey()).toBe(201);
});

it('sessions are listed and ended, and end where nobody uses them', async () => {
  const { email, headers } = await aPerson(api.db, 'owner', account.client_id);
  const browser = 'Firefox on Linux';
  const other = cookieOf(await signIn({ email, password: PASSWORD }, { 'user-agent': browser }));
  const list = async () => (await api.app.inject({ url: '/account/v1/sessions', headers })).json().sessions;
  const end = async (path: string) =>
    (await api.app.inject({ method: 'DELETE', url: `/account/v1/${path}`, headers })).statusCode;
  const listed = await list();
  expect(listed).toHaveLength(2);
  const theirs = listed.find(({ is_current }: { is_current: boolean }) => !is_current);
  expect(theirs).toMatchObject({ browser, address: '127.0.0.1' });
  expect(await end(`sessions/${theirs.id}`)).toBe(204);
  expect(await end(`sessions/${theirs.id}`)).toBe(404);
  expect((await whoAmI({ cookie: other })).statusCode).toBe(401);
  const stranger = await aPerson(api.db, 'owner', account.client_id);
  const { id } = await api.db.prisma.session.findFirstOrThrow({ where: { user: { email: stranger.email } } });
  expect(await end(`sessions/${id}`)).toBe(404);

  const idle = (minutes: number) =>
    api.db.prisma.session.updateMany({
      where: { user: { email } },
      data: { last_seen_at: new Date(Date.now() - minutes * 60_000) },
    });
  await idle(59);
  expect((await whoAmI({ ...headers, 'x-unattended': '1' })).statusCode).toBe(200);
  await idle(61);
  expect((await whoAmI(headers)).statusCode).toBe(401);
  await idle(59);
  expect((await whoAmI(headers)).statusCode).toBe(200);
  await idle(0);
  const endsIn = (minutes: number) =>
    api.db.prisma.session.updateMany({
      where: { user: { email } },
      data: { expires_at: new Date(Date.now() + minutes * 60_000) },
    });
  await endsIn(0);
  expect((await whoAmI(headers)).statusCode).toBe(401);
  await endsIn(1);
  expect(await end('sessions')).toBe(204);
  expect((await whoAmI(headers)).statusCode).toBe(401);
});
