import { describe, expect, it } from 'vitest';
import { aClient, anOrder, ask, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

const route = (key: string, order: object) =>
  send(api.app, key, 'POST', '/api/v1/orders/route', { payload: order });

const release = (
  key: string,
  orderId: string,
  { query = '', headers = {}, payload }: { query?: string; headers?: object; payload?: object } = {},
) => ask(api, key, 'POST', `/api/v1/orders/${orderId}/release${query}`, payload, headers);

async function reserved(key: string): Promise<number> {
  const response = await send(api.app, key, 'GET', '/api/v1/inventory');
  const rows: { reserved_quantity: number }[] = response.json().inventory;
  return rows.reduce((sum, row) => sum + row.reserved_quantity, 0);
}

async function aReservedOrder() {
  const client = await aClient(api.db);
  await stock(api.app, client.live, ['CHAIR', 'EWR1', 3], ['CHAIR', 'ATL1', 2], ['DESK', 'ATL1', 1]);
  const lines = [
    { sku: 'CHAIR', quantity: 2 },
    { sku: 'CHAIR', quantity: 3 },
    { sku: 'DESK', quantity: 1 },
  ];
  const routed = await route(client.live, anOrder({ lines }));
  const { routing_decision_id } = routed.json().results[0];
  return { ...client, routing_decision_id };
}

const usedBy = async (client_id: number) => {
  const { rows } = await api.db.pool.query<{ used: number }>(
    'SELECT coalesce(sum(routed_orders), 0)::int AS used FROM usage WHERE client_id = $1',
    [client_id],
  );
  return rows[0]!.used;
};

describe('POST /orders/{order_id}/release', () => {
  it('ends the active reservation, says of what, and counts no usage', async () => {
    const { live, client_id, routing_decision_id } = await aReservedOrder();
    expect(await reserved(live)).toBe(6);
    const { status, body } = await release(live, 'SO-1');
    expect([status, body]).toEqual([
      200,
      {
        order_id: 'SO-1',
        routing_decision_id,
        released_units: 6,
        released: expect.arrayContaining([
          { sku: 'CHAIR', warehouse_id: 'EWR1', quantity: 3 },
          { sku: 'CHAIR', warehouse_id: 'ATL1', quantity: 2 },
          { sku: 'DESK', warehouse_id: 'ATL1', quantity: 1 },
        ]),
      },
    ]);
    expect(await reserved(live)).toBe(0);
    expect(await usedBy(client_id)).toBe(1);
  });

  it('only says in a dry run what it would release, and ignores an Idempotency-Key', async () => {
    const { live } = await aReservedOrder();
    const headers = { 'idempotency-key': 'k' };
    const { status, body } = await release(live, 'SO-1', { query: '?dry_run=true', headers });
    expect([status, body.dry_run, body.routing_decision_id, body.released_units]).toEqual([
      200,
      true,
      null,
      6,
    ]);
    expect(await reserved(live)).toBe(6);
    expect((await release(live, 'SO-1', { headers })).body.released_units).toBe(6);
  });

  it('gives the first answer again for its Idempotency-Key, and releases nothing that was reserved since', async () => {
    const { live } = await aReservedOrder();
    const headers = { 'idempotency-key': 'k' };
    const first = await release(live, 'SO-1', { headers });
    await route(live, anOrder());
    const again = await release(live, 'SO-1', { headers });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(await reserved(live)).toBe(1);
  });

  it('refuses a member of the body by its path', async () => {
    const { live } = await aReservedOrder();
    const { status, body } = await release(live, 'SO-1', { payload: { quantity: 1 } });
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'quantity', message: 'is not known to this endpoint' }],
    ]);
    expect((await release(live, 'SO-1', { payload: {} })).status).toBe(200);
  });
});
