import { afterAll, beforeEach, expect, it } from 'vitest';
import { checkDomainsDaily } from '../../../shared/account/sso-domains.ts';
import type { Mailer } from '../../../shared/foundation/mailer.ts';
import { createKey } from '../../../shared/identity/keys.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { createTestDatabase } from '../../../shared/testing/test-database.ts';
import { ask, openApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';

// Without a provider: the connection of an account, and its domains.

/** What DNS says of a name; an error: it does not answer. */
const dns = new Map<string, readonly string[] | Error>();
async function lookUpTxt(name: string): Promise<readonly string[]> {
  const found = dns.get(name) ?? [];
  if (found instanceof Error) throw found;
  return found;
}

let account: TestAccount;
let owner: Person;
afterAll(async () => {
  await api.close();
  await api.db.close();
});
beforeEach(async () => {
  account = await createTestAccount(api.db);
  owner = await aPerson(api.db, 'owner', account.client_id);
});

const call = (
  method: Parameters<typeof ask>[2],
  path: string,
  payload?: object,
  headers: object = owner.headers,
) => ask(api, headers, method, `/account/v1/${path}`, payload);

const SECRET = 'planted-client-secret';
const connection = (more: object = {}) => ({
  sso: {
    issuer: 'https://login.example.com',
    client_id: 'wrs',
    client_secret: SECRET,
    domains: ['acme.example'],
    break_glass_user: owner.email,
    ...more,
  },
});

const api = await openApi(await createTestDatabase(), { lookUpTxt });

const faultsOf = ({ body }: { body: { errors: { path: string; message: string }[] } }) =>
  body.errors.map(({ path, message }) => `${path}: ${message}`);

it('is set as a whole but for its secret, which nobody is shown', async () => {
  const none = await call('GET', 'sso');
  expect(none.body).toMatchObject({ sso: null, domains: [], can_require: false, last_test: null });
  const set = await call('PUT', 'sso', connection({ role_claim: 'groups', roles: { admins: 'owner' } }));
  expect(set).toMatchObject({
    status: 200,
    body: {
      sso: {
        issuer: 'https://login.example.com',
        client_id: 'wrs',
        required: false,
        roles: { admins: 'owner' },
      },
      domains: [{ domain: 'acme.example', proved_at: null }],
      redirect_url: 'https://wrs.example/account/v1/session/sso/callback',
      people: { linked: 0, not_linked: 1 },
    },
  });
  // What was read, sent back, changes nothing.
  expect((await call('PUT', 'sso', { sso: set.body.sso })).body).toEqual(set.body);
  expect((await call('PUT', 'sso', connection({ client_secret: 'another' }))).status).toBe(200);
  const stored = await api.db.prisma.ssoConnection.findUniqueOrThrow({
    where: { client_id: account.client_id },
  });
  expect(stored.client_secret).toMatch(/^s1\./);
  const { body: audit } = await call('GET', 'audit?action=sso');
  expect(
    audit.entries.map(({ changes }: { changes: { path: string }[] }) => changes.map(({ path }) => path)),
  ).toEqual([
    ['sso.role_claim', 'sso.roles', 'sso.client_secret'],
    ['sso', 'sso_domains[acme.example]'],
  ]);
  expect(JSON.stringify([audit, set.body])).not.toContain(SECRET);
  expect((await call('DELETE', 'sso')).status).toBe(204);
  expect((await call('GET', 'sso')).body).toEqual(none.body);
});

it('names what is wrong, and is for confirmed owners alone', async () => {
  const refused = async (more: object) => faultsOf(await call('PUT', 'sso', connection(more)));
  expect(await refused({ issuer: 'http://login.example.com' })).toEqual([
    'sso.issuer: must begin with https://',
  ]);
  expect(await refused({ issuer: 'https://login.example.com/?a=b' })).toEqual([
    'sso.issuer: must be an https URL without credentials, query and fragment',
  ]);
  expect(await refused({ domains: ['acme.example', 'gmail.com'] })).toEqual([
    'sso.domains[1]: is a domain where anybody can have an address',
  ]);
  expect(await refused({ domains: ['acme', 'a.example', 'a.example'] })).toHaveLength(2);
  expect(await refused({ roles: { admins: 'owner' } })).toEqual(['sso.roles: need a role_claim']);
  expect(await refused({ break_glass_user: 'nobody@acme.example' })).toEqual([
    'sso.break_glass_user: must be an owner of the account',
  ]);
  expect(await refused({ client_secret: undefined })).toEqual(['sso.client_secret: is required']);
  expect(await refused({ required: true })).toEqual([
    'sso.required: can be set once somebody has signed in by this provider',
  ]);
  expect((await call('PUT', 'sso', { sso: {}, more: 1 })).status).toBe(422);
  await call('PUT', 'sso', connection());
  expect(
    faultsOf(
      await call('PUT', 'sso', connection({ issuer: 'https://other.example', client_secret: undefined })),
    ),
  ).toEqual(['sso.client_secret: is required']);
  expect(await call('PUT', 'sso', connection({ required: true }))).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  const member = await aPerson(api.db, 'member', account.client_id);
  expect((await call('GET', 'sso', undefined, member.headers)).status).toBe(403);
  const { secret: token } = await createKey(api.db.prisma, account.client_id, 'account_token', {
    name: 'ci',
    role: 'owner',
  });
  const byToken = await call('DELETE', 'sso', undefined, { authorization: `Bearer ${token}` });
  expect(byToken).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const longAgo = { confirmed_at: new Date(Date.now() - 16 * 60_000) };
  await api.db.prisma.session.updateMany({ where: { user: { email: owner.email } }, data: longAgo });
  expect((await call('DELETE', 'sso')).body.code).toBe('confirm_again');
});

it('a domain counts while DNS says so, or by an operator’s word, for one account', async () => {
  const domain = `${account.slug}.example`;
  const { body } = await call('PUT', 'sso', connection({ domains: [domain] }));
  const [{ record }] = body.domains;
  const check = () => call('POST', `sso/domains/${domain}/check`);
  expect(await check()).toMatchObject({
    status: 200,
    body: { proved_at: null, problem: `DNS has no TXT record at ${record.name}.` },
  });
  dns.set(record.name, ['v=spf1 -all', record.value]);
  expect((await check()).body).toMatchObject({ proved_by: 'dns', problem: null });
  // Whoever claims it too is in nobody's way, and does not get it.
  const rival = await createTestAccount(api.db);
  const boss = await aPerson(api.db, 'owner', rival.client_id);
  const claim = connection({ domains: [domain], break_glass_user: boss.email });
  const claimed = await call('PUT', 'sso', claim, boss.headers);
  dns.set(record.name, [record.value, claimed.body.domains[0].record.value]);
  expect(await call('POST', `sso/domains/${domain}/check`, undefined, boss.headers)).toMatchObject({
    status: 409,
    body: { code: 'already_exists' },
  });

  // Looked at daily: one for which DNS does not answer stays, one that DNS no longer has does not.
  const row = { client_id_domain: { client_id: account.client_id, domain } };
  const aDayLater = async () => {
    const checked_at = new Date(Date.now() - 25 * 3_600_000);
    await api.db.prisma.ssoDomain.update({ where: row, data: { checked_at } });
    await checkDomainsDaily(api.db, lookUpTxt, null);
    return (await api.db.prisma.ssoDomain.findUniqueOrThrow({ where: row })).proved_by;
  };
  dns.set(record.name, new Error('SERVFAIL'));
  expect(await aDayLater()).toBe('dns');
  expect((await check()).body).toMatchObject({ proved_by: 'dns', problem: 'DNS did not answer: SERVFAIL.' });
  dns.set(record.name, []);
  expect(await aDayLater()).toBeNull();

  const prove = (headers: Record<string, string>) =>
    call('POST', `clients/${account.slug}/sso-domains/${domain}/prove`, undefined, headers);
  expect((await prove(owner.headers)).status).toBe(403);
  const operator = await aPerson(api.db, 'operator');
  expect((await prove(operator.headers)).status).toBe(204);
  expect((await check()).body).toMatchObject({ proved_by: 'operator' });
  expect(await aDayLater()).toBe('operator');
  expect((await call('POST', 'sso/domains/none.example/check')).status).toBe(404);
});

it('that is required keeps a proved domain, whatever an owner writes or DNS says', async () => {
  const { client_id, slug } = account;
  const domain = `${slug}.example`;
  const url = 'https://hooks.example.com/lost';
  const webhook = { url, events: ['sso.domain_lost'], enabled: true };
  expect((await call('POST', 'webhooks', webhook)).status).toBe(201);
  const { body } = await call('PUT', 'sso', connection({ domains: [domain, `other.${domain}`] }));
  const records = body.domains.map(({ record }: { record: { name: string; value: string } }) => record);
  for (const { name, value } of records) dns.set(name, [value]);
  for (const each of [domain, `other.${domain}`]) await call('POST', `sso/domains/${each}/check`);
  // As if the owner had signed in by the provider and required it; they are who breaks the glass.
  await api.db.prisma.user.update({ where: { email: owner.email }, data: { second_factor_at: new Date() } });
  await api.db.prisma.ssoConnection.update({ where: { client_id }, data: { required: true } });
  const save = (domains: string[]) => call('PUT', 'sso', connection({ required: true, domains }));
  for (const domains of [[], [`new.${domain}`]]) {
    const refused = await save(domains);
    expect(refused.status).toBe(422);
    expect(faultsOf(refused)).toEqual([
      'sso.domains: must have a verified one while single sign-on is required: nobody could sign in',
    ]);
  }
  expect((await call('GET', 'sso')).body.domains).toHaveLength(2);

  for (const { name } of records) dns.set(name, []);
  const mails: Parameters<Mailer['send']>[0][] = [];
  const aDayLater = async () => {
    const checked_at = new Date(Date.now() - 25 * 3_600_000);
    await api.db.prisma.ssoDomain.updateMany({ where: { client_id }, data: { checked_at } });
    await checkDomainsDaily(api.db, lookUpTxt, { send: (mail) => mails.push(mail) });
  };
  await aDayLater();
  const proved = await api.db.prisma.ssoDomain.findMany({ where: { client_id, proved_at: { not: null } } });
  expect(proved).toHaveLength(1);
  await aDayLater();
  expect(await api.db.prisma.ssoDomain.findMany({ where: { client_id, proved_by: 'dns' } })).toMatchObject([
    { domain: proved[0]!.domain, proved_at: proved[0]!.proved_at },
  ]);
  // Told once a day, of the one that is left.
  const told = Array.from({ length: 2 }, () => ({ subject: `DNS no longer proves ${proved[0]!.domain}` }));
  expect(mails).toMatchObject(told.map((mail) => ({ ...mail, to: owner.email })));
  expect((await call('GET', 'audit?action=sso.domain_lost')).body.entries).toHaveLength(2);
  const where = { client_id, type: 'sso.domain_lost' };
  const deliveries = await api.db.prisma.webhookDelivery.findMany({ where });
  expect(deliveries.map(({ data }) => data)).toMatchObject(
    told.map(() => ({ domain: proved[0]!.domain, problem: expect.stringContaining('no TXT record') })),
  );
});
