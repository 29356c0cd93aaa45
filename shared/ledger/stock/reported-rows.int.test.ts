import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { InventoryRow } from '../../contracts/inventory.ts';
import type { Principal } from '../../identity/principal.ts';
import { casesOf } from '../../testing/long.ts';
import { anInventoryRow, createRoutingFixture } from '../../testing/routing-fixture.ts';
import { spooled } from '../../testing/snapshots.ts';
import { createTestAccount } from '../../testing/test-account.ts';
import { takeUpload } from './receive-upload.ts';
import { readStockRows } from './stock-rows.ts';

const service = await createRoutingFixture();

afterAll(() => service.close());

type Row = Pick<InventoryRow, 'sku' | 'warehouse_id' | 'quantity'>;

/** The syncs that last reported and last changed each row. */
type Known = Map<string, { readonly quantity: number; readonly reported: number; readonly changed: number }>;

function learn(known: Known, rows: readonly Row[], syncId: number): void {
  for (const { sku, warehouse_id, quantity } of rows) {
    const place = `${sku}@${warehouse_id}`;
    const before = known.get(place);
    const changed = before?.quantity === quantity ? before.changed : syncId;
    known.set(place, { quantity, reported: syncId, changed });
  }
}

/** What the account shows, with the ids of the syncs for their times. */
async function shown(principal: Principal): Promise<Known> {
  const { db } = service.deps;
  const { rows } = await db.pool.query<{ id: number; created_at: Date }>(
    'SELECT id, created_at FROM ingest_runs WHERE ledger_id = $1 ORDER BY id',
    [principal.ledger_id],
  );
  const idOf = new Map(rows.map(({ id, created_at }) => [created_at.toISOString(), id]));
  const stock = await readStockRows(db, principal, {}, { after: null, limit: 1000 });
  return new Map(
    stock.map(({ sku, warehouse_id, quantity_available, synced_at, changed_at, ingest_run_id }) => {
      expect(idOf.get(changed_at!)).toBe(ingest_run_id);
      const times = { reported: idOf.get(synced_at!)!, changed: ingest_run_id! };
      return [`${sku}@${warehouse_id}`, { quantity: quantity_available, ...times }];
    }),
  );
}

const SKUS = ['A', 'B', 'C', 'ü', 'D\n', 'e'];

/** Rows of a snapshot, each SKU and warehouse once. Quantities are mostly the same. */
const snapshot = fc
  .uniqueArray(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      warehouse_id: fc.constantFrom('EWR1', 'ATL1'),
      quantity: fc.constantFrom(1, 1, 1, 2),
    }),
    { selector: ({ sku, warehouse_id }) => `${sku}@${warehouse_id}`, minLength: 1 },
  )
  .map((rows): Row[] => rows);

/** Sends a snapshot as a request or as a large upload. Returns the sync's id, when the next one has another time. */
async function send(principal: Principal, rows: readonly Row[], large: boolean): Promise<number> {
  const { deps } = service;
  const taken = large
    ? takeUpload(deps, principal, await spooled(deps.db, principal, rows.map(anInventoryRow)), () => [], 0)
    : service.sync(principal, rows);
  const { ingest_run_id } = await taken;
  await deps.db.pool.query('SELECT pg_sleep(0.002)');
  return ingest_run_id;
}

describe('the last sync that reported a row', () => {
  it('is known of each row, whatever was reported before and after', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(snapshot, fc.boolean()), { maxLength: 12 }), async (syncs) => {
        const { live } = await createTestAccount(service.deps.db);
        const known: Known = new Map();
        for (const [rows, large] of syncs) learn(known, rows, await send(live, rows, large));
        expect(await shown(live)).toEqual(known);
      }),
      { numRuns: casesOf(100) },
    );
  });
});
