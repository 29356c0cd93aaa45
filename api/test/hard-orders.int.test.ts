import { describe, expect, it } from 'vitest';
import { hardOrders, WAREHOUSES } from '../../shared/testing/hard-orders.ts';
import { aClient, anOrder, send, sharedApi, type TestClient } from './api.ts';

const warehouseId = (position: number) => `W${position}`;
const { orders, stock } = hardOrders(12);
const BATCH = JSON.stringify({
  orders: orders.map(({ order_id, destination_zip, lines }) => ({
    external_order_id: order_id,
    destination_zip,
    lines: lines.map(({ sku, quantity }) => ({ sku, quantity })),
  })),
});

const api = await sharedApi();
const client = await aClient(api.db, {
  warehouses: Array.from({ length: WAREHOUSES }, (_, position) => ({
    warehouse_id: warehouseId(position),
    warehouse_code: warehouseId(position),
    warehouse_name: warehouseId(position),
    zip: '60446',
    enabled: true,
    priority: position + 1,
  })),
  settings: { ranking: 'priority', max_shipments: null },
});
const rows = [...stock].flatMap(([sku, units]) =>
  units.flatMap((quantity, position) =>
    quantity === 0 ? [] : [{ sku, warehouse_id: warehouseId(position), quantity_available: quantity }],
  ),
);
const easy = { sku: 'EASY', warehouse_id: warehouseId(0), quantity_available: 1_000_000 };
const { statusCode, body } = await send(api.app, client.live, 'POST', '/api/v1/inventory', {
  payload: { inventory: [easy, ...rows] },
});
expect([statusCode, body]).toEqual([200, body]);

async function batch(query = '') {
  const { statusCode, body } = await send(
    api.app,
    client.live,
    'POST',
    `/api/v1/orders/batch-route${query}`,
    {
      headers: { 'content-type': 'application/json' },
      payload: BATCH,
    },
  );
  expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, '']);
  return JSON.parse(body);
}

/** Routes an easy order of another client. */
async function easyOrder(other: TestClient): Promise<void> {
  const payload = anOrder({ lines: [{ sku: 'EASY', quantity: 1 }] });
  const { statusCode } = await send(api.app, other.live, 'POST', '/api/v1/orders/route', { payload });
  expect(statusCode).toBe(200);
}

describe('a batch of hard orders', () => {
  it('keeps no other client waiting while it is decided, and ships what a dry run says', async () => {
    const other = await aClient(api.db, {});
    const tried = await batch('?dry_run=true');
    let ended = false;
    const answering = batch().finally(() => {
      ended = true;
    });
    let answered = 0;
    for (; !ended; answered++) await easyOrder(other);
    const answer = await answering;
    expect(answer.results.map((each: { shipments: unknown }) => each.shipments)).toEqual(
      tried.results.map((each: { shipments: unknown }) => each.shipments),
    );
    expect(answered).toBeGreaterThan(5);
  });
});
