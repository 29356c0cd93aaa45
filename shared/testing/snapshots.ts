import fc from 'fast-check';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Database } from '../db/database.ts';
import { type InventoryRow, SnapshotWarehouses } from '../routing/inventory/snapshot-rows.ts';
import { stagedRow } from '../routing/inventory/staged-upload.ts';
import type { SpooledRows } from '../routing/inventory/take-upload.ts';

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
      sku_description: fc.option(fc.constantFrom('chair', 'ta\tble'), { nil: null }),
    }),
    { minLength: 1, maxLength: 9, selector: ({ sku, warehouse_id }) => `${sku} ${warehouse_id}` },
  ),
  { minLength: 1, maxLength: 4 },
);

/** The expected stock after some snapshots, and the expected counts of each. */
export function afterSnapshots(sent: readonly (readonly Partial<InventoryRow>[])[]) {
  const stock = new Map<string, number>();
  const facts = new Map<string, { unit_value: number | null; sku_description: string | null }>();
  const counts = sent.map((rows) => {
    const before = new Map(facts);
    for (const { sku, unit_value, sku_description } of rows) {
      const known = facts.get(sku!);
      facts.set(sku!, {
        unit_value: unit_value === null ? (known?.unit_value ?? null) : Number(unit_value!.toFixed(4)),
        sku_description: sku_description ?? known?.sku_description ?? null,
      });
    }
    let [inserted, updated] = [0, 0];
    for (const { sku, warehouse_id, quantity, unit_value, sku_description } of rows) {
      const place = `${sku}@${warehouse_id}`;
      const [was, is] = [before.get(sku!), facts.get(sku!)!];
      const changed =
        (was?.unit_value ?? null) !== is.unit_value || (was?.sku_description ?? null) !== is.sku_description;
      if (!stock.has(place)) inserted += 1;
      else if (
        stock.get(place) !== quantity ||
        (changed && (unit_value !== null || sku_description !== null))
      )
        updated += 1;
      stock.set(place, quantity!);
    }
    return { rows_received: rows.length, rows_inserted: inserted, rows_updated: updated };
  });
  return { counts, stock: [...stock].map(([place, units]) => `${place}=${units}`).sort() };
}

/** Rows as an upload that was read and checked. */
export async function spooled(
  db: Database,
  principal: Principal,
  rows: readonly InventoryRow[],
): Promise<SpooledRows> {
  const placeOf = (position: number) => `line ${position}`;
  const warehouses = new SnapshotWarehouses(await loadConfiguration(db, principal.configuration_id), placeOf);
  const text = rows.map((row, position) => stagedRow(position, warehouses.idOf(row, position), row));
  return { source_name: null, text, placeOf };
}
