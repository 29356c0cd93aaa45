import { beforeAll, describe, expect, it } from 'vitest';
import { batchResponseB, orderResultB } from '../../shared/contracts/b/schema.ts';
import { aClient, anOrder, type SharedApi, send, sharedApi } from './api.ts';

let api: SharedApi;
beforeAll(async () => {
  api = await sharedApi();
});

const B = { client: { contract_variant: 'B', plan: 'pro', subscription_status: 'active' } };
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => anOrder({ external_order_id: `SO-${n}` }));
const batch = (key: string, orders: unknown) =>
  send(api.app, key, 'POST', '/api/v1/orders/batch-route', { payload: { orders } });
const sync = (key: string, inventory: unknown) =>
  send(api.app, key, 'POST', '/api/v1/inventory', { payload: { inventory } });

describe('a client of Variant B', () => {
  it('gets the order result itself for a single order', async () => {
    const { live } = await aClient(api.db, B);
    await sync(live, [{ sku: 'CHAIR', external_warehouse_id: 'EWR1', available_qty: 4 }]);
    const response = await send(api.app, live, 'POST', '/api/v1/orders/route', { payload: anOrder() });
    expect(orderResultB.parse(response.json())).toMatchObject({
      order_id: 'SO-1',
      status: 'FULL',
      selected_warehouse: { external_warehouse_id: 'EWR1', warehouse_code: 'W-001' },
      selected_warehouses: [],
      lines: [
        { sku: 'CHAIR', ordered_qty: 1, ship_qty: 1, allocations: [{ external_warehouse_id: 'EWR1' }] },
      ],
    });
  });

  it('gets the batch wrapper, for up to 250 orders', async () => {
    const { live } = await aClient(api.db, B);
    const response = await batch(live, numbered(250));
    expect(batchResponseB.parse(response.json()).results).toHaveLength(250);
    expect((await batch(live, numbered(251))).statusCode).toBe(413);
  });

  it('names a warehouse by the code of the service too', async () => {
    const { live } = await aClient(api.db, B);
    expect((await sync(live, [{ sku: 'CHAIR', warehouse_code: 'W-002', available_qty: 4 }])).statusCode).toBe(
      200,
    );
    const { inventory } = (await send(api.app, live, 'GET', '/api/v1/inventory')).json();
    expect(inventory).toMatchObject([{ warehouse_id: 'ATL1', quantity_available: 4 }]);
    const unknown = await sync(live, [{ sku: 'CHAIR', warehouse_code: 'W-009', available_qty: 4 }]);
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json().detail).toMatch(
      /^Unknown Warehouse ID "W-009" .* Enabled Warehouse IDs: W-001, W-002\.$/,
    );
  });

  it('sees its history in its variant', async () => {
    const { live } = await aClient(api.db, B);
    const payload = anOrder();
    const answer = (await send(api.app, live, 'POST', '/api/v1/orders/route', { payload })).json();
    const { routings } = (await send(api.app, live, 'GET', '/api/v1/orders/SO-1')).json();
    expect(routings[0].result).toEqual(answer);
  });
});
