import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { pipeline } from '../../db/pipeline.ts';
import { type MergedSku, mergeSku } from './merge-sku.ts';
import type { SentSku } from './sent-skus.ts';
import { type RowCounts, readStoredSkus, saveFacts, upsertStock } from './snapshot-store.ts';

/** A snapshot to merge. */
export interface SnapshotMerge {
  /** What was sent, in at least one part. Each SKU is in one part only. */
  readonly parts: Iterable<readonly SentSku[]> | AsyncIterable<readonly SentSku[]>;
  /** The version of the stock to write. */
  readonly version: Sql;
  /** Takes the locks that the sync needs, and its id. Its statements are sent before all others. */
  readonly open: () => Promise<number>;
}

/** The result of merging a snapshot. */
export interface MergedSnapshot {
  readonly ingest_run_id: number;
  readonly counts: RowCounts;
  /** The number of SKUs whose stock, value or description changed. */
  readonly changed: number;
  /** The stock of the last part. The caller saves it, together with other statements. */
  readonly unsaved: readonly MergedSku[];
}

/**
 * Merges a snapshot into the current stock, part by part. The stock of a part is written while the next part is read.
 * `open` takes the lock of the ledger's syncs, or the caller has it.
 */
export async function mergeSnapshot(
  tx: pg.PoolClient,
  ledgerId: number,
  { parts, version, open }: SnapshotMerge,
): Promise<MergedSnapshot> {
  let ingestRunId: number | undefined;
  let unsaved: MergedSku[] = [];
  let changed = 0;
  const counts = { received: 0, inserted: 0, updated: 0 };
  for await (const skus of parts) {
    const codes = skus.map(({ sku }) => sku);
    const { id, changedFacts, stored } = await pipeline(tx).run({
      id: () => ingestRunId ?? open(),
      changedFacts: () => saveFacts(tx, ledgerId, skus, version),
      stored: () => readStoredSkus(tx, ledgerId, codes),
      stock: upsertStock(ledgerId, unsaved, version),
    });
    ingestRunId = id;
    unsaved = [];
    for (const sent of skus) {
      const { sku } = sent;
      const factsChanged = changedFacts.has(sku);
      const { merged, inserted, updated } = mergeSku(sent, stored.get(sku), factsChanged, id);
      if (merged !== null) unsaved.push(merged);
      if (merged !== null || factsChanged) changed += 1;
      counts.received += sent.warehouses.length;
      counts.inserted += inserted;
      counts.updated += updated;
    }
  }
  return { ingest_run_id: ingestRunId!, counts, changed, unsaved };
}
