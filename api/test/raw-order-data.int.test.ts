import { expect, it } from 'vitest';
import { aClient, anOrder, sharedApi, stock } from './api.ts';

const api = await sharedApi();
const client = await aClient(api.db);
await stock(api.app, client.test, ['CHAIR', 'EWR1', 5], ['CHAIR', 'ATL1', 5]);

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, key = client.test) =>
  api.app.inject({
    method,
    url: `/api/v1/orders/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

it('raw_order_data is erased of all routings of an order, which say so, and nothing else changes', async () => {
  const raw_order_data = { note: 'for my aunt Quxine' };
  await call('POST', 'route', anOrder({ external_order_id: 'RAW-1', raw_order_data }));
  await call('POST', 'RAW-1/reroute', { exclude_warehouse_ids: ['EWR1'] });
  await call('POST', 'route', anOrder({ external_order_id: 'RAW-2', raw_order_data }));
  const before = (await call('GET', 'RAW-1')).json();
  const why = (await call('GET', 'RAW-1/why')).json();
  expect((await call('DELETE', 'RAW-1/raw_order_data')).json()).toEqual({ order_id: 'RAW-1', erased: 2 });
  const mark = { erased_at: expect.stringMatching(/^\d{4}-.*Z$/) };
  const after = (await call('GET', 'RAW-1')).json();
  expect(after.routings.map((each: typeof before) => each.order.raw_order_data)).toEqual([mark, mark]);
  for (const each of after.routings) each.order.raw_order_data = raw_order_data;
  expect(after).toEqual(before);
  expect((await call('GET', 'RAW-1/why')).json()).toEqual(why);
  expect((await call('GET', 'RAW-2')).json().routings[0].order.raw_order_data).toEqual(raw_order_data);

  await call('POST', 'RAW-1/reroute', {});
  expect((await call('DELETE', 'RAW-1/raw_order_data')).json()).toEqual({ order_id: 'RAW-1', erased: 0 });
  const { client_id } = client;
  expect(
    await api.db.prisma.auditEntry.findMany({ where: { client_id, action: 'orders.erase_raw_data' } }),
  ).toMatchObject([{ actor_kind: 'api_key', actor: 'ci', subject: 'orders/RAW-1', changes: [] }]);
});

it('an order that was never routed is a 404', async () => {
  expect((await call('DELETE', 'NONE/raw_order_data')).json()).toMatchObject({ code: 'not_found' });
});
