import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeAudit } from '../../../shared/identity/audit.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { sharedApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';

let account: TestAccount;
let operator: Person;

const api = await sharedApi();
beforeEach(async () => {
  account = await createTestAccount(api.db);
  operator = await aPerson(api.db, 'operator');
});

const get = (path: string, { headers }: Person = operator) =>
  api.app.inject({ method: 'GET', url: `/account/v1/${path}`, headers });
const subjects = async (path: string, who: Person = operator): Promise<string[]> =>
  (await get(path, who)).json().entries.map((entry: { subject: string }) => entry.subject);
/** What operators did to an account, as its owner sees it. */
const usesOf = async ({ client_id }: TestAccount) =>
  subjects('audit?action=operator.request', await aPerson(api.db, 'owner', client_id));

/** An entry a moment: `moments` are days of March 2026. */
async function wrote(client_id: number | null, moments: Record<string, number>): Promise<void> {
  for (const [subject, day] of Object.entries(moments)) {
    const who = { kind: 'user', name: `${subject}@people.example`, address: '192.0.2.1' } as const;
    const id = await writeAudit(api.db.prisma, {
      client_id,
      who,
      action: 'test.write',
      subject,
      changes: [],
    });
    const at = new Date(Date.UTC(2026, 2, day));
    await api.db.prisma.auditEntry.update({ where: { id }, data: { at } });
  }
}

describe('the audit log', () => {
  it('is filtered by who, action and time, page after page', async () => {
    await wrote(account.client_id, { a: 1, b: 2, c: 3, d: 4, e: 5 });
    const owner = await aPerson(api.db, 'owner', account.client_id);
    const list = (query: string) => subjects(`audit?action=test&${query}`, owner);
    expect(await list('')).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await list('who=c@people.example')).toEqual(['c']);
    expect(await list('from=2026-03-02&to=2026-03-03')).toEqual(['c', 'b']);
    expect(await list('from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z')).toEqual(['b']);
    expect(await subjects('audit?action=tes', owner)).toEqual([]);
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await get(`audit?action=test.write&from=2026-03-02&limit=3${cursor}`, owner);
      found.push(...page.json().entries.map((entry: { subject: string }) => entry.subject));
      const { next_cursor } = page.json();
      cursor = next_cursor && `&cursor=${next_cursor}`;
    } while (cursor);
    expect(found).toEqual(['e', 'd', 'c', 'b']);
  });

  it('is exported by time as NDJSON and CSV, with address and session', async () => {
    const owner = await aPerson(api.db, 'owner', account.client_id);
    const patched = await api.app.inject({
      method: 'PATCH',
      url: '/account/v1/settings',
      headers: owner.headers,
      remoteAddress: '192.0.2.9',
      payload: { max_shipments: 3 },
    });
    expect(patched.statusCode).toBe(200);
    const { id } = await api.db.prisma.session.findFirstOrThrow({ where: { user: { email: owner.email } } });
    const lines = async (accept: string, query: string) => {
      const url = `/account/v1/audit?${query}`;
      const answer = await api.app.inject({ url, headers: { ...owner.headers, accept } });
      return [answer.headers['content-type'], ...answer.body.split(/\r?\n/).filter(Boolean)];
    };
    const [type, ...entries] = await lines('application/x-ndjson', 'from=2026-01-01');
    expect(type).toBe('application/x-ndjson; charset=utf-8');
    const page = (await get('audit', owner)).json().entries;
    expect(entries.map((line) => JSON.parse(line as string))).toEqual(page);
    expect(page[0]).toMatchObject({ who: { kind: 'user' }, address: '192.0.2.9', session_id: id });
    const [, header, row] = await lines('text/csv', 'action=settings');
    expect(header).toMatch(/,before,after,address,session_id$/);
    expect(row).toMatch(new RegExp(`,settings\\.max_shipments,,3,192\\.0\\.2\\.9,${id}$`));
    expect(await lines('application/x-ndjson', 'to=2026-01-01')).toHaveLength(1);
  });

  it('of the whole service has what was done to no client, and is filtered by client', async () => {
    const other = await createTestAccount(api.db);
    await wrote(account.client_id, { mine: 1 });
    await wrote(other.client_id, { theirs: 2 });
    await wrote(null, { ours: 3 });
    const list = async (query: string) => {
      const { entries } = (await get(`service/audit?action=test&limit=3&${query}`)).json();
      return entries.map(({ client, subject }: { client: string; subject: string }) => [client, subject]);
    };
    const [mine, theirs] = [
      [account.slug, 'mine'],
      [other.slug, 'theirs'],
    ];
    expect(await list('')).toEqual([[null, 'ours'], theirs, mine]);
    expect(await list(`client=${other.slug}`)).toEqual([theirs]);
    expect((await list('without_client=true'))[0]).toEqual([null, 'ours']);
    expect(await list('without_client=true&who=mine@people.example')).toEqual([]);
    expect((await get('service/audit?client=nobody')).statusCode).toBe(404);
    expect((await get(`service/audit?client=${account.slug}&without_client=true`)).statusCode).toBe(422);
    const owner = await aPerson(api.db, 'owner', account.client_id);
    expect((await get('service/audit', owner)).statusCode).toBe(403);
  });
});

describe('what operators look at', () => {
  const reads = (client: string, path: string, who = operator) => get(`${path}?client=${client}`, who);

  it('is written once a minute for each thing that they read, so that an open page fills no log', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      for (let second = 0; second < 90; second++) {
        expect((await reads(account.slug, 'warehouses')).statusCode).toBe(200);
        vi.setSystemTime(Date.now() + 1000);
      }
    } finally {
      vi.useRealTimers();
    }
    await reads(account.slug, 'profiles');
    const seen = ['GET /account/v1/profiles', 'GET /account/v1/warehouses', 'GET /account/v1/warehouses'];
    expect(await usesOf(account)).toEqual(seen);
  });

  it('is written for each operator and each client', async () => {
    const [other, colleague] = [await createTestAccount(api.db), await aPerson(api.db, 'operator')];
    for (const { slug } of [account, other]) {
      for (const who of [operator, colleague]) await reads(slug, 'warehouses', who);
    }
    for (const one of [account, other]) {
      expect(await usesOf(one)).toEqual(Array(2).fill('GET /account/v1/warehouses'));
    }
  });

  it('is not answered if it cannot be written, and written the next time', async () => {
    const create = vi.spyOn(api.db.prisma, '$queryRaw').mockRejectedValueOnce(new Error('no room'));
    expect((await reads(account.slug, 'warehouses')).statusCode).toBe(500);
    create.mockRestore();
    expect((await reads(account.slug, 'warehouses')).statusCode).toBe(200);
    expect(await usesOf(account)).toEqual(['GET /account/v1/warehouses']);
  });

  it('is written as what they do is', async () => {
    const url = `/account/v1/orders/route?client=${account.slug}&environment=test`;
    for (let n = 0; n < 2; n++) {
      await api.app.inject({ method: 'POST', url, headers: operator.headers, payload: {} });
    }
    const owner = await aPerson(api.db, 'owner', account.client_id);
    const { entries } = (await get('audit?action=operator.request', owner)).json();
    const by = { who: { kind: 'operator', name: operator.email }, subject: 'POST /account/v1/orders/route' };
    expect(entries).toMatchObject([by, by]);
  });

  it('in the log of the whole service, is written there', async () => {
    await get('service/audit');
    expect(await subjects('service/audit?without_client=true&limit=1')).toEqual([
      'GET /account/v1/service/audit',
    ]);
  });
});
