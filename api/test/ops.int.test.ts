import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureFirstOperator, hashPassword } from '../../shared/identity/passwords.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { createTestApi, openApi } from './api.ts';

const PASSWORD = 'correct horse battery';

let operators = 0;
let email: string;
const api = await createTestApi();
const db = api.db;
const passwordHash = await hashPassword(PASSWORD);
afterAll(() => api.close());
// An operator of its own: each counts failures from zero.
beforeEach(async () => {
  email = await anOperator();
});

/** Makes an operator. Returns the address. */
async function anOperator(): Promise<string> {
  operators += 1;
  const address = `operator-${operators}@example.com`;
  await db.prisma.user.create({ data: { email: address, is_operator: true, password_hash: passwordHash } });
  return address;
}

interface Form {
  readonly email?: string;
  readonly password?: string;
  /** Where it comes from. */
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

const signIn = ({ headers, address = '127.0.0.1', ...form }: Form = {}, app = api.app) =>
  app.inject({
    method: 'POST',
    url: '/account/v1/session',
    remoteAddress: address,
    ...(headers && { headers }),
    payload: { email, password: PASSWORD, ...form },
  });

/** The cookie of the operator, signed in without the slow hash of a password. */
async function cookieOf(): Promise<string> {
  const user = await db.prisma.user.findUniqueOrThrow({ where: { email } });
  return `wrs_session=${(await startSession(db, user, new Date())).token}`;
}

const get = (url: string, headers: Record<string, string> = {}, app = api.app) =>
  app.inject({ url, headers });
const queues = (cookie: string, app = api.app) => get('/ops/queues/api/queues', { cookie }, app);

describe('/ops/queues', () => {
  it('sends a person who is not signed in to the console, and answers a program 401', async () => {
    const page = await get('/ops/queues', { accept: 'text/html' });
    expect([page.statusCode, page.headers.location]).toEqual([302, '/service']);
    const call = await get('/ops/queues/api/queues');
    expect([call.statusCode, call.json()]).toEqual([
      401,
      { detail: 'Sign in first.', code: 'not_signed_in' },
    ]);
    expect((await get('/ops/queues/static/js/none.js')).statusCode).toBe(401);
  });

  it('shows the queues to an operator', async () => {
    const cookie = await cookieOf();
    const page = await get('/ops/queues', { cookie, accept: 'text/html' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<base href="/ops/queues/"');
    const names = (await queues(cookie)).json().queues.map((queue: { name: string }) => queue.name);
    expect(names.sort()).toEqual(['allocation', 'background', 'deliveries', 'scoring']);
  });

  it('changes nothing without the CSRF token that its page finds in a cookie, and writes each change to the audit log', async () => {
    const cookie = await cookieOf();
    const page = await get('/ops/queues', { cookie, accept: 'text/html' });
    const [, csrf] = /^XSRF-TOKEN=([\w-]{43}); Path=\/ops\/queues; SameSite=Strict$/.exec(
      String(page.headers['set-cookie']),
    )!;
    const put = (url: string, headers: Record<string, string>) =>
      api.app.inject({
        method: 'PUT',
        url: `/ops/queues/api/queues/${url}`,
        headers: { cookie, ...headers },
      });
    for (const headers of [{}, { 'x-xsrf-token': 'a'.repeat(43) }]) {
      const refused = await put('background/pause', headers);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'csrf_token']);
    }
    expect(await api.queues.of('background').isPaused()).toBe(false);
    expect((await put('background/pause', { 'x-xsrf-token': csrf! })).statusCode).toBe(200);
    expect(await api.queues.of('background').isPaused()).toBe(true);
    expect((await put('background/resume', { 'x-xsrf-token': csrf! })).statusCode).toBe(200);
    const entries = await db.prisma.auditEntry.findMany({
      where: { actor: email, action: 'queues.change' },
      orderBy: { id: 'asc' },
    });
    expect(entries).toMatchObject(
      ['pause', 'resume'].map((what) => ({
        client_id: null,
        actor_kind: 'operator',
        subject: `PUT /ops/queues/api/queues/background/${what}`,
      })),
    );
  });

  it('loads nothing from other hosts and is shown in no frame', async () => {
    const { headers } = await get('/ops/queues', { cookie: await cookieOf(), accept: 'text/html' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  });
});

describe('signing in', () => {
  it('sets a cookie for HTTPS alone where a proxy says that the page came by it', async () => {
    const proxied = await signIn({ headers: { 'x-forwarded-proto': 'https' } });
    expect(String(proxied.headers['set-cookie'])).toMatch(/; Secure/);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ origin: 'http://localhost:80', host: 'localhost' }, 200],
  ])('answers a sign-in sent with %j with %i', async (headers, status) => {
    expect((await signIn({ headers })).statusCode).toBe(status);
  });

  it.each([
    ['false, and ignores the header', false, [429, 429]],
    ['the number of proxies', 1, [429, 200]],
    ['their addresses', '10.0.0.0/8', [429, 200]],
  ] as const)(
    'takes the address that proxies say where TRUST_PROXY is %s',
    async (_what, trustProxy, statuses) => {
      const behind = await openApi(db, { trustProxy });
      const from = (client: string, form: Form = {}) =>
        signIn(
          { ...form, address: '10.1.1.1', headers: { 'x-forwarded-for': `203.0.113.9, ${client}` } },
          behind.app,
        );
      await Promise.all(Array.from({ length: 10 }, () => from('192.0.2.7', { password: 'wrong' })));
      const answers = [await from('192.0.2.7'), await from('192.0.2.8')];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses);
      await behind.close();
    },
  );
});

describe('the first operator', () => {
  beforeEach(async () => {
    await db.prisma.user.deleteMany({ where: { is_operator: true } });
  });

  it('is made once, and not changed by a later start', async () => {
    const first = { email: 'first@example.com', password: PASSWORD };
    await ensureFirstOperator(db, first);
    await ensureFirstOperator(db, { ...first, password: 'another password' });
    expect((await signIn(first)).statusCode).toBe(200);
    const where = { email: first.email, is_operator: true };
    expect(await db.prisma.user.count({ where })).toBe(1);
  });

  it('does not come back after its removal while there is another', async () => {
    const first = { email: 'removed@example.com', password: PASSWORD };
    await ensureFirstOperator(db, first);
    await anOperator();
    await db.prisma.user.delete({ where: { email: first.email } });
    await ensureFirstOperator(db, first);
    expect((await signIn(first)).statusCode).toBe(401);
  });

  it('may be made by several processes at once', async () => {
    const operator = { email: 'Both@example.com', password: PASSWORD };
    await Promise.all([ensureFirstOperator(db, operator), ensureFirstOperator(db, operator)]);
    expect((await signIn({ email: 'both@example.com' })).statusCode).toBe(200);
  });
});
