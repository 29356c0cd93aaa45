import type { SentSku } from './sent-skus.ts';

/**
 * A SKU's current snapshot. The lists have an element for each warehouse: its database id, its units, the sync that
 * sent them.
 */
export interface StoredSku {
  readonly warehouses: readonly number[];
  readonly quantities: readonly number[];
  readonly ingest_run_ids: readonly number[];
}

/** A SKU's next snapshot. */
export interface MergedSku extends StoredSku {
  readonly sku: string;
}

/** The result of merging the rows of a SKU. */
export interface SkuMerge {
  /** null: the current snapshot stays. */
  readonly merged: MergedSku | null;
  /** Rows that are new, and rows that change the SKU. */
  readonly inserted: number;
  readonly updated: number;
}

/**
 * Merges the rows that were sent for a SKU into its current snapshot. Warehouses that were not sent stay as they are
 * (docs/explanation/stock.md). A row counts as updated if its units differ, or if it has a value or
 * description and the SKU's value or description changed.
 */
export function mergeSku(
  sent: SentSku,
  stored: StoredSku | undefined,
  factsChanged: boolean,
  ingestRunId: number,
): SkuMerge {
  const { sku } = sent;
  const warehouses = [...(stored?.warehouses ?? [])];
  const quantities = [...(stored?.quantities ?? [])];
  const ingest_run_ids = [...(stored?.ingest_run_ids ?? [])];
  let inserted = 0;
  let updated = 0;
  let isMerged = false;
  sent.warehouses.forEach((warehouse, row) => {
    const place = warehousePlace(warehouse, warehouses, row);
    const isNew = place === warehouses.length;
    const units = sent.quantities[row]!;
    const isOther = isNew || quantities[place] !== units;
    if (isNew) inserted += 1;
    else if (isOther || (factsChanged && sent.with_facts[row]!)) updated += 1;
    if (!isOther) return;
    isMerged = true;
    warehouses[place] = warehouse;
    quantities[place] = units;
    ingest_run_ids[place] = ingestRunId;
  });
  return { merged: isMerged ? { sku, warehouses, quantities, ingest_run_ids } : null, inserted, updated };
}

/**
 * The index of a warehouse, or of the end if it is new. `likely` is tried first: most snapshots have the same order.
 */
function warehousePlace(warehouse: number, warehouses: readonly number[], likely: number): number {
  if (warehouses[likely] === warehouse) return likely;
  const place = warehouses.indexOf(warehouse);
  return place < 0 ? warehouses.length : place;
}
