import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createRoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { readStockRows, type StockPosition } from './stock-rows.ts';

const service = await createRoutingFixture();
afterAll(() => service.close());

it('pages of stock are together what one page of all has, however few warehouses have a SKU', async () => {
  const { db } = service.deps;
  const { live } = await createTestAccount(db);
  const rows = fc
    .sample(fc.subarray(['EWR1', 'ATL1', 'ONT1'], { minLength: 1 }), 40)
    .flatMap((held, n) => held.map((warehouse_id) => ({ sku: `S-${n}`, warehouse_id, quantity: n })));
  await service.sync(live, rows);
  const whole = await readStockRows(db, live, {}, { after: null, limit: 1000 });
  expect(whole).toHaveLength(rows.length);
  for (const limit of [1, 2, 3, 5, 50]) {
    const read: typeof whole = [];
    for (let after: StockPosition | null = null; ; ) {
      const page = await readStockRows(db, live, {}, { after, limit });
      read.push(...page);
      if (page.length < limit) break;
      const { sku, warehouse_db_id } = page.at(-1)!;
      after = [sku, warehouse_db_id];
    }
    expect(read).toEqual(whole);
  }
});
