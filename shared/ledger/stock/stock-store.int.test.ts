import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../accounts/principal.ts';
import type { Database } from '../../db/database.ts';
import { oneOf, prepared } from '../../db/sql.ts';
import { createRoutingFixture, type RoutingFixture } from '../../testing/routing-fixture.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { StockPool } from './stock-pool.ts';
import { changedRows, rowsOf, type StoredStock, selectStock, toStock, updateStock } from './stock-store.ts';

let db: Database;
let service: RoutingFixture;

beforeAll(async () => {
  service = await createRoutingFixture();
  db = service.deps.db;
});

afterAll(() => service.close());

async function reservedOfStock(ledgerId: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT format('%s@%s %s/%s', i.sku, w.warehouse_id, i.reserved, i.quantity) AS text
     FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.ledger_id = $1 ORDER BY 1`,
    [ledgerId],
  );
  return rows.map(({ text }) => text);
}

/** Reserves two units of each SKU under a configuration with only one of the warehouses. */
async function reserveTwo(
  { ledger_id }: Principal,
  warehouse: string,
  skus: readonly string[],
): Promise<void> {
  const source = { kind: 'ledger', ledger_id } as const;
  const { rows: ids } = await db.pool.query<{ id: number }>(
    `SELECT w.id FROM warehouses w JOIN ledgers l USING (client_id) WHERE l.id = $1 AND w.warehouse_id = $2`,
    [ledger_id, warehouse],
  );
  const warehouses = ids.map(({ id }) => id);
  const { rows } = await db.pool.query<[string | null]>({
    ...prepared(selectStock(rowsOf(source), oneOf(skus))),
    rowMode: 'array',
  });
  const pool = new StockPool<StoredStock>(toStock(rows[0]![0], warehouses, skus));
  for (const sku of skus) pool.release(sku, 0, -2);
  const changed = changedRows(warehouses, pool.changes());
  for (const update of updateStock(source, changed)) await db.pool.query(prepared(update));
}

describe('stock that a run changed', () => {
  for (const [name, skus] of [
    ['few SKUs', ['A', 'B']],
    ['many', [...'ABCDEFGH']],
  ] as const) {
    it(`is saved, ${name} of it, and what the run does not know of stays as it is`, async () => {
      const { live } = await createTestAccount(db);
      await service.sync(
        live,
        [...skus, 'Z'].flatMap((sku) => [
          { sku, warehouse_id: 'EWR1', quantity: 5 },
          { sku, warehouse_id: 'ATL1', quantity: 7 },
        ]),
      );
      await reserveTwo(live, 'ATL1', skus);
      await reserveTwo(live, 'EWR1', skus);
      await reserveTwo(live, 'ATL1', skus);
      expect(await reservedOfStock(live.ledger_id)).toEqual(
        [...skus.flatMap((sku) => [`${sku}@ATL1 4/7`, `${sku}@EWR1 2/5`]), 'Z@ATL1 0/7', 'Z@EWR1 0/5'].sort(),
      );
    });
  }

  it('is refused by the database where more were promised than there are', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', quantity: 3 }]);
    await reserveTwo(live, 'EWR1', ['A']);
    await expect(reserveTwo(live, 'EWR1', ['A'])).rejects.toMatchObject({
      constraint: 'stock_never_oversold',
    });
    expect(await reservedOfStock(live.ledger_id)).toEqual(['A@EWR1 2/3']);
  });

  it('begins again with the next sync, also at warehouses that it does not name', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A' }, { sku: 'A', warehouse_id: 'ATL1' }, { sku: 'B' }]);
    await reserveTwo(live, 'EWR1', ['A', 'B']);
    await service.sync(live, [{ sku: 'A', warehouse_id: 'ATL1', quantity: 6 }]);
    await reserveTwo(live, 'ATL1', ['A', 'B']);
    expect(await reservedOfStock(live.ledger_id)).toEqual(['A@ATL1 2/6', 'A@EWR1 0/5', 'B@EWR1 0/5']);
  });
});
