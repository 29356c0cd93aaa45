import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../shared/db/database.ts';
import { openRoutingFixture } from '../../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../../shared/testing/test-account.ts';
import { workLedger } from '../../../shared/testing/work-ledger.ts';
import { ask, createTestApi } from '../api.ts';
import { aPerson, type Person } from './people.ts';

let account: TestAccount;
let member: Person;
const api = await createTestApi();
const service = openRoutingFixture(openDatabase(api.db.url));
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

const call = (method: 'GET' | 'POST', path: string, payload?: object, headers: object = {}) =>
  ask(api, member.headers, method, `/account/v1/bulk-actions${path}?environment=live`, payload, headers);

/** Works on all reroutes until they have ended, as their jobs would. */
const work = () => workLedger(service.deps, account.live.ledger_id);

const stateOf = async (order: string) => {
  const url = `/account/v1/orders?environment=live&order_id=${order}`;
  return (await ask(api, member.headers, 'GET', url)).body.orders[0].state;
};

describe('/account/v1/bulk-actions', () => {
  it('releases at once, each order with its event', async () => {
    const released = await call('POST', '', { action: 'release', filter: { status: 'FULL' } });
    expect(released.status).toBe(202);
    expect(released.body).toMatchObject({
      bulk_action_id: null,
      action: 'release',
      filter: { status: 'FULL' },
      status: 'completed',
      requested_by: member.email,
      progress: { phase: 'done', orders_found: 2, orders_done: 2, orders_skipped: 0, orders_failed: 0 },
      failures: [],
    });
    expect(await Promise.all(['SO-1', 'SO-2'].map(stateOf))).toEqual(['released', 'released']);
    const again = await call('POST', '', { action: 'release', filter: { status: 'FULL' } });
    expect(again.body.progress).toMatchObject({ orders_found: 0, orders_done: 0 });
  });

  it('accepts a reroute as a run, shows its progress, and lists it', async () => {
    const asked = { action: 'reroute', filter: { status: 'FULL' }, reroute: { note: 'again' } };
    const begun = await call('POST', '', asked);
    expect(begun.status).toBe(202);
    expect(begun.body).toMatchObject({
      action: 'reroute',
      filter: { status: 'FULL' },
      reroute: { note: 'again' },
      status: 'running',
      requested_by: member.email,
      progress: { phase: 'finding', orders_found: 0 },
    });
    const id = begun.body.bulk_action_id;
    await work();
    const ended = (await call('GET', `/${id}`)).body;
    expect(ended).toMatchObject({
      status: 'completed',
      progress: { phase: 'done', orders_found: 2, orders_done: 2, orders_failed: 0 },
      failures: [],
    });
    expect((await call('GET', '')).body).toEqual({ bulk_actions: [ended], next_cursor: null });
  });

  it('acts on chosen orders only, if they match', async () => {
    const chosen = { order_ids: ['SO-2', 'SO-2', 'NOT-THERE'] };
    const released = async (filter: object) =>
      (await call('POST', '', { action: 'release', filter })).body.progress;
    expect(await released({ ...chosen, status: 'NONE' })).toMatchObject({ orders_found: 0, orders_done: 0 });
    expect(await released(chosen)).toMatchObject({ orders_found: 1, orders_done: 1 });
    expect(await released({ status: 'FULL' })).toMatchObject({ orders_found: 1, orders_done: 1 });
  });

  it('cancels a reroute', async () => {
    const { bulk_action_id: id } = (await call('POST', '', { action: 'reroute', filter: { q: 'SO' } })).body;
    expect((await call('POST', `/${id}/cancel`)).body.status).toBe('cancelled');
    await work();
    expect((await call('GET', `/${id}`)).body.progress.orders_done).toBe(0);
  });

  it('begins one action for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, again] = [
      await call('POST', '', { action: 'reroute', filter: { q: 'SO' } }, key),
      await call('POST', '', { action: 'reroute', filter: { q: 'SO' } }, key),
    ];
    expect(again.text).toBe(first.text);
    expect((await call('GET', '')).body.bulk_actions).toHaveLength(1);
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
    const faults = (refused.body.errors ?? []).map(
      ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
    );
    expect([refused.status, [refused.body.detail, ...faults].join('\n')]).toEqual([
      status,
      expect.stringMatching(new RegExp(sentence.source, 'm')),
    ]);
    expect((await call('GET', '')).body.bulk_actions).toEqual([]);
  });
});
