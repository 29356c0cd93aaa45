import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loopWorksFor } from '../../shared/foundation/uses.ts';
import { startSession } from '../../shared/identity/sessions.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { READ_HERE_BYTES } from '../routes/operation.ts';
import { aPerson, headersOf } from './account/people.ts';
import { aClient, BODY_LIMIT, type SharedApi, sharedApi, stock, TEST_CONFIG } from './api.ts';

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
  // So many rules are read in a thread.
  const item_controls = Array.from({ length: 2000 }, (_, n) => ({
    ...({ rule: 'exclude', warehouse_ids: ['EWR1'] } as const),
    sku: `SKU-${n}`,
  }));
  account = await createTestAccount(api.db, { item_controls });
  owner = await person('owner', account.client_id);
  operator = await person('operator', null);
  const draft = { orders: { from: '2026-01-01', to: '2026-01-02' }, draft: {} };
  const headers = { authorization: `Bearer ${account.keys.test}` };
  const created = await api.app.inject({
    ...{ method: 'POST', url: '/api/v1/what-ifs', payload: draft, headers },
  });
  expect(created.statusCode).toBe(202);
  PARAMS.what_if_id = String(created.json().what_if_id);
});
afterEach(() => vi.restoreAllMocks());

/** Values of parameters that are no ids. */
const PARAMS: Record<string, string> = {
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

/** Of an answer that a thread has to write. */
const LONG_BYTES = 512 * 1024;
/** Pages of elements that are small. */
const SHORT_ELEMENTS = 100;
/** Pages of a run that is there. */
const OF_A_RUN = /results$/;

const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name) => PARAMS[name] ?? '1');

/** All operations, as both documents have them, with the most elements of a page and the most bytes of a body. */
async function operationsOfDocuments() {
  const documents = await Promise.all(
    ['', '/account'].map(async (api_) => (await api.app.inject(`${api_}/openapi.json`)).json()),
  );
  return documents.flatMap(({ paths }: { paths: Record<string, Record<string, Described>> }) =>
    Object.entries(paths).flatMap(([path, methods]) => {
      const url = path.replace(/\{(\w+)\}/g, ':$1');
      return Object.entries(methods).map(([named, { parameters = [], requestBody }]) => {
        const method = named.toUpperCase();
        const { options } = api.app.routeTable.find((route) => route.method === method && route.url === url)!;
        const limit = parameters.find(({ name }) => name === 'limit')?.schema.maximum;
        const bytes = requestBody && Math.min(options.bodyLimit ?? BODY_LIMIT, 2 * READ_HERE_BYTES);
        const type = Object.keys(requestBody?.content ?? {})[0];
        return { method: method as 'GET', url, config: options.config, limit, bytes, type };
      });
    }),
  );
}

const isDeletion = ({ method }: { readonly method: string }) => method === 'DELETE';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly maximum?: number } }[];
  readonly requestBody?: { readonly content: object };
}

describe('admission', () => {
  it('charges the caller of every operation, and threads do what is long', async () => {
    // What is read must still be there.
    const operations = (await operationsOfDocuments()).toSorted(
      (a, b) => Number(isDeletion(a)) - Number(isDeletion(b)),
    );
    expect(operations.length).toBeGreaterThan(100);
    const faults: string[] = [];
    for (const { method, url, config, limit, bytes, type } of operations) {
      const charged = vi.spyOn(api.app.admission.charges, 'add');
      const run = vi.spyOn(api.app.services.threads, 'run');
      const caller = config?.role === 'operator' ? operator : owner;
      const headers = {
        ...(url.startsWith('/api/v1/') ? { authorization: `Bearer ${account.keys.test}` } : await caller()),
        ...(type !== undefined && { 'content-type': type }),
      };
      const isOfLedger = url.startsWith('/account/') && config?.ledger;
      const query = QUERIES[`${method} ${url}`] ?? (isOfLedger ? 'environment=test' : '');
      const path = `${pathOf(url)}?${query}${limit === undefined ? '' : `&limit=${limit}`}`;
      const payload = bytes && JSON.stringify({ note: 'x'.repeat(bytes - 20) });
      const answer = await api.app.inject({ method, url: path, headers, ...(payload && { payload }) });
      loopWorksFor(null);
      const name = `${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      if (!charged.mock.calls.some(([, ms]) => ms > 0)) faults.push(`is free: ${name}`);
      const isInThread = run.mock.calls.length > 0;
      const isLongBody = (bytes ?? 0) > READ_HERE_BYTES && !config?.streamsBody;
      if (isLongBody && !isInThread) faults.push(`reads a long body on the event loop: ${name}`);
      const isLongPage = (limit ?? 0) > SHORT_ELEMENTS && !OF_A_RUN.test(url);
      if ((isLongPage || answer.body.length >= LONG_BYTES) && !isInThread)
        faults.push(`writes a long answer on the event loop: ${name}`);
      vi.restoreAllMocks();
    }
    expect(faults).toEqual([]);
  }, 240_000);

  it('charges whom it refuses, and for the bytes of a body', async () => {
    const { client_id, live } = await aClient(api.db);
    const { charges } = api.app.admission;
    const headers = { authorization: `Bearer ${live}`, 'content-type': 'application/json' };
    const added = vi.spyOn(charges, 'add');
    const refused = await api.app.inject({ url: '/api/v1/inventory?limit=x', headers });
    loopWorksFor(null);
    expect([refused.statusCode, added.mock.calls.some(([owner]) => owner === client_id)]).toEqual([
      422,
      true,
    ]);
    const held = vi.spyOn(charges, 'held');
    const payload = ' '.repeat(1024 * 1024);
    await api.app.inject({ method: 'POST', url: '/api/v1/orders/batch-route', headers, payload });
    const part = payload.length / TEST_CONFIG.bodiesMemoryBytes;
    expect(held.mock.calls).toEqual([[client_id, part, expect.any(Number)]]);
  });

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
