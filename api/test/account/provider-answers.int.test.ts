import { beforeEach, describe, expect, it } from 'vitest';
import {
  account,
  api,
  begin,
  CALLBACK,
  call,
  comeBack,
  connect,
  connectedAccountForEachTest,
  domain,
  employee,
  provider,
  signIn,
  whoIs,
} from './with-provider.ts';

const METADATA = '/.well-known/openid-configuration';

connectedAccountForEachTest();
beforeEach(() => void employee());

const beginSignIn = () => begin('session/sso', { email: `any@${domain}` });

/** ID tokens have these claims in place of theirs; undefined: not at all. */
const tokens = (more: object) => {
  provider.tamper = ({ header, claims }) => ({
    header,
    claims: JSON.parse(JSON.stringify({ ...claims, ...more })),
  });
};

describe('claims are parsed before anything else sees them', () => {
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
  const CLAIMS: readonly [what: string, claims: object, words: RegExp][] = [
    ['an address with a line break', { email: 'a\nb@x.example' }, /the claim email /],
    ['an address with two @', { email: 'a@b@x.example' }, /the claim email /],
    ['an address of 5,000 characters', { email: `${'a'.repeat(5000)}@x.example` }, /the claim email /],
    ['an address that is a number', { email: 7 }, /the claim email /],
    ['an address with NUL', { email: 'a\0@x.example' }, /the claim email has a character/],
    ['a sub of 256 characters', { sub: 's'.repeat(256) }, /the claim sub must have 1 to 255/],
    ['a sub outside ASCII', { sub: 'ü' }, /the claim sub must have 1 to 255/],
    ['email_verified of another form', { email_verified: 1 }, /the claim email_verified must be/],
    ['a role with half of a character', { groups: ['\ud800'] }, /the claim groups has a character/],
    ['a role that is an object', { groups: { toString: 'x' } }, /the claim groups must be a text/],
    ['a list of objects', { groups: [{ toString: null }] }, /the claim groups must be a text/],
    ['a claim of 700 kB', { groups: 'x'.repeat(700_000) }, /the claim groups has more than 10 kB/],
    ['another claim of 700 kB', { other: 'x'.repeat(700_000) }, /the claim other has more than 10 kB/],
    ['a claim that is nested 40 deep', { other: deep }, /the claim other is nested too deep/],
    ['auth_time that is a text', { auth_time: 'now' }, /auth_time/],
  ];

  it('and refused in words', async () => {
    await connect({ role_claim: 'groups' });
    for (const [what, claims, words] of CLAIMS) {
      tokens({ groups: 'owner', ...claims });
      const { headers, refused } = await signIn();
      expect([what, headers, refused]).toEqual([what, null, expect.stringMatching(words)]);
      expect(refused!.length).toBeLessThan(400);
    }
    expect((await call('GET', 'account')).body.users).toHaveLength(1);
  });
});

describe('providers as they are', () => {
  const TAKEN: readonly [what: string, connection: object, claims: object, more: object][] = [
    ['email_verified as text', {}, { email_verified: 'true' }, {}],
    ['a thin token without a role', {}, { groups: undefined }, { groups: ['owner'] }],
    [
      'a thin token without an address',
      {},
      { email: undefined, email_verified: undefined, groups: undefined },
      { groups: 'owner' },
    ],
    ['a thin token without email_verified', {}, { email_verified: undefined, groups: 'owner' }, {}],
    ['claims that are null', {}, { groups: 'owner', sid: null, other: null }, {}],
    [
      'a client ID with dots in the name of the claim',
      { role_claim: 'resource_access.my.app.roles' },
      { resource_access: { 'my.app': { roles: ['owner'] } } },
      {},
    ],
    ['a role that is no role beside one that is', {}, { groups: ['toString', 'owner'] }, {}],
  ];

  it('are taken', async () => {
    for (const [what, connection, claims, more] of TAKEN) {
      await connect({ role_claim: 'groups', ...connection });
      const { email } = employee({ groups: 'owner', ...more });
      tokens(claims);
      const { headers, refused } = await signIn();
      expect([what, refused]).toEqual([what, null]);
      expect([what, await whoIs(headers)]).toMatchObject([what, { email, role: 'owner' }]);
    }
  });

  it('believes no verification of another address than that of the ID token', async () => {
    employee({ email: `victim@${domain}` });
    await connect({ role_claim: 'groups' });
    tokens({ email: `new@${domain}`, email_verified: undefined, groups: 'owner' });
    expect((await signIn()).refused).toMatch(/email_verified/);
  });

  it('asks for the scopes that are set', async () => {
    const scopes = async () => new URL((await beginSignIn()).url).searchParams.get('scope');
    expect(await scopes()).toBe('openid email offline_access');
    await connect({ scopes: ['email', 'groups'] });
    expect(await scopes()).toBe('openid email groups');
  });
});

describe('strangers', () => {
  it('cause one call for metadata in ten minutes, and one for keys in half a minute', async () => {
    provider.calls.length = 0;
    for (let n = 0; n < 20; n += 1) await beginSignIn();
    const claims = { iss: provider.issuer, aud: provider.client_id, sub: 'x', jti: 'x', events: {} };
    const now = { iat: Math.floor(Date.now() / 1000) };
    const forged = await provider.sign({ header: { kid: 'forged' }, claims: { ...claims, ...now } });
    const payload = new URLSearchParams({ logout_token: forged }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let n = 0; n < 10; n += 1) {
      const url = '/account/v1/session/sso/logout';
      expect((await api.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
    }
    expect(provider.calls.filter((path) => path === METADATA)).toHaveLength(0);
    expect(provider.calls.filter((path) => path === '/jwks').length).toBeLessThanOrEqual(2);
    // A test reads them anew.
    await call('POST', 'sso/test', {});
    expect(provider.calls.filter((path) => path === METADATA)).toHaveLength(1);
  });

  it('write one short entry of the audit log a minute, with a number', async () => {
    const refuse = async () => {
      const { url, cookie } = await beginSignIn();
      const state = new URL(url).searchParams.get('state');
      const words = encodeURIComponent(`\0${'x'.repeat(12_000)}`);
      const { issuer } = provider;
      const query = `error=access_denied&error_description=${words}&state=${state}&iss=${encodeURIComponent(issuer)}`;
      return comeBack(`${CALLBACK}?${query}`, cookie);
    };
    for (let n = 0; n < 5; n += 1) expect((await refuse()).headers).toBeNull();
    await api.db.pool.query(
      `UPDATE sso_connections SET refused_at = refused_at - interval '61 seconds' WHERE client_id = $1`,
      [account.client_id],
    );
    await refuse();
    const { entries } = (await call('GET', 'audit?action=session.fail')).body;
    const visits = entries.map(
      ({ changes }: { changes: { path: string; after: unknown }[] }) =>
        changes.find(({ path }) => path === 'visits')!.after,
    );
    expect(visits).toEqual([5, 1]);
    expect(JSON.stringify(entries[0]).length).toBeLessThan(1000);
  });

  it('are limited by network, and what ends well does not count', async () => {
    const { rows } = await api.db.pool.query(`SELECT key FROM sign_in_attempts`);
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
    await connect({ role_claim: 'groups' });
    employee({ groups: 'owner' });
    expect((await signIn()).refused).toBeNull();
    const begins = async () => (await call('POST', 'session/sso', { email: `any@${domain}` }, {})).status;
    let begun = 0;
    for (let status = 200; status === 200 && begun < 200; begun += 1) status = await begins();
    expect(await begins()).toBe(429);
    expect(begun).toBeLessThanOrEqual(101);
  });
});
