import type { StoredConfiguration } from '../../account/configurations.ts';
import { type FoundFaults, placeText, type WholeReading } from '../../contracts/intake/found-faults.ts';
import type { IntakeFault } from '../../contracts/intake/intake-record.ts';
import { AppError } from '../../foundation/errors/app-error.ts';
import type { PairKey } from './pair.ts';
import { fieldPath, type InventoryRow, type PlaceOf, SnapshotWarehouses } from './snapshot-rows.ts';

/** The rows of a snapshot for one SKU. */
export interface SentSku {
  readonly sku: string;
  /** Where each row stands in what was sent. */
  readonly positions: number[];
  /** The database id of the warehouse, by row. */
  readonly warehouses: number[];
  /** Units by row. */
  readonly quantities: number[];
  /** What each row says of its SKU; null: nothing. */
  readonly facts: (SkuFacts | null)[];
}

/** What is known of a SKU beside its stock. */
export type SkuFacts = Pick<InventoryRow, 'unit_value' | 'unit_weight' | 'sku_description'>;

/**
 * Groups the rows of a snapshot by SKU, in the order in which they were sent.
 * Throws AppError: unknown_warehouse; duplicate_inventory_row if a SKU has the same warehouse twice.
 */
export function groupBySku(
  rows: readonly InventoryRow[],
  warehouses: SnapshotWarehouses,
  placeOf: PlaceOf,
): SentSku[] {
  const skus = new Map<string, SentSku>();
  let duplicate: number | null = null;
  rows.forEach((row, position) => {
    const sent = skus.get(row.sku) ?? emptySku(row.sku);
    if (sent.warehouses.length === 0) skus.set(row.sku, sent);
    const warehouse = warehouses.of(row, position)?.db_id;
    if (warehouse === undefined) return;
    if (sent.warehouses.includes(warehouse)) duplicate ??= position;
    addRow(sent, position, warehouse, row);
  });
  if (warehouses.refusal !== null) throw warehouses.refusal;
  if (duplicate !== null) {
    const row = rows[duplicate]!;
    throw duplicateRow(row.sku, warehouses.of(row, duplicate)!.warehouse_id, placeOf(duplicate));
  }
  return [...skus.values()];
}

/** The pairs that were sent. */
export function pairsSent(sent: readonly SentSku[]): PairKey[] {
  return sent.flatMap(({ sku, warehouses }) => warehouses.map((warehouse) => ({ sku, warehouse })));
}

/** A SKU without rows. */
export function emptySku(sku: string): SentSku {
  return { sku, positions: [], warehouses: [], quantities: [], facts: [] };
}

/** Adds the next row of a SKU. */
export function addRow(
  sent: SentSku,
  position: number,
  warehouse: number,
  { quantity, unit_value, unit_weight, sku_description }: SkuFacts & Pick<InventoryRow, 'quantity'>,
): void {
  sent.positions.push(position);
  sent.warehouses.push(warehouse);
  sent.quantities.push(quantity);
  const says = unit_value !== null || unit_weight !== null || sku_description !== null;
  sent.facts.push(says ? { unit_value, unit_weight, sku_description } : null);
}

/** The error of a snapshot that has a SKU twice at one warehouse. `place` names the second row. */
export function duplicateRow(sku: string, warehouse: string, place: string): AppError {
  return new AppError(
    'duplicate_inventory_row',
    `Duplicate inventory row: SKU ${sku} at ${warehouse} appears more than once (again at ${place}). ` +
      'A SKU may appear only once per warehouse in one request.',
  );
}

/** The same for a row that is left out. No row of the pair is taken, because nobody knows which one is right. */
export function repeatedRow(sku: string, warehouse: string, place: string): IntakeFault {
  const message = `repeats SKU ${sku} at ${warehouse}; none of its rows is taken, because nobody knows which one is right`;
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
