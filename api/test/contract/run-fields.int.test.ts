import { expect, it } from 'vitest';
import { aClient, sharedApi, stock, type TestClient } from '../api.ts';
import { callsOf, VARIANT_B } from './calls.ts';
import { MIXED_ACCOUNT, MIXED_ORDERS, MIXED_STOCK } from './mixed-batch.ts';

/** Each field of a run's answer, by its value for the orders of one batch. Those of its results: decisions.int.test.ts. */
const api = await sharedApi();
const call = callsOf(api.app);

async function routed(fields: object): Promise<TestClient & { readonly run: Record<string, unknown> }> {
  const client = await aClient(api.db, { ...MIXED_ACCOUNT, client: fields });
  await stock(api.app, client.live, ...MIXED_STOCK);
  const response = await call.batch(client.live, MIXED_ORDERS);
  expect(response.statusCode).toBe(200);
  return { ...client, run: response.json() };
}

it('counts its orders by status, and has their results in request order', async () => {
  const { client_id, live, run } = await routed({});
  expect(run).toMatchObject({
    client_id,
    client_run_number: 1,
    status: 'completed',
    orders_considered: 15,
    orders_routed: 15,
    full_count: 5,
    split_count: 2,
    partial_count: 3,
    partial_split_count: 1,
    none_count: 4,
    results: MIXED_ORDERS.map(({ external_order_id }) => ({ order_id: external_order_id })),
  });
  const { routings } = (await call.get(live, 'orders/FULL')).json();
  expect(routings).toMatchObject([{ routing_run_id: run.routing_run_id, client_run_number: 1 }]);
});

it('has results in request order in Variant B, too', async () => {
  const { run, client_id } = await routed(VARIANT_B);
  expect(run).toMatchObject({
    client_id,
    results: MIXED_ORDERS.map(({ external_order_id }) => ({ order_id: external_order_id })),
  });
});

it('has the next number of its client, whatever others route, and one result for a single order', async () => {
  const [one, other] = [await aClient(api.db), await aClient(api.db)];
  for (const [key, client_run_number] of [
    [one.live, 1],
    [other.live, 1],
    [one.live, 2],
  ] as const)
    expect((await call.route(key)).json()).toMatchObject({ client_run_number, results: [{}] });
});
