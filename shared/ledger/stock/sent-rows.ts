import type { StoredConfiguration } from '../../account/configurations.ts';
import { type FoundFaults, placeText, type WholeReading } from '../../contracts/intake/found-faults.ts';
import type { IntakeFault } from '../../contracts/intake/intake-record.ts';
import type { InventoryRow } from '../../contracts/inventory.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { PairKey } from './pair.ts';
import { fieldPath, type NamedWarehouse, type PlaceOf, SnapshotWarehouses } from './snapshot-rows.ts';

/** A row of a sync whose warehouse is known. */
export interface SentRow extends PairKey, SkuFacts {
  /** Where it stands in what was sent. */
  readonly position: number;
  readonly quantity: number;
}

/** What is known of a SKU beside its stock. */
export type SkuFacts = Pick<InventoryRow, 'unit_value' | 'unit_weight' | 'sku_description'>;

/** Whether a row says anything of its SKU. */
export const saysFacts = ({ unit_value, unit_weight, sku_description }: SkuFacts): boolean =>
  unit_value !== null || unit_weight !== null || sku_description !== null;

/**
 * The rows of what was sent, each with the database id of its warehouse and that warehouse's ID.
 * Throws AppError: unknown_warehouse; duplicate_inventory_row if a SKU has the same warehouse twice.
 */
export function withWarehouses<Row extends NamedWarehouse & { readonly sku: string }>(
  rows: readonly Row[],
  configuration: StoredConfiguration,
  placeOf: PlaceOf,
): (Row & { readonly position: number; readonly warehouse: number; readonly warehouse_name: string })[] {
  const warehouses = new SnapshotWarehouses(configuration, placeOf);
  const seen = new Set<string>();
  let repeated: AppError | null = null;
  const found = rows.flatMap((row, position) => {
    const warehouse = warehouses.of(row, position);
    if (warehouse === null) return [];
    const { db_id, warehouse_id: warehouse_name } = warehouse;
    const pair = `${db_id} ${row.sku}`;
    if (seen.has(pair)) repeated ??= duplicateRow(row.sku, warehouse_name, placeOf(position));
    seen.add(pair);
    return [{ ...row, position, warehouse: db_id, warehouse_name }];
  });
  if (warehouses.refusal !== null) throw warehouses.refusal;
  if (repeated !== null) throw repeated;
  return found;
}

/** The error of a snapshot that has a SKU twice at one warehouse. `place` names the second row. */
export function duplicateRow(sku: string, warehouse: string, place: string): AppError {
  return new AppError(
    'duplicate_inventory_row',
    `Duplicate inventory row: SKU ${sku} at ${warehouse} appears more than once (again at ${place}). ` +
      'A SKU may appear only once per warehouse in one request.',
  );
}

/** The same for a row that is ignored, as all rows of its SKU and warehouse are. */
export function repeatedRow(sku: string, warehouse: string, place: string): IntakeFault {
  const message = `repeats SKU ${sku} at ${warehouse}; all rows of this SKU and warehouse are ignored: they contradict each other`;
  return { line: null, path: place, message };
}

/** The fault of a row whose count, with what changed since, is more than a quantity can be. */
export function tooLargeRow(place: string): IntakeFault {
  const message = 'is too large, with what has changed since it was counted';
  return { line: null, path: fieldPath(place, 'quantity_available'), message };
}

/** Rows without those of each SKU and warehouse that comes more than once, which are added to `faults`. */
export function withoutRepeats(
  { values, places }: WholeReading<InventoryRow>,
  configuration: StoredConfiguration,
  faults: FoundFaults,
): WholeReading<InventoryRow> {
  const warehouses = new SnapshotWarehouses(configuration, () => '');
  const warehouseOf = (row: InventoryRow) => warehouses.of(row, 0)!.warehouse_id;
  const pairs = values.map((row) => JSON.stringify([row.sku, warehouseOf(row)]));
  const rowsOf = new Map<string, number>();
  for (const pair of pairs) rowsOf.set(pair, (rowsOf.get(pair) ?? 0) + 1);
  const isKept = (_: unknown, index: number) => rowsOf.get(pairs[index]!) === 1;
  values.forEach((row, index) => {
    if (isKept(row, index)) return;
    faults.add([repeatedRow(row.sku, warehouseOf(row), placeText(places[index]!))]);
  });
  const kept = values.filter(isKept);
  faults.refuse(kept.length);
  return { values: kept, places: places.filter(isKept) };
}
