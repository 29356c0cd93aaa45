import { describe, expect, it } from 'vitest';
import { aClient, anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const VARIANTS = ['A', 'B'] as const;
const post = (key: string, path: string, payload: object | string, headers: Record<string, string> = {}) =>
  send(api.app, key, 'POST', `/api/v1/orders/${path}`, { payload, headers });

const ORDERS = [
  anOrder({ external_order_id: 'SO-1', lines: [{ sku: 'CHAIR', quantity: 2 }] }),
  anOrder({ external_order_id: 'SO-2', lines: [{ sku: 'CHAIR', quantity: 4 }] }),
  anOrder({ external_order_id: 'SO-3', destination_zip: 'nowhere' }),
];

async function aStockedClient(contract_variant: 'A' | 'B', client: object = {}) {
  const keys = await aClient(api.db, { client: { contract_variant, ...client } });
  await stock(api.app, keys.live, ['CHAIR', 'EWR1', 3], ['CHAIR', 'ATL1', 2]);
  return keys;
}

/** All rows that a request could write, and the state of the sequences that it could take ids of. */
async function footprint(client_id: number) {
  const { rows } = await api.db.pool.query(
    `SELECT (SELECT json_agg(s ORDER BY s.version, s.sku) FROM stock s JOIN ledgers l ON l.id = s.ledger_id
              WHERE l.client_id = $1) AS stock,
            (SELECT count(*) FROM orders o JOIN ledgers l ON l.id = o.ledger_id WHERE l.client_id = $1) AS orders,
            (SELECT json_agg(d ORDER BY d.id) FROM decisions d JOIN ledgers l ON l.id = d.ledger_id
              WHERE l.client_id = $1)::text AS decisions,
            (SELECT sum(routed_orders) FROM usage WHERE client_id = $1) AS usage,
            (SELECT sum(last_run_number) FROM ledgers WHERE client_id = $1) AS runs,
            (SELECT count(*) FROM idempotency_keys k JOIN ledgers l ON l.id = k.ledger_id
              WHERE l.client_id = $1) AS keys,
            -- The queue makes sequences in a schema of its own, after the service has started.
            (SELECT json_agg((sequencename, last_value) ORDER BY sequencename) FROM pg_sequences
              WHERE schemaname = 'public') AS sequences`,
    [client_id],
  );
  return rows[0];
}

/** An answer without what only a real one has. */
function withoutIds(answer: Record<string, unknown>): unknown {
  const { routing_run_id: _, client_run_number: __, routing_decision_id: ___, ...rest } = answer;
  const {
    results,
    dry_run: ____,
    why: _____,
    ...own
  } = rest as { results?: Record<string, unknown>[] } & typeof rest;
  return results ? { ...own, results: results.map(withoutIds) } : own;
}

describe.each(VARIANTS)('a dry run (%s)', (variant) => {
  it('answers what the request in earnest answers then, with null ids', async () => {
    const { live } = await aStockedClient(variant);
    const tried = await post(live, 'batch-route?dry_run=true', { orders: ORDERS });
    const body = tried.json();
    expect([tried.statusCode, body.dry_run, body.routing_run_id]).toEqual([200, true, null]);
    expect(body.results.map((result: Record<string, unknown>) => result.routing_decision_id)).toEqual([
      null,
      null,
      null,
    ]);
    expect(tried.body).not.toContain('"why"');
    const done = await post(live, 'batch-route', { orders: ORDERS });
    expect(withoutIds(body)).toEqual(withoutIds(done.json()));
  });

  it('keeps nothing and takes no id, with an Idempotency-Key that it ignores', async () => {
    const { live, client_id } = await aStockedClient(variant);
    await post(live, 'route', ORDERS[0]!);
    const before = await footprint(client_id);
    for (const path of ['route?dry_run=true', 'route?dry_run=true&explain=true']) {
      const answer = await post(live, path, ORDERS[0]!, { 'idempotency-key': 'k' });
      expect([answer.statusCode, answer.json().dry_run]).toEqual([200, true]);
    }
    await post(live, 'batch-route?dry_run=true', { orders: ORDERS }, { 'idempotency-key': 'k' });
    expect(await footprint(client_id)).toEqual(before);
  });

  it('explains each result as the stored decision is explained', async () => {
    const { live } = await aStockedClient(variant);
    await post(live, 'route', ORDERS[0]!);
    const tried = await post(live, 'batch-route?dry_run=true&explain=true', { orders: ORDERS });
    await post(live, 'batch-route', { orders: ORDERS });
    for (const { order_id, why } of tried.json().results) {
      const stored = await api.app.inject({
        url: `/api/v1/orders/${order_id}/why`,
        headers: { authorization: `Bearer ${live}` },
      });
      const { routing_decision_id: _, order_id: __, decided_at: ___, ...explanation } = stored.json();
      expect(why).toEqual(explanation);
    }
  });
});

describe('a dry run', () => {
  it('counts the units that the order itself has reserved as free', async () => {
    const { live } = await aStockedClient('A');
    const order = anOrder({ lines: [{ sku: 'CHAIR', quantity: 3 }] });
    await post(live, 'route', order);
    const again = await post(live, 'route?dry_run=true', order);
    expect(again.json().results[0].status).toBe('FULL');
    const other = await post(live, 'route?dry_run=true', { ...order, external_order_id: 'SO-9' });
    expect(other.json().results[0]).toMatchObject({ status: 'PARTIAL' });
  });

  it('waits for no lock of the ledger', async () => {
    const { live, client_id } = await aStockedClient('A');
    const holder = await api.db.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM ledgers WHERE client_id = $1 FOR UPDATE', [client_id]);
      const small = await post(live, 'route?dry_run=true', ORDERS[0]!);
      const large = await post(live, 'batch-route?dry_run=true', {
        orders: [anOrder({ raw_order_data: { note: 'x'.repeat(100_000) } })],
      });
      expect([small.statusCode, large.statusCode]).toEqual([200, 200]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('is refused where the request in earnest would be', async () => {
    const { live } = await aStockedClient('A', { routed_orders_limit: 2 });
    const beyondPlan = await post(live, 'batch-route?dry_run=true', { orders: ORDERS });
    expect([beyondPlan.statusCode, beyondPlan.json().code]).toEqual([402, 'usage_limit']);
    const orders = Array.from({ length: 5001 }, () => 0);
    const tooMany = await post(live, 'batch-route?dry_run=true', { orders });
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([413, 'too_many_orders']);
  });

  it.each([
    ['route?explain=true', {}],
    ['batch-route?explain=true', {}],
    ['batch-route?dry_run=true', { prefer: 'respond-async' }],
  ])('is refused with 400 by %s with %o', async (path, headers) => {
    const { live } = await aStockedClient('A');
    const payload = path.startsWith('batch') ? { orders: ORDERS } : ORDERS[0]!;
    const answer = await post(live, path, payload, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'incompatible_options']);
  });
});
