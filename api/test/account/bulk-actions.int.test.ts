import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { openRoutingFixture } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { workBulkAction } from '../../../shared/work/bulk/work-bulk-action.ts';
import { createTestApi, type TestApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';

let api: TestApi;
let service: ReturnType<typeof openRoutingFixture>;
let account: TestAccount;
let member: Person;
beforeAll(async () => {
  api = await createTestApi();
  service = openRoutingFixture(openDatabase(api.db.url));
});
afterAll(async () => {
  await service.close();
  await api.close();
});
beforeEach(async () => {
  account = await createTestAccount(api.db);
  member = await aPerson(api.db, 'member', account.client_id);
  await service.sync(account.live, [{ sku: 'A', quantity: 100 }]);
  await service.route(account.live, [{ order_id: 'SO-1' }, { order_id: 'SO-2' }]);
});

async function call(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers: object = {},
  environment = 'live',
) {
  const url = `/account/v1/bulk-actions${path}?environment=${environment}`;
  const sent = { ...member.headers, ...headers };
  const {
    statusCode,
    body,
    headers: answered,
  } = await api.app.inject({
    method,
    url,
    headers: sent,
    ...(payload && { payload }),
  });
  const isJson = String(answered['content-type']).startsWith('application/json');
  return { status: statusCode, body, json: isJson ? JSON.parse(body) : null };
}

/** Works on an action until it has ended, as its jobs would. */
async function work(bulk_action_id: number): Promise<void> {
  const { ledger_id } = account.live;
  const slice = () => workBulkAction(service.deps, { bulk_action_id, ledger_id });
  while ((await slice()).action?.status === 'running');
}

describe('/account/v1/bulk-actions', () => {
  it('accepts an action, shows its progress, and lists it', async () => {
    const begun = await call('POST', '', { action: 'release', filter: { status: 'FULL' } });
    expect(begun.status).toBe(202);
    expect(begun.json).toMatchObject({
      action: 'release',
      filter: { status: 'FULL' },
      status: 'running',
      requested_by: member.email,
      progress: { phase: 'finding', orders_found: 0 },
    });
    const id = begun.json.bulk_action_id;
    await work(id);
    const ended = (await call('GET', `/${id}`)).json;
    expect(ended).toMatchObject({
      status: 'completed',
      progress: { phase: 'done', orders_found: 2, orders_done: 2, orders_failed: 0 },
      failures: [],
    });
    expect((await call('GET', '')).json).toEqual({ bulk_actions: [ended], next_cursor: null });
  });

  it('acts on chosen orders only, if they match', async () => {
    const chosen = { order_ids: ['SO-2', 'SO-2', 'NOT-THERE'] };
    const released = async (filter: object) => {
      const { bulk_action_id: id } = (await call('POST', '', { action: 'release', filter })).json;
      await work(id);
      return (await call('GET', `/${id}`)).json.progress;
    };
    expect(await released({ ...chosen, status: 'NONE' })).toMatchObject({ orders_found: 0, orders_done: 0 });
    expect(await released(chosen)).toMatchObject({ orders_found: 1, orders_done: 1 });
    expect(await released({ status: 'FULL' })).toMatchObject({ orders_found: 1, orders_done: 1 });
  });

  it('gives an export as CSV, once it is completed', async () => {
    const { bulk_action_id: id } = (await call('POST', '', { action: 'export' })).json;
    expect((await call('GET', `/${id}/orders.csv`)).status).toBe(404);
    await work(id);
    const [head, ...rows] = (await call('GET', `/${id}/orders.csv`)).body.trimEnd().split('\r\n');
    expect(head).toMatch(/^order_id,status,/);
    expect(rows.map((row) => row.split(',')[0]).toSorted()).toEqual(['SO-1', 'SO-2']);
  });

  it('cancels an action', async () => {
    const { bulk_action_id: id } = (await call('POST', '', { action: 'release', filter: { q: 'SO' } })).json;
    expect((await call('POST', `/${id}/cancel`)).json.status).toBe('cancelled');
    await work(id);
    expect((await call('GET', `/${id}`)).json.progress.orders_done).toBe(0);
  });

  it('begins one action for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, again] = [
      await call('POST', '', { action: 'export' }, key),
      await call('POST', '', { action: 'export' }, key),
    ];
    expect(again.body).toBe(first.body);
    expect((await call('GET', '')).json.bulk_actions).toHaveLength(1);
  });

  it.each([
    ['without a filter', { action: 'release', filter: {} }, 422, /^filter: /],
    ['of no chosen order', { action: 'release', filter: { order_ids: [] } }, 422, /^filter\.order_ids: /],
    ['with an unknown condition', { action: 'release', filter: { colour: 'red' } }, 422, /filter\.colour/],
    ['of an unknown kind', { action: 'delete' }, 422, /action/],
    [
      'to an unknown warehouse',
      { action: 'reroute', filter: { q: 'S' }, reroute: { only_warehouse_ids: ['NOWHERE'] } },
      400,
      /NOWHERE/,
    ],
    [
      'to no warehouse',
      { action: 'reroute', filter: { q: 'S' }, reroute: { only_warehouse_ids: [] } },
      422,
      /^reroute\.only_warehouse_ids: /,
    ],
  ])('refuses an action %s', async (_case, payload, status, sentence) => {
    const refused = await call('POST', '', payload);
    const faults = (refused.json.errors ?? []).map(
      ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
    );
    expect([refused.status, [refused.json.detail, ...faults].join('\n')]).toEqual([
      status,
      expect.stringMatching(new RegExp(sentence.source, 'm')),
    ]);
    expect((await call('GET', '')).json.bulk_actions).toEqual([]);
  });

  it("has none of another environment's actions", async () => {
    const { bulk_action_id: id } = (await call('POST', '', { action: 'export' })).json;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['GET', '/orders.csv'],
    ] as const)
      expect((await call(method, `/${id}${path}`, undefined, {}, 'test')).status).toBe(404);
    expect((await call('GET', '', undefined, {}, 'test')).json.bulk_actions).toEqual([]);
  });
});
