import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InventoryRow } from '../../contracts/inventory.ts';
import type { Principal } from '../../identity/principal.ts';
import { casesOf } from '../../testing/long.ts';
import { anInventoryRow, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { afterSnapshots, SITES, snapshots, spooled } from '../../testing/snapshots.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { takeUpload } from './receive-upload.ts';

const service = await createRoutingFixture();
const db = service.deps.db;

afterAll(() => service.close());

async function stored(ledgerId: number) {
  const { rows } = await db.pool.query<{ sku: string; warehouse: string; quantity: number }>(
    `SELECT i.sku, w.warehouse_id AS warehouse, i.quantity FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id
     WHERE i.ledger_id = $1 ORDER BY 1, 2`,
    [ledgerId],
  );
  return rows.map((row) => `${row.sku}@${row.warehouse}=${row.quantity}`);
}

async function facts(ledgerId: number) {
  const { rows } = await db.pool.query(
    'SELECT sku, unit_value, unit_weight, sku_description FROM skus WHERE ledger_id = $1 ORDER BY sku',
    [ledgerId],
  );
  return rows;
}

it('stock goes with its warehouse, and with its ledger', async () => {
  const one = await createTestAccount(db);
  const other = await createTestAccount(db);
  for (const ledger of [one.live, one.test, other.live])
    await service.sync(ledger, [
      { sku: 'A', unit_value: 1 },
      { sku: 'A', warehouse_id: 'ATL1' },
    ]);
  await db.pool.query(`DELETE FROM warehouses WHERE client_id = $1 AND warehouse_id = 'ATL1'`, [
    one.client_id,
  ]);
  expect(await stored(one.live.ledger_id)).toEqual(['A@EWR1=5']);
  expect(await stored(one.test.ledger_id)).toEqual(['A@EWR1=5']);
  await db.pool.query('DELETE FROM clients WHERE id = $1', [one.client_id]);
  const left = await db.pool.query(
    `SELECT ledger_id FROM inventory WHERE ledger_id = ANY($1) UNION ALL
       SELECT ledger_id FROM skus WHERE ledger_id = ANY($1)`,
    [[one.live.ledger_id, one.test.ledger_id]],
  );
  expect(left.rows).toEqual([]);
  expect(await stored(other.live.ledger_id)).toEqual(['A@ATL1=5', 'A@EWR1=5']);
  expect(await facts(other.live.ledger_id)).toHaveLength(1);
});

describe('a snapshot in memory and one that was written down', () => {
  it('leave the same stock and counts, whatever was there before', async () => {
    await fc.assert(
      fc.asyncProperty(snapshots, fc.constantFrom(0, 1, 1000), async (sent, fewSkus) => {
        const { live, test } = await createTestAccount(db);
        const { counts, stock, facts: known } = afterSnapshots(sent);
        for (const [index, rows] of sent.entries()) {
          const full = rows.map(anInventoryRow);
          expect(await service.sync(live, full)).toMatchObject(counts[index]!);
          expect(await takeWritten(test, full, fewSkus)).toMatchObject(counts[index]!);
        }
        for (const { ledger_id } of [live, test]) {
          expect((await stored(ledger_id)).sort()).toEqual(stock);
          expect(await facts(ledger_id)).toEqual(known);
        }
      }),
      { numRuns: casesOf(40) },
    );
  });

  it('are read in parts where they have many SKUs, whose rows come in any order', async () => {
    const { live } = await createTestAccount(db);
    const rows = SITES.slice(0, 2).flatMap((warehouse_id) =>
      Array.from({ length: 4500 }, (_, sku) =>
        anInventoryRow({ sku: `S${sku}`, warehouse_id, quantity: sku }),
      ),
    );
    expect(await takeWritten(live, rows)).toMatchObject({ rows_inserted: 9000, rows_updated: 0 });
    rows[4499] = anInventoryRow({ sku: 'S4499', quantity: 1 });
    expect(await takeWritten(live, rows)).toMatchObject({
      rows_inserted: 0,
      rows_updated: 1,
      rows_unchanged: 8999,
    });
    const [sum] = (
      await db.pool.query('SELECT sum(quantity)::int AS units FROM inventory WHERE ledger_id = $1', [
        live.ledger_id,
      ])
    ).rows;
    expect(sum.units).toBe(2 * ((4499 * 4500) / 2) - 4498);
  });

  async function takeWritten(principal: Principal, rows: readonly InventoryRow[], fewSkus?: number) {
    const upload = await spooled(db, principal, rows);
    return takeUpload(service.deps, principal, upload, () => [], fewSkus);
  }
});
