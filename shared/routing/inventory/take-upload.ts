import { loadConfiguration } from '../../accounts/configurations.ts';
import { lockSyncs } from '../../accounts/ledger-lock.ts';
import type { Principal } from '../../accounts/principal.ts';
import { pipeline } from '../../db/pipeline.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { SaveKey } from '../idempotency/answer-once.ts';
import { mergeSnapshot } from './merge-snapshot.ts';
import type { PlaceOf, Snapshot } from './snapshot-rows.ts';
import { startEpoch, takeIngestRunId, upsertStock } from './snapshot-store.ts';
import { readStaged, stagedAt, stageUpload } from './staged-upload.ts';
import { copyRemaining, deleteOldVersions, foldNext, nextVersion } from './stock-version.ts';
import { type InventorySyncDeps, type InventorySyncResult, recordSync } from './sync.ts';

/** Up to this number of changed SKUs the current version is changed. That locks the ledger for about 50 ms. */
const FEW_SKUS = 1000;

/** An upload whose rows were read and checked. */
export interface SpooledRows extends Pick<Snapshot, 'source_name' | 'warnings' | 'skipped'> {
  /** The rows as `stagedRow` writes them. */
  readonly text: Iterable<string> | AsyncIterable<string>;
  readonly placeOf: PlaceOf;
}

/**
 * Does what `syncInventory` does, for an upload of any size. It merges the rows into the next version of the stock, and
 * takes the ledger's lock only to switch to that version. Orders of the client do not wait meanwhile; other syncs do.
 * If few SKUs change, it copies these into the current version instead. Throws AppError duplicate_inventory_row.
 */
export async function takeUpload(
  { db, syncMutex }: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  saveKey: SaveKey,
  fewSkus = FEW_SKUS,
): Promise<InventorySyncResult> {
  const { ledger_id } = principal;
  const configuration = await loadConfiguration(db, principal.configuration_id);
  const version = nextVersion(ledger_id);
  const result = await syncMutex.run(ledger_id, () =>
    inTransaction(db.pool, async (tx) => {
      await stageUpload(tx, ledger_id, upload.text, upload.placeOf);
      await lockSyncs(tx, ledger_id);
      const open = () => takeIngestRunId(tx);
      const merged = await mergeSnapshot(tx, ledger_id, { parts: readStaged(tx), version, open });
      await pipeline(tx).run({ stock: upsertStock(ledger_id, merged.unsaved, version) });
      const switchVersion = merged.changed > fewSkus;
      if (switchVersion) await copyRemaining(tx, ledger_id);
      const { result, records } = recordSync(principal, configuration, merged, upload, saveKey, stagedAt);
      await pipeline(tx).commitWith({
        ledger: startEpoch(ledger_id, { switchVersion }),
        stock: switchVersion ? null : foldNext(ledger_id),
        ...records,
      });
      return result;
    }),
  );
  // The upload has taken effect. If this fails, the daily pruning deletes the old versions.
  await deleteOldVersions(db.pool, ledger_id).catch(() => {});
  return result;
}
