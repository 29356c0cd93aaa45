import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../accounts/principal.ts';
import type { Database } from '../../db/database.ts';
import { casesOf } from '../../testing/long.ts';
import { anInventoryRow, createRoutingFixture, type RoutingFixture } from '../../testing/routing-fixture.ts';
import { afterSnapshots, SITES, snapshots, spooled } from '../../testing/snapshots.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import type { InventoryRow } from './snapshot-rows.ts';
import { syncInventory } from './sync.ts';
import { takeUpload } from './take-upload.ts';

let db: Database;
let service: RoutingFixture;

beforeAll(async () => {
  service = await createRoutingFixture();
  db = service.deps.db;
});

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

describe('syncInventory', () => {
  it('counts new, changed and unchanged rows, and deletes none', async () => {
    const { live, client_id } = await createTestAccount(db);
    const first = await service.sync(live, [{ sku: 'A' }, { sku: 'B', quantity: 0 }]);
    expect(first).toMatchObject({
      client_id,
      rows_received: 2,
      rows_upserted: 2,
      rows_inserted: 2,
      rows_updated: 0,
      rows_unchanged: 0,
      rows_deleted: 0,
    });
    const second = await service.sync(live, [
      { sku: 'A', quantity: 7 },
      { sku: 'C' },
      { sku: 'B', quantity: 0 },
    ]);
    expect(second).toMatchObject({ rows_inserted: 1, rows_updated: 1, rows_unchanged: 1, rows_deleted: 0 });
    expect(second.ingest_run_id).toBeGreaterThan(first.ingest_run_id);
    await service.sync(live, [{ sku: 'C', warehouse_id: 'ATL1', quantity: 2 }]);
    expect(await stored(live.ledger_id)).toEqual(['A@EWR1=7', 'B@EWR1=0', 'C@ATL1=2', 'C@EWR1=5']);
  });

  it('keeps the latest value, weight and description of a SKU, whatever the warehouse', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [
      { sku: 'A', unit_value: 4.5, unit_weight: 2.00015, sku_description: 'chair' },
      { sku: 'A', warehouse_id: 'ATL1', unit_value: 5.12345 },
    ]);
    const first = { sku: 'A', unit_value: 5.1235, unit_weight: 2.0002, sku_description: 'chair' };
    expect(await facts(live.ledger_id)).toEqual([first]);
    const again = await service.sync(live, [{ sku: 'A', unit_value: 4.5 }]);
    expect(again).toMatchObject({ rows_updated: 1, rows_unchanged: 0 });
    expect(await facts(live.ledger_id)).toEqual([{ ...first, unit_value: 4.5 }]);
    const heavier = await service.sync(live, [{ sku: 'A', unit_weight: 3 }]);
    expect(heavier).toMatchObject({ rows_updated: 1, rows_unchanged: 0 });
    const silent = await service.sync(live, [{ sku: 'A' }]);
    expect(silent).toMatchObject({ rows_updated: 0, rows_unchanged: 1 });
    expect(await facts(live.ledger_id)).toEqual([{ ...first, unit_value: 4.5, unit_weight: 3 }]);
  });

  it('keeps the name of the sender with the ingest run', async () => {
    const { live } = await createTestAccount(db);
    const { ingest_run_id } = await syncInventory(service.deps, live, {
      source_name: 'erp',
      rows: [anInventoryRow()],
    });
    const run = await db.prisma.ingestRun.findUniqueOrThrow({
      where: { id: ingest_run_id, ledger_id: live.ledger_id },
    });
    expect(run).toMatchObject({ source_name: 'erp', rows_received: 1, rows_inserted: 1 });
  });

  it('refuses a SKU that is listed twice at one warehouse, and saves nothing', async () => {
    const { live } = await createTestAccount(db);
    await expect(
      service.sync(live, [{ sku: 'A' }, { sku: 'A', warehouse_id: null, warehouse_code: 'W-001' }]),
    ).rejects.toMatchObject({
      code: 'duplicate_inventory_row',
      message: expect.stringContaining('inventory[1]'),
    });
    expect(await stored(live.ledger_id)).toEqual([]);
  });

  it('refuses unknown and disabled warehouses with the list of the enabled ones, and keeps nothing', async () => {
    const { live } = await createTestAccount(db, {
      warehouses: [
        { warehouse_id: 'EWR1', warehouse_code: 'W-1', warehouse_name: 'Edison', zip: '08837' },
        { warehouse_id: 'OFF1', warehouse_code: 'W-2', warehouse_name: 'Off', zip: '08837', enabled: false },
      ],
    });
    for (const warehouse_id of ['NOPE', 'OFF1', 'ewr1']) {
      await expect(service.sync(live, [{ sku: 'A' }, { sku: 'B', warehouse_id }])).rejects.toMatchObject({
        code: 'unknown_warehouse',
        message: expect.stringMatching(
          new RegExp(
            `^Unknown Warehouse ID "${warehouse_id}".*Warehouses page\\. Enabled Warehouse IDs: EWR1\\.$`,
          ),
        ),
      });
    }
    expect(await stored(live.ledger_id)).toEqual([]);
  });

  it('finds a warehouse by the code of the service', async () => {
    const { live } = await createTestAccount(db);
    await service.sync(live, [{ sku: 'A', warehouse_id: null, warehouse_code: 'W-002', quantity: 3 }]);
    expect(await stored(live.ledger_id)).toEqual(['A@ATL1=3']);
  });

  it('keeps test and live stock, and the stock of clients, apart', async () => {
    const one = await createTestAccount(db);
    const other = await createTestAccount(db);
    await service.sync(one.live, [{ sku: 'A', quantity: 1 }]);
    await service.sync(one.test, [{ sku: 'A', quantity: 2 }]);
    await service.sync(other.live, [{ sku: 'A', quantity: 3 }]);
    expect(await stored(one.live.ledger_id)).toEqual(['A@EWR1=1']);
    expect(await stored(one.test.ledger_id)).toEqual(['A@EWR1=2']);
    expect(await stored(other.live.ledger_id)).toEqual(['A@EWR1=3']);
    expect(await stored(other.test.ledger_id)).toEqual([]);
  });

  it('lets stock go with its warehouse, and with its ledger', async () => {
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
