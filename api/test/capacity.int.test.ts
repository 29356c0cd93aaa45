import { expect, it } from 'vitest';
import { createTestAccount } from '../../shared/testing/test-account.ts';
import { aPerson } from './account/people.ts';
import { anOrder, send, sharedApi, stock } from './api.ts';

const api = await sharedApi();

it('finds as many orders as a day of a warehouse counts, with a calendar or without, shipped or not', async () => {
  const calendar = {
    time_zone: 'UTC',
    cut_off: '00:00',
    ship_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
  };
  const account = await createTestAccount(api.db, {
    warehouses: [
      { warehouse_id: 'EWR1', zip: '08837', capacity: { shipments_per_day: 9 }, calendar },
      { warehouse_id: 'ONT1', zip: '91761', capacity: { shipments_per_day: 9 } },
    ],
  });
  const { headers } = await aPerson(api.db, 'member', account.client_id);
  const get = async (path: string) => {
    const url = `/account/v1/${path}${path.includes('?') ? '&' : '?'}environment=live`;
    return (await api.app.inject({ url, headers })).json();
  };
  const act = async (path: string, payload: object) =>
    expect(
      (await send(api.app, account.keys.live, 'POST', `/api/v1/orders/${path}`, { payload })).statusCode,
    ).toBe(200);
  await stock(api.app, account.keys.live, ['CHAIR', 'EWR1', 9], ['LAMP', 'ONT1', 9]);
  const lines = { east: [{ sku: 'CHAIR', quantity: 1 }], west: [{ sku: 'LAMP', quantity: 1 }] };
  const both = [...lines.east, ...lines.west];
  const orders = { E1: lines.east, E2: lines.east, E3: lines.east, W1: lines.west, B1: both, B2: both };
  for (const [external_order_id, of] of Object.entries(orders))
    await act('route', anOrder({ external_order_id, lines: of }));
  await act('E1/release', {});
  await act('E2/shipped', {});
  await act('B1/shipped', { shipments: [{ warehouse_id: 'ONT1', lines: lines.west }] });

  const { warehouses } = await get('capacity');
  const counted: Record<string, number> = {};
  for (const { warehouse_id, days } of warehouses) {
    for (const { date, taken } of days.slice(0, 3)) {
      const query = `warehouse_id=${warehouse_id}&ships_on=${date}`;
      expect([query, (await get(`order-count?${query}`)).orders]).toEqual([query, taken]);
      counted[warehouse_id] = (counted[warehouse_id] ?? 0) + taken;
    }
  }
  expect(counted).toEqual({ EWR1: 4, ONT1: 3 });
  const [{ date }] = warehouses[1].days;
  const { orders: ofBoth } = await get(`orders?ships_on=${date}`);
  expect(ofBoth.map(({ order_id }: { order_id: string }) => order_id)).toEqual(['B2', 'B1', 'W1']);
});
