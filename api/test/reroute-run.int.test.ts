import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { openRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { workLedger } from '../../shared/testing/work-ledger.ts';
import { aPerson } from './account/people.ts';
import { anOrder, ask, sharedApi, stock } from './api.ts';

const api = await sharedApi();
const service = openRoutingFixture(openDatabase(api.db.url));
afterAll(() => service.close());

type Account = Awaited<ReturnType<typeof createTestAccount>>;

const reroute = ({ keys }: Account, payload?: object, headers: object = {}) =>
  ask(api, keys.live, 'POST', '/api/v1/runs/reroute', payload, headers);

const work = ({ live }: Account) => workLedger(service.deps, live.ledger_id);

const get = async ({ keys }: Account, path: string) =>
  (await ask(api, keys.live, 'GET', `/api/v1/${path}`)).body;

/** A client with two orders of a CHAIR that nobody has. */
async function aWaitingClient(file: Parameters<typeof createTestAccount>[1] = {}): Promise<Account> {
  const account = await createTestAccount(api.db, file);
  const orders = ['SO-1', 'SO-2'].map((external_order_id) => anOrder({ external_order_id }));
  const { status } = await ask(api, account.keys.live, 'POST', '/api/v1/orders/batch-route', { orders });
  expect(status).toBe(200);
  return account;
}

describe('POST /runs/reroute', () => {
  it.each(['A', 'B'] as const)(
    'is answered with a run that routes the orders again, in variant %s',
    async (variant) => {
      const account = await aWaitingClient({ client: { contract_variant: variant } });
      await stock(api.app, account.keys.live, ['CHAIR', 'EWR1', 1]);
      const { status, body, headers } = await reroute(account);
      expect(status).toBe(202);
      expect(body).toMatchObject({
        kind: 'managed',
        status: 'queued',
        orders_considered: 0,
        progress: { phase: 'receiving', orders_total: 0 },
      });
      expect(headers.location).toBe(`/api/v1/runs/${body.routing_run_id}`);
      await work(account);
      expect(await get(account, `runs/${body.routing_run_id}`)).toMatchObject({
        status: 'completed',
        orders_considered: 2,
        full_count: 1,
        none_count: 1,
      });
      const { results } = await get(account, `runs/${body.routing_run_id}/results`);
      expect(results.map(({ status: each }: { status: string }) => each)).toEqual(['FULL', 'NONE']);
      expect((await get(account, 'orders/SO-1')).routings).toHaveLength(2);
    },
  );

  it('takes effect once with an Idempotency-Key, and repeats its answer when the run has ended', async () => {
    const account = await aWaitingClient();
    const once = { 'idempotency-key': 'again' };
    const first = await reroute(account, { statuses: ['NONE'] }, once);
    await work(account);
    const second = await reroute(account, { statuses: ['NONE'] }, once);
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await reroute(account, {}, once)).status).toBe(409);
  });

  it.each([
    [{ status: 'NONE' }, 'status'],
    [{ statuses: ['none'] }, 'statuses[0]'],
    [{ statuses: [] }, 'statuses'],
    [{ unroutable_reason_codes: ['no_stock'] }, 'unroutable_reason_codes[0]'],
    [{ unfulfilled_reasons: ['no_inventory_available'] }, 'unfulfilled_reasons[0]'],
    [{ from: 'yesterday' }, 'from'],
    [{ routing_run_id: 0 }, 'routing_run_id'],
  ])('refuses %j with the path %s', async (payload, path) => {
    const account = await createTestAccount(api.db);
    const { status, body } = await reroute(account, payload);
    expect([status, body.errors.map((fault: { path: string }) => fault.path)]).toEqual([422, [path]]);
  });

  it('does not know a run of another client, and refuses a client without any order left in its plan', async () => {
    const other = await aWaitingClient();
    const { routing_run_id } = (await get(other, 'runs')).runs[0];
    const account = await aWaitingClient({ client: { routed_orders_limit: 2 } });
    expect((await reroute(other, { routing_run_id })).status).toBe(202);
    expect((await reroute(account, { routing_run_id })).status).toBe(404);
    expect(await reroute(account)).toMatchObject({ status: 402, body: { code: 'usage_limit' } });
  });

  it('is there for people too, with the environment as parameter', async () => {
    const account = await aWaitingClient();
    const { headers } = await aPerson(api.db, 'member', account.client_id);
    const begin = (environment: string) =>
      ask(api, headers, 'POST', `/account/v1/runs/reroute?environment=${environment}`, {
        statuses: ['NONE'],
      });
    const { status, body } = await begin('live');
    expect(status).toBe(202);
    const inTest = await begin('test');
    await work(account);
    await workLedger(service.deps, account.test.ledger_id);
    expect(await get(account, `runs/${body.routing_run_id}`)).toMatchObject({ orders_routed: 2 });
    expect(inTest.body).toMatchObject({ client_run_number: 1 });
    expect((await get(account, `runs/${inTest.body.routing_run_id}`)).code).toBe('not_found');
  });
});

describe('reroute_on_sync', () => {
  it.each(['sync', 'upload'] as const)('starts a run with each %s', async (kind) => {
    const account = await aWaitingClient({ settings: { reroute_on_sync: { enabled: true, days: 7 } } });
    const row = { sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 9 };
    const path = kind === 'sync' ? '/api/v1/inventory' : '/api/v1/inventory/uploads';
    expect((await ask(api, account.keys.live, 'POST', path, { inventory: [row] })).status).toBe(200);
    await work(account);
    const { runs } = await get(account, 'runs');
    expect(runs[0]).toMatchObject({ kind: 'managed', status: 'completed', full_count: 2 });
  });
});
