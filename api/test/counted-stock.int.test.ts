import { describe, expect, it } from 'vitest';
import { reconcile } from '../../shared/operations/reconcile/reconcile.ts';
import { aClient, anOrder, ask, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const call = (key: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  ask(api, key, method, `/api/v1/${path}`, payload);

const routeChairs = (key: string, order_id: string, quantity: number) =>
  call(key, 'POST', 'orders/route', {
    ...anOrder({ external_order_id: order_id, lines: [{ sku: 'CHAIR', quantity }] }),
  });

const count = (key: string, quantity: number, counted_at: string | null, more: object = {}) =>
  call(key, 'POST', 'inventory', {
    ...(counted_at !== null && { counted_at }),
    inventory: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: quantity, ...more }],
  });

const change = (key: string, fields: object) =>
  call(key, 'POST', 'inventory/changes', { changes: [{ sku: 'CHAIR', warehouse_id: 'EWR1', ...fields }] });

async function chairs(key: string): Promise<[available: number, reserved: number, effective: number]> {
  const { body } = await call(key, 'GET', 'inventory?sku=CHAIR&warehouse_id=EWR1');
  const [row] = body.inventory;
  return [row.quantity_available, row.reserved_quantity, row.effective_quantity];
}

/** The time of the database, a moment after all that it has done. */
async function now(): Promise<string> {
  const { rows } = await api.db.pool.query<{ now: Date }>(
    `SELECT clock_timestamp() + interval '2 milliseconds' AS now, pg_sleep(0.004)`,
  );
  return rows[0]!.now.toISOString();
}

async function aStockedClient(units = 10) {
  const client = await aClient(api.db);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', units]);
  return client;
}

const faultsOf = async (slug: string) => (await reconcile(api.db, { client: slug })).differences;

async function slugOf(client_id: number): Promise<string> {
  const { slug } = await api.db.prisma.client.findUniqueOrThrow({ where: { id: client_id } });
  return slug;
}

describe('a counted sync', () => {
  it('ends the reservations that it knows of, and keeps those of the same moment or later', async () => {
    const { live, client_id } = await aStockedClient();
    await routeChairs(live, 'KNOWN', 3);
    const counted_at = await now();
    await routeChairs(live, 'LATER', 2);
    const { body } = await count(live, 7, counted_at);
    expect(body).toMatchObject({
      ...{ rows_stale: 0, rows_below_zero: 0, reservations_kept: 2, counted_at, rows_updated: 1 },
      short: { pairs_short: 0, pairs: [] },
    });
    expect(await chairs(live)).toEqual([7, 2, 5]);
    await call(live, 'POST', 'orders/KNOWN/release', {});
    expect(await chairs(live)).toEqual([7, 2, 5]);
    await call(live, 'POST', 'orders/LATER/release', {});
    expect(await chairs(live)).toEqual([7, 0, 7]);
    expect(await faultsOf(await slugOf(client_id))).toEqual([]);
  });

  it('leaves other pairs and their reservations as they are', async () => {
    const { live } = await aStockedClient();
    await stock(api.app, live, ['CHAIR', 'EWR1', 10], ['DESK', 'EWR1', 5]);
    await routeChairs(live, 'SO-1', 3);
    await call(live, 'POST', 'inventory', {
      counted_at: await now(),
      inventory: [{ sku: 'DESK', warehouse_id: 'EWR1', quantity_available: 4 }],
    });
    expect(await chairs(live)).toEqual([10, 3, 7]);
  });

  it('is left out where the pair was counted later, and applied where at the same moment', async () => {
    const { live } = await aStockedClient();
    const [first, second] = [await now(), await now()];
    await count(live, 8, second);
    expect((await count(live, 3, first)).body).toMatchObject({
      rows_stale: 1,
      rows_unchanged: 1,
      rows_updated: 0,
    });
    expect(await chairs(live)).toEqual([8, 0, 8]);
    await count(live, 6, second);
    expect(await chairs(live)).toEqual([6, 0, 6]);
  });

  it('has changes that it does not know of laid over, whatever arrives first', async () => {
    const { live, client_id } = await aStockedClient();
    const counted_at = await now();
    expect((await change(live, { change: -4 })).body.changes[0]).toMatchObject({
      ...{ quantity_available: 6, reserved_quantity: 0, effective_quantity: 6, applied: true },
    });
    await count(live, 20, counted_at);
    expect(await chairs(live)).toEqual([16, 0, 16]);
    expect((await count(live, 1, counted_at)).body).toMatchObject({ rows_below_zero: 1 });
    expect(await chairs(live)).toEqual([0, 0, 0]);
    await change(live, { change: 5 });
    expect(await chairs(live)).toEqual([2, 0, 2]);
    expect(await faultsOf(await slugOf(client_id))).toEqual([]);
  });

  it('names the pairs of which more is reserved than there is', async () => {
    const { live, client_id } = await aStockedClient();
    const counted_at = await now();
    await routeChairs(live, 'SO-1', 6);
    const { body } = await count(live, 4, counted_at);
    expect(body.short).toEqual({
      pairs_short: 1,
      pairs: [
        {
          sku: 'CHAIR',
          warehouse_id: 'EWR1',
          quantity_available: 4,
          reserved_quantity: 6,
          short_quantity: 2,
        },
      ],
    });
    expect(await chairs(live)).toEqual([4, 6, 0]);
    expect((await routeChairs(live, 'SO-2', 1)).body.results[0].status).toBe('NONE');
    expect(await faultsOf(await slugOf(client_id))).toEqual([]);
  });

  it('is refused if it is older than the log, and taken as of its arrival if it is in the future', async () => {
    const { live } = await aStockedClient();
    expect(await count(live, 4, '2020-01-01T00:00:00Z')).toMatchObject({
      status: 400,
      body: { code: 'counted_too_long_ago' },
    });
    expect((await count(live, 4, '2026-11-27T10:00:00')).status).toBe(422);
    await routeChairs(live, 'SO-1', 6);
    await count(live, 4, '2999-01-01T00:00:00Z');
    expect(await chairs(live)).toEqual([4, 0, 4]);
  });

  it('comes as CSV and as a file of any size, too', async () => {
    const { live } = await aStockedClient();
    const counted_at = await now();
    await routeChairs(live, 'SO-1', 3);
    for (const path of ['inventory', 'inventory/uploads']) {
      const response = await api.app.inject({
        method: 'POST',
        url: `/api/v1/${path}?counted_at=${encodeURIComponent(counted_at)}`,
        headers: { authorization: `Bearer ${live}`, 'content-type': 'text/csv' },
        payload: 'sku,warehouse_id,quantity_available\nCHAIR,EWR1,9\n',
      });
      expect([response.statusCode, response.json()]).toMatchObject([
        200,
        { reservations_kept: 3, counted_at },
      ]);
      expect(await chairs(live)).toEqual([9, 3, 6]);
    }
  });
});

describe('POST /inventory/changes', () => {
  it('takes CSV, and names the lines of its faults', async () => {
    const { live } = await aStockedClient();
    const csv = async (payload: string) => {
      const headers = { authorization: `Bearer ${live}`, 'content-type': 'text/csv' };
      return api.app.inject({ method: 'POST', url: '/api/v1/inventory/changes', headers, payload });
    };
    const rows = 'sku;warehouse_id;change;reason\nCHAIR;EWR1;-3;stolen\nCHAIR;ATL1;+2;\n';
    expect((await csv(rows)).json().changes).toMatchObject([
      { quantity_available: 7 },
      { quantity_available: 2 },
    ]);
    const { errors } = (await csv('sku,warehouse_id,change\nCHAIR,EWR1,1\nCHAIR,ATL1,0\n')).json();
    expect(errors).toMatchObject([{ path: 'line 3: change' }]);
    expect(await chairs(live)).toEqual([7, 0, 7]);
  });

  it('changes nothing if one of them cannot be made', async () => {
    const { live } = await aStockedClient();
    expect(await change(live, { change: -11 })).toMatchObject({
      status: 409,
      body: { code: 'quantity_below_zero', detail: 'There is less than would go: CHAIR at EWR1 has 10.' },
    });
    expect(await change(live, { change: 1, expected_quantity: 9 })).toMatchObject({
      status: 409,
      body: { code: 'quantity_changed' },
    });
    expect((await change(live, { change: 0 })).status).toBe(422);
    expect((await change(live, { change: 1, unknown: 1 })).status).toBe(422);
    expect((await change(live, { change: 1, happened_at: '2999-01-01T00:00:00Z' })).status).toBe(400);
    expect((await change(live, { change: 1, warehouse_id: 'NOWHERE' })).body.code).toBe('unknown_warehouse');
    expect(await chairs(live)).toEqual([10, 0, 10]);
  });
});

describe('a clock of the database that steps back', () => {
  it('makes no change, shipment or plain sync older than a count that was applied before', async () => {
    const { live, client_id } = await aStockedClient();
    await routeChairs(live, 'SO-1', 2);
    // As of an hour from now: the clock has stepped back by it since.
    await api.db.pool.query(
      `WITH later AS (
         UPDATE ledgers SET latest_count = clock_timestamp() + interval '1 hour' WHERE client_id = $1
         RETURNING id, floor(extract(epoch FROM latest_count) * 1000) AS moment
       )
       UPDATE stock s SET counts = json_build_array(json_build_array(10, l.moment, NULL, 0, 0, s.ingest_run_ids[1]))
       FROM later l WHERE s.ledger_id = l.id`,
      [client_id],
    );
    const { body } = await change(live, { change: 3 });
    expect(body.changes).toMatchObject([{ quantity_available: 13, applied: true }]);
    await count(live, 7, null);
    expect(await chairs(live)).toEqual([7, 0, 7]);
    await routeChairs(live, 'SO-2', 2);
    await call(live, 'POST', 'orders/SO-2/shipped', {});
    expect(await chairs(live)).toEqual([5, 0, 5]);
    await count(live, 4, null);
    expect(await chairs(live)).toEqual([4, 0, 4]);
    await change(live, { change: -1 });
    expect(await chairs(live)).toEqual([3, 0, 3]);
    expect(await faultsOf(await slugOf(client_id))).toEqual([]);
  });

  it('of a feed that is ahead is no reason to refuse its changes: they are of now', async () => {
    const { live } = await aStockedClient();
    const ahead = new Date(Date.now() + 4 * 60_000).toISOString();
    expect((await change(live, { change: 1, happened_at: ahead })).body.changes).toMatchObject([
      { quantity_available: 11, applied: true },
    ]);
    const tooFar = new Date(Date.now() + 6 * 60_000).toISOString();
    expect((await change(live, { change: 1, happened_at: tooFar })).status).toBe(400);
  });
});
