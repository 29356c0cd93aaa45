import { afterAll, expect, it } from 'vitest';
import { parseAccountFile } from '../account/account-file.ts';
import { applyAccountFile } from '../account/apply-account.ts';
import { reconcile } from '../operations/reconcile/reconcile.ts';
import { createRoutingFixture, linesOf } from '../testing/routing-fixture.ts';
import { createTestAccount } from '../testing/test-account.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

it('routing-only mode neither makes nor applies reservations, but ends one of an order that is sent again', async () => {
  const { live, slug } = await createTestAccount(db);
  await service.sync(live, [{ sku: 'A', quantity: 1 }]);
  await service.route(live, [{ order_id: 'o1' }]);
  const settings = { use_inventory_availability: false };
  await applyAccountFile(db, parseAccountFile({ client: { slug }, settings }), { baseDir: null });
  const client = await db.prisma.client.findUniqueOrThrow({ where: { slug } });
  const principal = { ...live, configuration_id: client.configuration_id! };
  const reserved = async () => {
    const { rows } = await db.pool.query(
      'SELECT order_id, sku, ship_qty FROM active_reservations WHERE ledger_id = $1',
      [live.ledger_id],
    );
    return rows;
  };
  const { run } = await service.route(principal, [{ order_id: 'o2', lines: linesOf({ A: 50 }) }]);
  expect(run.full_count).toBe(1);
  expect(await reserved()).toEqual([{ order_id: 'o1', sku: 'A', ship_qty: 1 }]);
  await service.route(principal, [{ order_id: 'o1' }]);
  expect(await reserved()).toEqual([]);
  expect((await reconcile(db, { client: slug })).differences).toEqual([]);
});

it.each([
  ['consumes it, and the next one starts over', true, [1, 1]],
  ['shows every order the same', false, [2, 0]],
])('the stock of Variant B is a snapshot: a batch %s', async (_, consume, [full, none]) => {
  const { live } = await createTestAccount(db, {
    client: { contract_variant: 'B' },
    settings: { consume_inventory_during_batch: consume },
  });
  await service.sync(live, [{ sku: 'A', quantity: 1 }]);
  for (const _batch of [1, 2])
    expect((await service.route(live, [{}, {}])).run).toMatchObject({ full_count: full, none_count: none });
  const { rows } = await db.pool.query('SELECT reserved FROM inventory WHERE ledger_id = $1', [
    live.ledger_id,
  ]);
  expect(rows).toEqual([{ reserved: 0 }]);
});
