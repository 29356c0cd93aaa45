import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { loadConfiguration } from '../account/configurations.ts';
import { FoundFaults } from '../contracts/intake/found-faults.ts';
import type { InventoryRow } from '../contracts/inventory.ts';
import type { Database } from '../db/database.ts';
import type { Principal } from '../identity/principal.ts';
import { SnapshotWarehouses } from '../ledger/stock/snapshot-rows.ts';
import { type SpooledRows, stagedRow } from '../ledger/stock/staged-upload.ts';

/** Warehouses of `createTestAccount`. */
export const SITES = ['EWR1', 'ATL1', 'ONT1'];
/** Snapshots of a few SKUs, sent one after another. */
export const snapshots = fc.array(
  fc.uniqueArray(
    fc.record({
      sku: fc.constantFrom('A', 'B', 'C "\\'),
      warehouse_id: fc.constantFrom(...SITES),
      quantity: fc.nat(3),
      unit_value: fc.option(fc.constantFrom(1, 2.5, 3.00004), { nil: null }),
      unit_weight: fc.option(fc.constantFrom(0, 0.5, 7.00004), { nil: null }),
      sku_description: fc.option(fc.constantFrom('chair', 'ta\tble'), { nil: null }),
    }),
    { minLength: 1, maxLength: 9, selector: ({ sku, warehouse_id }) => `${sku} ${warehouse_id}` },
  ),
  { minLength: 1, maxLength: 4 },
);

type Facts = Pick<InventoryRow, 'unit_value' | 'unit_weight' | 'sku_description'>;

const NO_FACTS: Facts = { unit_value: null, unit_weight: null, sku_description: null };

/** Whether a row has a value, a weight or a description. */
const hasFacts = (row: Facts) =>
  row.unit_value !== null || row.unit_weight !== null || row.sku_description !== null;

const toFourDecimals = (amount: number | null) => (amount === null ? null : Number(amount.toFixed(4)));

/** The expected stock after some snapshots, what is known of each SKU, and the expected counts of each snapshot. */
export function afterSnapshots(sent: readonly (readonly (Partial<InventoryRow> & Facts)[])[]) {
  const stock = new Map<string, number>();
  const known = new Map<string, Facts>();
  const counts = sent.map((rows) => {
    const before = new Map(known);
    for (const { sku, unit_value, unit_weight, sku_description } of rows) {
      const was = known.get(sku!) ?? NO_FACTS;
      known.set(sku!, {
        unit_value: toFourDecimals(unit_value) ?? was.unit_value,
        unit_weight: toFourDecimals(unit_weight) ?? was.unit_weight,
        sku_description: sku_description ?? was.sku_description,
      });
    }
    let [inserted, updated] = [0, 0];
    for (const row of rows) {
      const { sku, warehouse_id, quantity } = row;
      const place = `${sku}@${warehouse_id}`;
      const changed = !isDeepStrictEqual(before.get(sku!) ?? NO_FACTS, known.get(sku!));
      if (!stock.has(place)) inserted += 1;
      else if (stock.get(place) !== quantity || (changed && hasFacts(row))) updated += 1;
      stock.set(place, quantity!);
    }
    return { rows_received: rows.length, rows_inserted: inserted, rows_updated: updated };
  });
  const facts = [...known].filter(([, each]) => hasFacts(each)).map(([sku, each]) => ({ sku, ...each }));
  return {
    counts,
    stock: [...stock].map(([place, units]) => `${place}=${units}`).sort(),
    facts: facts.sort((a, b) => (a.sku < b.sku ? -1 : 1)),
  };
}

/** Rows as an upload that was read and checked. */
export async function spooled(
  db: Database,
  principal: Principal,
  rows: readonly InventoryRow[],
): Promise<SpooledRows> {
  const placeOf = (position: number) => `line ${position}`;
  const warehouses = new SnapshotWarehouses(await loadConfiguration(db, principal.configuration_id), placeOf);
  const text = rows.map((row, position) => stagedRow(position, warehouses.of(row, position)!.db_id, row));
  return { source_name: null, text, placeOf, faults: new FoundFaults() };
}
