import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { aClient, anOrder, openApi, sharedApi, stock } from './api.ts';

const api = await sharedApi();
/** Another process on the same database. */
const other = await openApi(api.db);
afterAll(async () => {
  await other.close();
});

async function post(
  key: string,
  url: string,
  payload: object | string,
  idempotencyKey: string,
  { app } = api,
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': idempotencyKey,
      ...(typeof payload === 'string' ? { 'content-type': 'application/x-ndjson' } : {}),
    },
    payload,
  });
}

const batch = (count: number) => ({
  orders: Array.from({ length: count }, (_, index) =>
    anOrder({
      external_order_id: `SO-${index}`,
      destination_zip: ['10001', '30301', 'nowhere'][index % 3],
      lines: [
        { sku: 'CHAIR', quantity: 1 + (index % 5), unit_value: 12.345 },
        { sku: 'LÄMP "1"', quantity: 1 },
      ],
    }),
  ),
});
const snapshot = { inventory: [{ sku: 'CHAIR', warehouse_id: 'EWR1', quantity_available: 7 }] };

const REQUESTS: readonly (readonly [url: string, body: object | string, other: object | string])[] = [
  ['/inventory', snapshot, { ...snapshot, source_name: 'x' }],
  ['/orders/route', anOrder(), anOrder({ is_vip: true })],
  ['/orders/batch-route', batch(40), batch(41)],
  ['/runs', JSON.stringify(anOrder()), JSON.stringify(anOrder({ is_vip: true }))],
];

/** How often each thing happened in a client's live ledger. */
async function effects(clientId: number) {
  const { rows } = await api.db.pool.query(
    `SELECT (SELECT count(*)::int FROM runs WHERE client_id = $1) AS runs,
            (SELECT count(*)::int FROM orders o JOIN ledgers l ON l.id = o.ledger_id WHERE l.client_id = $1) AS orders,
            (SELECT count(*)::int FROM ingest_runs i JOIN ledgers l ON l.id = i.ledger_id WHERE l.client_id = $1) AS syncs,
            (SELECT coalesce(sum(routed_orders), 0)::int FROM usage WHERE client_id = $1) AS usage`,
    [clientId],
  );
  return rows[0];
}

describe.each(REQUESTS)('an Idempotency-Key on POST %s', (url, body, otherBody) => {
  it.each(['A', 'B'] as const)(
    'gives the first answer again, byte for byte (%s)',
    async (contract_variant) => {
      const client = await aClient(api.db, { client: { contract_variant } });
      await stock(
        api.app,
        client.live,
        ['CHAIR', 'EWR1', 30],
        ['CHAIR', 'ATL1', 20],
        ['LÄMP "1"', 'ATL1', 25],
      );
      const first = await post(client.live, url, body, 'k-1');
      expect(first.statusCode).toBe(url === '/runs' ? 202 : 200);
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      const before = await effects(client.client_id);
      for (const process of [api, other]) {
        const again = await post(client.live, url, body, 'k-1', process);
        expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
        expect(again.headers.location).toBe(first.headers.location);
        expect(again.headers['idempotent-replayed']).toBe('true');
      }
      expect(await effects(client.client_id)).toEqual(before);
    },
  );

  it('is a 409 with another body', async () => {
    const client = await aClient(api.db);
    await post(client.live, url, body, 'k-1');
    const before = await effects(client.client_id);
    const conflict = await post(client.live, url, otherBody, 'k-1');
    expect([conflict.statusCode, conflict.json()]).toEqual([
      409,
      { detail: 'This Idempotency-Key was used with another request.', code: 'idempotency_conflict' },
    ]);
    expect(await effects(client.client_id)).toEqual(before);
  });

  it('takes effect once where requests come together, in two processes', async () => {
    const client = await aClient(api.db);
    const answers = await Promise.all(
      [api, other, api, other].map((process) => post(client.live, url, body, 'k-1', process)),
    );
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    const { runs, syncs } = await effects(client.client_id);
    expect(runs + syncs).toBe(1);
  });

  it("is a ledger's own", async () => {
    const [one, two] = [await aClient(api.db), await aClient(api.db)];
    const answers = [];
    for (const key of [one.live, one.test, two.live]) answers.push(await post(key, url, body, 'k-1'));
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(3);
  });
});

describe('an Idempotency-Key', () => {
  it('is not kept for a request that was refused', async () => {
    const client = await aClient(api.db, { client: { plan: 'trial' } });
    expect((await post(client.live, '/orders/batch-route', batch(16), 'k-1')).statusCode).toBe(402);
    expect((await post(client.live, '/orders/route', { ...anOrder(), lines: [] }, 'k-1')).statusCode).toBe(
      400,
    );
    const row = { sku: 'A', warehouse_id: 'NOWHERE', quantity_available: 1 };
    expect((await post(client.live, '/inventory', { inventory: [row] }, 'k-1')).statusCode).toBe(400);
    expect((await post(client.live, '/orders/batch-route', batch(15), 'k-1')).statusCode).toBe(200);
    // the first of these has used up the plan, and is answered again all the same
    expect((await post(client.live, '/orders/batch-route', batch(15), 'k-1')).statusCode).toBe(200);
    expect((await effects(client.client_id)).usage).toBe(15);
  });

  it('gives the answer again after later events', async () => {
    const client = await aClient(api.db);
    await stock(api.app, client.live, ['CHAIR', 'EWR1', 1]);
    const first = await post(client.live, '/orders/route', anOrder(), 'k-1');
    await post(client.live, '/orders/route', anOrder(), randomUUID()); // replaces its reservation
    await stock(api.app, client.live, ['CHAIR', 'EWR1', 0]);
    expect((await post(client.live, '/orders/route', anOrder(), 'k-1')).body).toBe(first.body);
  });

  it('gives the answer of a cancellation again', async () => {
    const client = await aClient(api.db);
    const { routing_run_id } = (await post(client.live, '/runs', JSON.stringify(anOrder()), 'k-1')).json();
    const cancel = (run: number) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1/runs/${run}/cancel`,
        headers: { authorization: `Bearer ${client.live}`, 'idempotency-key': 'k-2' },
      });
    const first = await cancel(routing_run_id);
    expect(first.json()).toMatchObject({ status: 'cancelled' });
    expect((await cancel(routing_run_id)).body).toBe(first.body);
    expect((await cancel(routing_run_id + 1)).statusCode).toBe(409);
  });
});

describe('a key that is older than 24 hours', () => {
  it.each(REQUESTS)('is taken again by POST %s with another body', async (url, body, otherBody) => {
    const { live } = await aClient(api.db);
    await stock(api.app, live, ['CHAIR', 'EWR1', 100]);
    const key = randomUUID();
    const age = (hours: number) =>
      api.db.pool.query(
        'UPDATE idempotency_keys SET created_at = now() - make_interval(hours => $2) WHERE key = $1',
        [key, hours],
      );
    const first = await post(live, url, body, key);
    await age(23);
    expect((await post(live, url, otherBody, key)).statusCode).toBe(409);
    await age(24);
    const later = await post(live, url, otherBody, key);
    expect(later.statusCode).toBe(first.statusCode);
    expect((await post(live, url, body, key)).statusCode).toBe(409);
  });
});
