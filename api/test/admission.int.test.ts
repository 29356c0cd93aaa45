import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loopWorksFor } from '../../shared/foundation/uses.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { aPerson, headersOf } from './account/people.ts';
import { aClient, type SharedApi, sharedApi, stock } from './api.ts';

/** All operations of both APIs pass one admission, which charges their callers. */

let api: SharedApi;
let account: TestAccount;
/** Of a new session each time: some operations end it. */
let owner: () => Promise<Record<string, string>>;
let operator: typeof owner;

async function person(role: 'owner' | 'operator', client_id: number | null): Promise<typeof owner> {
  const { email } = await aPerson(api.db, role, client_id);
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { email } });
  return async () => ({ ...headersOf((await startSession(api.db, user, new Date())).token) });
}

beforeAll(async () => {
  api = await sharedApi();
  account = await createTestAccount(api.db);
  owner = await person('owner', account.client_id);
  operator = await person('operator', null);
});
afterEach(() => vi.restoreAllMocks());

/** Values of parameters that are no ids. */
const PARAMS: Readonly<Record<string, string>> = {
  zip: '10001',
  domain: 'example.com',
  email: 'somebody@example.com',
  part: 'warehouses',
  list: 'warehouses',
};
/** Queries of operations that need one. */
const QUERIES: Readonly<Record<string, string>> = {
  'GET /account/v1/places': 'zips=10001',
  'GET /account/v1/transit/lanes': 'warehouse_id=EWR1&destination_zip=10001',
  'GET /account/v1/inventory/:sku/history': 'environment=test&warehouse_id=EWR1',
};

const LARGE_BYTES = 200_000;

const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name) => PARAMS[name] ?? '1');

describe('admission', () => {
  it('charges the caller of every operation', async () => {
    const operations = api.app.routeTable.filter(
      ({ method, url }) => method !== 'HEAD' && /^\/(api|account)\/v1\//.test(url),
    );
    expect(operations.length).toBeGreaterThan(100);
    const free: string[] = [];
    for (const { method, url, options } of operations) {
      const charged = vi.spyOn(api.app.admission.charges, 'add');
      const role = options.config?.role;
      const caller = role === 'operator' ? operator : owner;
      const headers = {
        ...(url.startsWith('/api/v1/') ? { authorization: `Bearer ${account.keys.test}` } : await caller()),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      };
      const isOfLedger = url.startsWith('/account/') && options.config?.ledger;
      const query = QUERIES[`${method} ${url}`] ?? (isOfLedger ? 'environment=test' : '');
      const path = `${pathOf(url)}?${query}`;
      const bytes = Math.min(options.bodyLimit ?? LARGE_BYTES, LARGE_BYTES);
      const answer = await api.app.inject({
        ...{ method: method as 'GET', url: path, headers },
        ...(options.config?.ownBodies && { payload: JSON.stringify({ note: 'x'.repeat(bytes - 20) }) }),
      });
      loopWorksFor(null);
      if (!charged.mock.calls.some(([, ms]) => ms > 0))
        free.push(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      charged.mockRestore();
    }
    expect(free).toEqual([]);
  }, 120_000);

  it('charges a client for the event loop, its connections and threads', async () => {
    const { client_id, live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 10]);
    const { charges } = api.app.admission;
    const before = charges.of(client_id);
    const run = vi.spyOn(api.app.services.threads, 'run');
    const headers = { authorization: `Bearer ${live}` };
    const answer = await api.app.inject({ url: '/api/v1/inventory?limit=1000', headers });
    expect([answer.statusCode, run.mock.calls.map(([name]) => name)]).toEqual([200, ['writeSlice']]);
    loopWorksFor(null);
    expect(charges.of(client_id)).toBeGreaterThan(before);
  });
});
