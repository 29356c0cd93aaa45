import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../shared/db/database.ts';
import { linesOf, openRoutingFixture } from '../../shared/testing/routing-fixture.ts';
import { createTestAccount, type TestAccount } from '../../shared/testing/test-account.ts';
import { workWhatIfs } from '../../shared/testing/work-what-ifs.ts';
import { aPerson, type Person } from './account/people.ts';
import { ask, createTestApi } from './api.ts';

const api = await createTestApi();
const service = openRoutingFixture(openDatabase(api.db.url));
afterAll(async () => {
  await service.close();
  await api.close();
});

let account: TestAccount;
let owner: Person;
let run: number;
/** Six orders: four ship from the first warehouse, two from the second one. */
beforeEach(async () => {
  account = await createTestAccount(api.db);
  owner = await aPerson(api.db, 'owner', account.client_id);
  await service.sync(account.live, [
    { sku: 'A', warehouse_id: 'EWR1', quantity: 4 },
    { sku: 'A', warehouse_id: 'ATL1', quantity: 3 },
  ]);
  const orders = [1, 2, 3, 4, 5, 6].map((n) => ({ order_id: `SO-${n}`, lines: linesOf({ A: 1 }) }));
  run = (await service.route(account.live, orders)).run.routing_run_id!;
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** With the account's live API key. */
const call = (
  method: Method,
  path = '',
  payload?: object,
  headers: Record<string, string> = {},
  key = account.keys.live,
) => ask(api, key, method, `/api/v1/what-ifs${path}`, payload, headers);

/** As the account's owner. */
const asOwner = (method: Method, path = '', payload?: object, query = '') =>
  ask(api, owner.headers, method, `/account/v1/what-ifs${path}?environment=live${query}`, payload);

const CLOSED = { warehouses: [{ warehouse_id: 'EWR1', enabled: false }] };
const request = (draft: object = CLOSED) => ({ name: 'closed', orders: { routing_run_id: run }, draft });

async function made(draft?: object): Promise<number> {
  const { body: json } = await call('POST', '', request(draft));
  await workWhatIfs(api.db);
  return json.what_if_id;
}

describe('/what-ifs', () => {
  it('shows both sides in numbers, and who has made it with which draft', async () => {
    const begun = await call('POST', '', request());
    expect([begun.status, begun.body.status]).toEqual([202, 'queued']);
    const id = begun.body.what_if_id;
    expect(begun.headers.location).toBe(`/api/v1/what-ifs/${id}`);
    const waiting = (await call('GET', `/${id}`)).body;
    expect(waiting).toMatchObject({ status: 'queued', progress: { phase: 'scoring', percent: 0 } });
    await workWhatIfs(api.db);
    const { body: json } = await call('GET', `/${id}`);
    expect(json).toMatchObject({
      what_if_id: id,
      name: 'closed',
      requested_by: 'live',
      orders: { routing_run_id: run, from: null, to: null },
      laid_over: CLOSED,
      status: 'completed',
      progress: { phase: 'done', orders_total: 6, orders_routed: 6, percent: 100 },
      orders_changed: expect.any(Number),
      baseline: {
        full_count: 6,
        none_count: 0,
        shipments: 6,
        units_shipped: 6,
        units_unfulfilled: 0,
        search_incomplete_count: 0,
        by_warehouse: [
          { warehouse_id: 'EWR1', shipments: 4, units: 4 },
          { warehouse_id: 'ATL1', shipments: 2, units: 2 },
        ],
      },
      draft: {
        full_count: 3,
        none_count: 3,
        shipments: 3,
        units_shipped: 3,
        units_unfulfilled: 3,
        by_warehouse: [{ warehouse_id: 'ATL1', shipments: 3, units: 3 }],
      },
    });
    const { baseline, draft } = json;
    expect(baseline.transit_days.mean).toBeLessThan(draft.transit_days.mean);
    expect(draft.transit_days).toEqual({
      mean: draft.transit_days.max,
      p50: draft.transit_days.max,
      p90: draft.transit_days.max,
      max: draft.transit_days.max,
    });
    const { laid_over: _, ...listed } = json;
    expect((await call('GET')).body).toEqual({ what_ifs: [listed], next_cursor: null });
    expect((await asOwner('GET')).body).toEqual({ what_ifs: [listed], next_cursor: null });
  });

  it('lists the changed orders in pages, as NDJSON and as CSV, by status and warehouse', async () => {
    const id = await made();
    const all = (await call('GET', `/${id}/changes`)).body.changes;
    expect(all[0]).toMatchObject({
      order_id: 'SO-1',
      baseline: { status: 'FULL', shipments: 1, warehouses: [{ warehouse_id: 'EWR1', units: 1 }] },
      draft: { status: 'FULL', shipments: 1, warehouses: [{ warehouse_id: 'ATL1', units: 1 }] },
      sentence: 'Now 1 unit ships (1 from EWR1); with the draft 1 unit ships (1 from ATL1).',
    });
    const paged: unknown[] = [];
    for (let cursor = ''; cursor !== 'end'; ) {
      const page = (await call('GET', `/${id}/changes?limit=2${cursor && `&cursor=${cursor}`}`)).body;
      expect(page.changes.length).toBeLessThanOrEqual(2);
      paged.push(...page.changes);
      cursor = page.next_cursor ?? 'end';
    }
    expect(paged).toEqual(all);
    const ndjson = await call('GET', `/${id}/changes`, undefined, { accept: 'application/x-ndjson' });
    expect(
      ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(all);
    const csv = await call('GET', `/${id}/changes?to_status=NONE`, undefined, { accept: 'text/csv' });
    const [head, ...rows] = csv.text.trimEnd().split('\r\n');
    expect(head).toMatch(/^order_id,routing_decision_id,baseline_status,/);
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      all.flatMap((each: { order_id: string; draft: { status: string } }) =>
        each.draft.status === 'NONE' ? each.order_id : [],
      ),
    );
    const counted = async (query: string) =>
      (await call('GET', `/${id}/changes?${query}`)).body.changes.length;
    expect(await counted('from_status=FULL')).toBe(all.length);
    expect(await counted('from_status=NONE')).toBe(0);
    expect(await counted('warehouse_id=EWR1')).toBe(4);
    expect(await counted('warehouse_id=NOWHERE')).toBe(0);
  });

  it('explains both decisions on a changed order', async () => {
    const id = await made();
    const { changes } = (await call('GET', `/${id}/changes?to_status=NONE`)).body;
    const { routing_decision_id, order_id } = changes[0];
    const { body: json } = await call('GET', `/${id}/changes/${routing_decision_id}/why`);
    expect(json.baseline).toMatchObject({ order_id, status: 'FULL', stock_as_seen: true });
    expect(json.draft).toMatchObject({
      order_id,
      status: 'NONE',
      left_out: [{ warehouse_id: 'EWR1', because: 'disabled' }],
    });
    const [first] = json.draft.warehouses;
    expect(first).toMatchObject({
      warehouse_id: 'ATL1',
      lines: [{ sku: 'A', available_qty: 0, reserved_qty: 3 }],
    });
    expect((await call('GET', `/${id}/changes/999999/why`)).status).toBe(404);
    expect((await asOwner('GET', `/${id}/changes/${routing_decision_id}/why`)).body).toEqual(json);
  });

  it('makes one what-if for an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' };
    const [first, again] = [await call('POST', '', request(), key), await call('POST', '', request(), key)];
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await call('GET')).body.what_ifs).toHaveLength(1);
  });

  it('is cancelled, and deleted', async () => {
    const { what_if_id: id } = (await call('POST', '', request())).body;
    expect((await call('POST', `/${id}/cancel`)).body.status).toBe('cancelled');
    await workWhatIfs(api.db);
    expect((await call('GET', `/${id}`)).body).toMatchObject({
      status: 'cancelled',
      progress: { orders_routed: 0 },
    });
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });

  it.each([
    [{ orders: {}, draft: {} }, 'orders'],
    [{ orders: { from: '2026-01-01' }, draft: {} }, 'orders'],
    [{ orders: { routing_run_id: 1, from: '2026-01-01', to: '2026-01-02' }, draft: {} }, 'orders'],
    [{ orders: { routing_run_id: 1 } }, 'draft'],
    [{ orders: { routing_run_id: 1, colour: 'red' }, draft: {} }, 'orders.colour'],
  ])('refuses %j', async (payload, path) => {
    const { status, body: json } = await call('POST', '', payload);
    expect([status, json.errors.map((fault: { path: string }) => fault.path)]).toEqual([422, [path]]);
  });
});

describe('POST /what-ifs', () => {
  it('knows no run of another client or environment', async () => {
    const other = await createTestAccount(api.db);
    for (const key of [other.keys.live, account.keys.test])
      expect((await call('POST', '', request(), {}, key)).status).toBe(404);
  });
});

describe('POST /account/v1/what-ifs/{id}/apply', () => {
  it('makes the draft the configuration, which History then names', async () => {
    const id = await made();
    const { body: tried } = await asOwner('POST', `/${id}/apply`, undefined, '&dry_run=true');
    expect(tried).toMatchObject({ dry_run: true, configuration_id: null });
    const { status, body: json } = await asOwner('POST', `/${id}/apply`);
    expect([status, json.changes]).toEqual([
      200,
      [{ path: 'warehouses[EWR1].enabled', before: true, after: false }],
    ]);
    expect(tried.changes).toEqual(json.changes);
    const history = await ask(api, owner.headers, 'GET', '/account/v1/configurations');
    expect(history.body.activations[0]).toMatchObject({
      configuration_id: json.configuration_id,
      action: 'what_ifs.apply',
      subject: `what-ifs/${id}`,
      by: { name: owner.email },
      is_current: true,
    });
    expect((await call('GET', `/${id}`)).body.draft_configuration_id).toBe(json.configuration_id);
  });

  it('is a 412 if the configuration was changed since the what-if was made', async () => {
    const id = await made();
    await ask(api, owner.headers, 'PATCH', '/account/v1/settings', { max_shipments: 2 });
    const { status, body: json } = await asOwner('POST', `/${id}/apply`);
    expect([status, json.code]).toEqual([412, 'precondition_failed']);
  });
});
