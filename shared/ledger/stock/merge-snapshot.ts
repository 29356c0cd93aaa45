import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { pipeline } from '../../db/pipeline.ts';
import { countStockRows, type ReportedRows, type ReportedWarehouses } from './reported-rows.ts';
import type { SentSku } from './sent-skus.ts';
import {
  type MergedSku,
  type RowCounts,
  readStoredSkus,
  type StoredSku,
  saveFacts,
  upsertStock,
} from './snapshot-store.ts';

/** A snapshot to merge. */
export interface SnapshotMerge {
  /** What was sent, in at least one part. Each SKU is in one part only. */
  readonly parts: Iterable<readonly SentSku[]> | AsyncIterable<readonly SentSku[]>;
  /** The version of the stock to write. */
  readonly version: Sql;
  /** Takes the locks that the sync needs, and its id. Its statements are sent before all others. */
  readonly open: () => Promise<number>;
  /** The current snapshot of the SKUs that are sent, if the caller has read it. */
  readonly stored?: ReadonlyMap<string, StoredSku>;
}

/** The result of merging a snapshot. */
export interface MergedSnapshot {
  readonly ingest_run_id: number;
  readonly counts: RowCounts;
  /** The number of SKUs whose stock, value or description changed. */
  readonly changed: number;
  /** By how many units there is more stock. */
  readonly units: number;
  /** The stock of the last part. The caller saves it, together with other statements. */
  readonly unsaved: readonly MergedSku[];
  readonly reported: ReportedWarehouses;
  /** The rows that each warehouse had before. */
  readonly rowsBefore: ReadonlyMap<number, number>;
}

/**
 * Merges a snapshot into the current stock, part by part. The stock of a part is written while the next part is read.
 * `open` takes the lock of the ledger's syncs, or the caller has it.
 */
export async function mergeSnapshot(
  tx: pg.PoolClient,
  ledgerId: number,
  { parts, version, open, stored: known }: SnapshotMerge,
): Promise<MergedSnapshot> {
  let ingestRunId: number | undefined;
  let unsaved: MergedSku[] = [];
  let [changed, units] = [0, 0];
  let rowsBefore: ReadonlyMap<number, number> | undefined;
  const reported: ReportedWarehouses = new Map();
  const counts = { received: 0, inserted: 0, updated: 0 };
  for await (const skus of parts) {
    const codes = skus.map(({ sku }) => sku);
    const { id, rows, changedFacts, stored } = await pipeline(tx).run({
      id: () => ingestRunId ?? open(),
      rows: () => rowsBefore ?? countStockRows(tx, ledgerId),
      changedFacts: () => saveFacts(tx, ledgerId, skus, version),
      stored: () => known ?? readStoredSkus(tx, ledgerId, codes),
      stock: upsertStock(ledgerId, unsaved, version),
    });
    ingestRunId = id;
    rowsBefore = rows;
    unsaved = [];
    for (const sent of skus) {
      const { sku } = sent;
      const factsChanged = changedFacts.has(sku);
      const { merged, inserted, updated, ...more } = mergeSku(
        sent,
        stored.get(sku),
        factsChanged,
        id,
        reported,
      );
      units += more.units;
      if (merged !== null) unsaved.push(merged);
      if (merged !== null || factsChanged) changed += 1;
      counts.received += sent.warehouses.length;
      counts.inserted += inserted;
      counts.updated += updated;
    }
  }
  return { ingest_run_id: ingestRunId!, counts, changed, units, unsaved, reported, rowsBefore: rowsBefore! };
}

/** The result of merging the rows of a SKU. */
export interface SkuMerge {
  /** null: the current snapshot stays. */
  readonly merged: MergedSku | null;
  /** Rows that are new, and rows that change the SKU. */
  readonly inserted: number;
  readonly updated: number;
  /** By how many units there is more stock. */
  readonly units: number;
}

/**
 * Merges the rows that were sent for a SKU into its current snapshot. Warehouses that were not sent stay as they are
 * (docs/explanation/stock.md). A row counts as updated if its units differ, or if it has a value or
 * description and the SKU's value or description changed. The rows are counted in `reported`.
 */
export function mergeSku(
  sent: SentSku,
  stored: StoredSku | undefined,
  factsChanged: boolean,
  ingestRunId: number,
  reported: ReportedWarehouses,
): SkuMerge {
  const { sku } = sent;
  const warehouses = [...(stored?.warehouses ?? [])];
  const quantities = [...(stored?.quantities ?? [])];
  const ingest_run_ids = [...(stored?.ingest_run_ids ?? [])];
  let inserted = 0;
  let updated = 0;
  let more = 0;
  let isMerged = false;
  sent.warehouses.forEach((warehouse, row) => {
    const known = warehouses.indexOf(warehouse);
    const isNew = known < 0;
    const place = isNew ? warehouses.length : known;
    const units = sent.quantities[row]!;
    more += units - (isNew ? 0 : quantities[place]!);
    const isOther = isNew || quantities[place] !== units;
    const rows = rowsAt(reported, warehouse);
    rows.reported += 1;
    if (isNew) rows.inserted += 1;
    if (!isOther) rows.unchanged += 1;
    if (isNew) inserted += 1;
    else if (isOther || (factsChanged && sent.with_facts[row]!)) updated += 1;
    if (!isOther) return;
    isMerged = true;
    warehouses[place] = warehouse;
    quantities[place] = units;
    ingest_run_ids[place] = ingestRunId;
  });
  const merged = isMerged ? { sku, warehouses, quantities, ingest_run_ids } : null;
  return { merged, inserted, updated, units: more };
}

function rowsAt(reported: ReportedWarehouses, warehouse: number): ReportedRows {
  const known = reported.get(warehouse);
  if (known !== undefined) return known;
  const rows = { reported: 0, inserted: 0, unchanged: 0 };
  reported.set(warehouse, rows);
  return rows;
}
