import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { pipeline, runAfter } from '../db/pipeline.ts';
import { type MergedSku, mergeSku } from './merge-sku.ts';
import type { SentSku } from './sent-skus.ts';
import { type RowCounts, readStoredSkus, saveFacts, upsertStock } from './snapshot-store.ts';

/** What is merged, and into what. */
export interface SnapshotMerge {
  /** What was sent. Each SKU is in one part. There is one part at least. */
  readonly parts: Iterable<readonly SentSku[]> | AsyncIterable<readonly SentSku[]>;
  /** The version of the stock that is written. */
  readonly version: Sql;
  /** Takes the sync's id, and the locks that it needs. Its statements are sent before all others. */
  readonly open: () => Promise<number>;
}

/** What came of it. */
export interface MergedSnapshot {
  readonly ingest_run_id: number;
  readonly counts: RowCounts;
  /** SKUs whose stock, value or description is another now. */
  readonly changed: number;
  /** Stock of the last part, still to be saved: it can go out with other statements. */
  readonly unsaved: readonly MergedSku[];
}

/**
 * Merges what was sent into the current stock, part by part. A part's stock is written while the next one is read.
 * The caller has the lock of the ledger's syncs.
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
      changedFacts: runAfter('id', () => saveFacts(tx, ledgerId, skus, version)),
      stored: runAfter('id', () => readStoredSkus(tx, ledgerId, codes)),
      stock: runAfter('id', upsertStock(ledgerId, unsaved, version)),
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
