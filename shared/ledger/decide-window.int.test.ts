import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { RoutedRun } from '../contracts/routed-run.ts';
import { RequestQueues } from '../testing/request-queues.ts';
import { anOrder, createTwoServices, linesOf, openRoutingFixture } from '../testing/routing-fixture.ts';
import { anAccountFile, createTestAccount, type TestAccount } from '../testing/test-account.ts';

const both = await createTwoServices();
const [service] = both.services;
afterAll(() => both.close());

const SETTINGS = { batch_optimization: 'improve', batch_max_days_later: null } as const;

/** The last lamp of Edison goes to the first order, and the second order takes two shipments: one by one. */
async function aShop(settings: object = SETTINGS): Promise<TestAccount> {
  const file = anAccountFile();
  const account = await createTestAccount(both.db, {
    settings: { ...file.settings, ...settings } as never,
  });
  await service.sync(account.live, [
    { sku: 'LAMP', warehouse_id: 'EWR1', quantity: 1 },
    { sku: 'DESK', warehouse_id: 'EWR1', quantity: 1 },
    { sku: 'LAMP', warehouse_id: 'ATL1', quantity: 1 },
  ]);
  return account;
}

const orders = () => [
  anOrder({ order_id: 'SO-16', lines: linesOf({ LAMP: 1 }) }),
  anOrder({ order_id: 'SO-17', lines: linesOf({ LAMP: 1, DESK: 1 }) }),
];
const warehousesOf = ({ decisions }: RoutedRun) =>
  decisions.map(({ decision }) => decision.shipments.map(({ warehouse }) => warehouse));

it('reserves what ships in the end, and gives it back with the next batch of the same orders', async () => {
  const { live } = await aShop();
  const reserved = async () => {
    const { rows } = await both.db.pool.query<{ sku: string; reserved: number[] }>(
      'SELECT sku, reserved FROM stock WHERE ledger_id = $1 ORDER BY sku',
      [live.ledger_id],
    );
    return rows;
  };
  await service.route(live, orders());
  const first = await reserved();
  expect(warehousesOf(await service.route(live, orders()))).toEqual([[1], [0]]);
  expect(await reserved()).toEqual(first);
});

it('lets no order arrive later by default, and keeps single orders as they are', async () => {
  const { live } = await aShop({ batch_optimization: 'improve' });
  const together = await service.route(live, orders());
  expect(warehousesOf(together)).toEqual([[0], [0, 1]]);
  expect(together.run.optimization).toMatchObject({
    shipments_before: 3,
    shipments_after: 3,
    orders_improved: 0,
  });
  expect((await service.route(live, [anOrder()])).run.optimization).toBeUndefined();
});

it('decides orders alone whose units another request took while better routes were looked for', async () => {
  const { live } = await aShop();
  // The batch has its better routes and waits in the queue of its process; another process decides the single order.
  const queues = new RequestQueues(both.db);
  const { route, deps } = openRoutingFixture(both.db, queues);
  onTestFinished(() => deps.lanes.close());
  const other = { ...anOrder({ order_id: 'SO-1', lines: linesOf({ LAMP: 1 }) }), destination_zip: '30301' };
  let single: RoutedRun | undefined;
  const [batch] = await queues.fill(live.ledger_id, [() => route(live, orders())], async () => {
    single = await both.services[1].route(live, [other]);
  });
  expect(warehousesOf(single!)).toEqual([[1]]);
  if (batch?.status !== 'fulfilled') throw batch?.reason;
  expect(warehousesOf(batch.value)).toEqual([[0], [0]]);
  expect(batch.value.run).toMatchObject({ full_count: 1, partial_count: 1 });
  expect(batch.value.run.optimization).toMatchObject({ orders_improved: 0, orders_redecided: 2 });
});
