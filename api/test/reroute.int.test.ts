import { describe, expect, it } from 'vitest';
import { aClient, anOrder, ask, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const reroute = (
  key: string,
  payload?: object,
  { query = '', headers = {} }: { query?: string; headers?: object } = {},
) => ask(api, key, 'POST', `/api/v1/orders/SO-1/reroute${query}`, payload, headers);

const get = async (key: string, path: string) => (await ask(api, key, 'GET', `/api/v1/${path}`)).body;

const CHAIRS = anOrder({ lines: [{ sku: 'CHAIR', quantity: 2, unit_value: 1.5 }], carrier: 'UPS' });

async function aRoutedOrder(account: Parameters<typeof aClient>[1] = {}) {
  const client = await aClient(api.db, account);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 2], ['CHAIR', 'ATL1', 3]);
  const routed = await send(api.app, client.live, 'POST', '/api/v1/orders/route', { payload: CHAIRS });
  return { ...client, routed: routed.json() };
}

async function reservedAt(key: string): Promise<Record<string, number>> {
  const { inventory } = await get(key, 'inventory');
  return Object.fromEntries(
    inventory.map((row: { warehouse_id: string; reserved_quantity: number }) => [
      row.warehouse_id,
      row.reserved_quantity,
    ]),
  );
}

const usedBy = async (client_id: number) => {
  const { rows } = await api.db.pool.query<{ used: number }>(
    'SELECT coalesce(sum(routed_orders), 0)::int AS used FROM usage WHERE client_id = $1',
    [client_id],
  );
  return rows[0]!.used;
};

const warehousesOf = (result: { selected_warehouses: { warehouse_id: string }[] }) =>
  result.selected_warehouses.map(({ warehouse_id }) => warehouse_id);

describe('POST /orders/{order_id}/reroute', () => {
  it.each([
    { exclude_warehouse_ids: ['EWR1'] },
    { only_warehouse_ids: ['ATL1'] },
    { only_warehouse_ids: [' ATL1 ', 'EWR1'], exclude_warehouse_ids: ['EWR1'] },
  ])('routes the stored order again with %o, and counts one order', async (body) => {
    const { live, client_id } = await aRoutedOrder();
    expect(await reservedAt(live)).toEqual({ EWR1: 2, ATL1: 0 });
    const { status, body: run } = await reroute(live, body);
    expect([status, run.orders_routed, warehousesOf(run.results[0])]).toEqual([200, 1, ['ATL1']]);
    expect(run.results[0].total_shipment_value).toBe(3);
    expect(await reservedAt(live)).toEqual({ EWR1: 0, ATL1: 2 });
    expect(await usedBy(client_id)).toBe(2);
  });

  it('counts what the order itself has reserved as free, and takes the present configuration', async () => {
    const { live } = await aRoutedOrder();
    const { body } = await reroute(live);
    expect([body.results[0].status, warehousesOf(body.results[0])]).toEqual(['FULL', ['EWR1']]);
    expect(await reservedAt(live)).toEqual({ EWR1: 2, ATL1: 0 });
  });

  it('is shown by why, by the history and by the report, and shown again as it was answered', async () => {
    const { live } = await aRoutedOrder();
    const body = { exclude_warehouse_ids: ['EWR1'], note: 'flooded' };
    const kept = { exclude_warehouse_ids: ['EWR1'], only_warehouse_ids: null, note: 'flooded' };
    const { text, body: run } = await reroute(live, body);
    const why = await get(live, 'orders/SO-1/why');
    expect(why.reroute).toEqual(kept);
    expect(why.left_out).toContainEqual({
      warehouse_id: 'EWR1',
      warehouse_name: 'Edison NJ',
      because: 'reroute',
    });
    expect(why.warehouses.map((each: { warehouse_id: string }) => each.warehouse_id)).toEqual(['ATL1']);
    const { routings } = await get(live, 'orders/SO-1');
    expect(routings.map((each: object) => ('reroute' in each ? each.reroute : null))).toEqual([kept, null]);
    expect(routings[0].order).toEqual(routings[1].order);
    expect(text).toContain(JSON.stringify(routings[0].result));
    const report = await api.app.inject({
      url: '/api/v1/reports/decisions.csv',
      headers: { authorization: `Bearer ${live}`, accept: 'application/json' },
    });
    const columns = report.json().map((row: Record<string, unknown>) => Object.entries(row).slice(-7));
    expect(columns).toEqual([
      [
        ['rerouted', false],
        ['reroute_exclude_warehouse_ids', null],
        ['reroute_only_warehouse_ids', null],
        ['reroute_note', null],
        ['state', 'replaced'],
        ['shipped_qty', 0],
        ['expires_at', null],
      ],
      [
        ['rerouted', true],
        ['reroute_exclude_warehouse_ids', 'EWR1'],
        ['reroute_only_warehouse_ids', null],
        ['reroute_note', 'flooded'],
        ['state', 'current'],
        ['shipped_qty', 0],
        ['expires_at', null],
      ],
    ]);
    expect(run.results[0].routing_decision_id).toBe(why.routing_decision_id);
  });

  it.each([
    { exclude_warehouse_ids: ['EWR1', 'ATL1'] },
    { only_warehouse_ids: ['ATL1'], exclude_warehouse_ids: ['ATL1'] },
  ])('is NONE with no_eligible_warehouse where %o leaves none, worded without a profile', async (body) => {
    const { live } = await aRoutedOrder();
    const { body: run } = await reroute(live, body);
    const [result] = run.results;
    expect([result.status, result.unroutable_reason_code]).toEqual(['NONE', 'no_eligible_warehouse']);
    expect(result.unroutable_reason).toBe('The reroute admits no warehouse that could ship SKU CHAIR.');
    expect(result.recommended_action).toBe('Route the order again with other warehouses.');
    const why = await get(live, 'orders/SO-1/why');
    expect(JSON.stringify([run, why.summary])).not.toContain('Routing Profile');
    expect(await reservedAt(live)).toEqual({ EWR1: 0, ATL1: 0 });
  });

  it('changes nothing unless_worse, and answers 409 with the dry run', async () => {
    const { live, client_id, routed } = await aRoutedOrder();
    const headers = { 'idempotency-key': 'k' };
    await stock(api.app, live, ['CHAIR', 'EWR1', 2], ['CHAIR', 'ATL1', 1]);
    const body = { exclude_warehouse_ids: ['EWR1'], unless_worse: true };
    const { status, body: refused } = await reroute(live, body, { headers });
    expect([status, refused.code]).toEqual([409, 'reroute_worse']);
    expect(refused.dry_run).toMatchObject({ dry_run: true, routing_run_id: null });
    expect(refused.dry_run.results[0]).toMatchObject({ status: 'PARTIAL', routing_decision_id: null });
    const why = await get(live, 'orders/SO-1/why');
    expect(why.routing_decision_id).toBe(routed.results[0].routing_decision_id);
    expect(await usedBy(client_id)).toBe(1);
    expect((await reroute(live, { ...body, exclude_warehouse_ids: [] }, { headers })).status).toBe(200);
  });

  it('takes effect once for its Idempotency-Key', async () => {
    const { live, client_id } = await aRoutedOrder();
    const headers = { 'idempotency-key': 'k' };
    const body = { exclude_warehouse_ids: ['EWR1', 'ATL1'], note: 'none' };
    const first = await reroute(live, body, { headers });
    const again = await reroute(live, body, { headers });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await usedBy(client_id)).toBe(2);
    expect((await reroute(live, {}, { headers })).body.code).toBe('idempotency_conflict');
  });

  it('refuses an unknown warehouse, listing the known ones, and an unknown member by its path', async () => {
    const { live } = await aRoutedOrder();
    const unknown = await reroute(live, { only_warehouse_ids: ['LAX9', 'EWR1'] });
    expect([unknown.status, unknown.body]).toEqual([
      400,
      {
        detail: 'Unknown Warehouse ID "LAX9". Known Warehouse IDs: EWR1, ATL1, ONT1.',
        code: 'unknown_warehouse',
      },
    ]);
    const misspelt = await reroute(live, { exclude_warehouses: ['EWR1'] });
    expect([misspelt.status, misspelt.body.errors]).toEqual([
      422,
      [{ path: 'exclude_warehouses', message: 'is not known to this endpoint' }],
    ]);
  });
});
