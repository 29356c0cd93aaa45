import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { proveDomain } from '../../../shared/account/sso-domains.ts';
import { COMMAND_LINE } from '../../../shared/identity/actor.ts';
import { type OpenIdProvider, openOpenIdProvider } from '../../../shared/testing/openid-provider.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { openApi, type TestApi } from '../api.ts';
import { aPerson, headersOf, type Person } from './people.ts';

export const CALLBACK = 'https://wrs.example/account/v1/session/sso/callback';

export let api: TestApi;
export let provider: OpenIdProvider;
/** An account that the provider signs people of its domain in to, with its owner. */
export let account: TestAccount;
export let owner: Person;
export let domain: string;

/** Makes them anew for each test of the file that calls this; the provider once. */
export function connectedAccountForEachTest(file: Parameters<typeof createTestAccount>[1] = {}): void {
  beforeAll(async () => {
    provider = await openOpenIdProvider(CALLBACK);
    api = await openApi(await createTestDatabase(), { ssoAllowPrivate: true });
  });
  afterAll(async () => {
    await api.close();
    await api.db.close();
    await provider.close();
  });
  beforeEach(async () => {
    account = await createTestAccount(api.db, file);
    owner = await aPerson(api.db, 'owner', account.client_id);
    domain = `${account.slug}.example`;
    expect((await connect()).status).toBe(200);
    await proveDomain(api.db, { slug: account.slug, who: COMMAND_LINE }, domain);
  });
  afterEach(() => {
    provider.tamper = null;
  });
}

export type Headers = Record<string, string>;

/** A request for the account API, by its owner or somebody else. */
export async function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  headers: Headers = owner.headers,
  { app } = api,
) {
  const url = `/account/v1/${path}`;
  const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, cookies: answer.cookies };
}

export function connect(more: object = {}, headers: Headers = owner.headers) {
  const { issuer, client_id, client_secret } = provider;
  const sso = { issuer, client_id, client_secret, domains: [domain], break_glass_user: owner.email, ...more };
  return call('PUT', 'sso', { sso }, headers);
}

/** Begins a visit. Returns where the browser goes, and the cookie by which it is known afterwards. */
export async function begin(path: string, payload: object, headers: Headers = {}) {
  const { status, body, cookies } = await call('POST', path, payload, headers);
  expect([status, body.detail]).toEqual([200, undefined]);
  const [cookie] = cookies;
  expect(cookie).toMatchObject({ name: 'wrs_sso', sameSite: 'Lax', httpOnly: true, maxAge: 600 });
  return { url: body.authorization_url as string, cookie: `wrs_sso=${cookie!.value}` };
}

/** Comes back. Returns the session, and what the page says. */
export async function comeBack(url: string, cookie: string, of = api) {
  expect(url.startsWith(`${CALLBACK}?`)).toBe(true);
  const answer = await call('GET', url.slice(url.indexOf('session/')), undefined, { cookie }, of);
  expect(answer.status).toBe(200);
  const session = answer.cookies.find(({ name }) => name === 'wrs_session');
  if (session) expect(session.sameSite).toBe('Strict');
  const refused = /<\/h1><p>(.*?)<\/p>/.exec(answer.body)?.[1]?.replaceAll('&#39;', "'") ?? null;
  return { headers: session ? headersOf(session.value) : null, refused };
}

export async function visit(path: string, payload: object = {}, headers: Headers = {}) {
  const { url, cookie } = await begin(path, payload, headers);
  return comeBack(await provider.visit(url), cookie);
}

export const signIn = () => visit('session/sso', { email: `anybody@${domain}` });

let people = 0;
/** Somebody of the account's company, whom the provider signs in from now on. */
export function employee(more: object = {}): { sub: string; email: string } {
  people += 1;
  const [sub, email] = [`sub-${people}`, `person-${people}@${domain}`];
  provider.person = { sub, email, email_verified: true, ...more };
  return { sub, email };
}

export const whoIs = async (headers: Headers | null) =>
  (await call('GET', 'session', undefined, headers!)).body.user;
