import type { SentSku } from './sent-skus.ts';

/** A SKU's last snapshot: by place a warehouse (database id), its units, and the sync that sent them. */
export interface StoredSku {
  readonly warehouses: readonly number[];
  readonly quantities: readonly number[];
  readonly ingest_run_ids: readonly number[];
}

/** The snapshot that takes its place. */
export interface MergedSku extends StoredSku {
  readonly sku: string;
}

/** What came of the rows that were sent of a SKU. */
export interface Merge {
  /** Null if the last snapshot's applies. */
  readonly merged: MergedSku | null;
  readonly inserted: number;
  readonly updated: number;
}

/**
 * Takes what was sent of a SKU into its last snapshot; what was not sent stays (routing-service-api.md section 3.2).
 * A row is updated where its units are others, or where it carries a value or description and the SKU's changed.
 */
export function mergeSku(
  sent: SentSku,
  stored: StoredSku | undefined,
  factsChanged: boolean,
  ingestRunId: number,
): Merge {
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

/** The place of a warehouse, or where it would be. Most snapshots have the order of the last one. */
function warehousePlace(warehouse: number, warehouses: readonly number[], likely: number): number {
  if (warehouses[likely] === warehouse) return likely;
  const place = warehouses.indexOf(warehouse);
  return place < 0 ? warehouses.length : place;
}
