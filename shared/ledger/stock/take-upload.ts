import type pg from 'pg';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { lockSyncs } from '../../account/ledger-lock.ts';
import type { dryRunSync, InventorySyncResult } from '../../contracts/inventory.ts';
import type { Database } from '../../db/database.ts';
import { waitFully } from '../../db/lock-waits.ts';
import { pipeline } from '../../db/pipeline.ts';
import { prepared, unprepared } from '../../db/sql.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import type { SaveKey } from '../idempotency/answer-once.ts';
import { type MergedSnapshot, mergeSnapshot } from './merge-snapshot.ts';
import { type StartedEpoch, startEpoch, takeIngestRunId, upsertStock } from './snapshot-store.ts';
import { details, readStaged, type SpooledRows, stagedAt, stageUpload } from './staged-upload.ts';
import { copyRemaining, deleteOldVersions, foldNext, nextVersion } from './stock-version.ts';
import { type InventorySyncDeps, IsTracked, recordSync, rowsOf, shown } from './sync.ts';
import { takeCountedUpload } from './take-counted-upload.ts';

/** Up to this number of changed SKUs the current version is changed. That locks the ledger for about 50 ms. */
const FEW_SKUS = 1000;

/** The answer to a dry run of an upload. */
export type TriedSync = z.output<typeof dryRunSync>;

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
  const isCounted = principal.is_tracked || configuration.counts_shelf || upload.counted_at != null;
  const result = await syncMutex.run(ledger_id, () =>
    inLockedTransaction(db, { owner: principal.client_id, lock: null }, async (tx) => {
      await beginUpload(db, tx, ledger_id);
      if (isCounted) return takeCountedUpload(tx, { principal, configuration, upload, saveKey, fewSkus });
      const merged = await mergeUpload(tx, ledger_id, upload, () => takeIngestRunId(tx));
      await pipeline(tx).run({ stock: upsertStock(ledger_id, merged.unsaved, version) });
      const switchVersion = merged.changed > fewSkus;
      if (switchVersion) await copyRemaining(tx, ledger_id);
      const { ledger } = await pipeline(tx).run({
        ledger: () => tx.query<StartedEpoch>(prepared(startEpoch(ledger_id, { switchVersion }))),
      });
      const [{ is_tracked, as_of: taken_at }] = ledger.rows as [StartedEpoch];
      if (is_tracked) throw new IsTracked();
      const { result, records } = recordSync(
        principal,
        configuration,
        { ...merged, taken_at },
        details(upload),
        saveKey,
        stagedAt,
      );
      await pipeline(tx).commitWith({
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

/** Takes the lock of the syncs first of all. What follows takes too long to be done again because another lock is not free. */
async function beginUpload(
  { locks }: Pick<Database, 'locks'>,
  tx: pg.PoolClient,
  ledgerId: number,
): Promise<void> {
  await lockSyncs(tx, ledgerId);
  await waitFully(tx, locks);
}

/** Merges an upload into the next version of the stock. */
async function mergeUpload(
  tx: pg.PoolClient,
  ledgerId: number,
  { text, placeOf, faults }: SpooledRows,
  open: () => Promise<number>,
): Promise<MergedSnapshot> {
  await stageUpload(tx, ledgerId, text, placeOf, faults);
  return mergeSnapshot(tx, ledgerId, { parts: readStaged(tx), version: nextVersion(ledgerId), open });
}

/** What `takeUpload` would do now. It works on the next version of the stock, like an upload, and is rolled back. */
export async function tryUpload(
  { db, syncMutex }: InventorySyncDeps,
  { client_id, ledger_id }: Principal,
  upload: SpooledRows,
): Promise<TriedSync> {
  return syncMutex.run(ledger_id, () =>
    inLockedTransaction(db, { owner: client_id, lock: null }, async (tx) => {
      await beginUpload(db, tx, ledger_id);
      const { counts, units } = await mergeUpload(tx, ledger_id, upload, async () => 0);
      const { rows } = await tx.query<{ units_now: number; rows_now: number; reserved_units: number }>(
        unprepared(sql`
        SELECT coalesce(sum(u.free + u.reserved), 0)::bigint AS units_now, count(u.free)::int AS rows_now,
               coalesce(sum(u.reserved) FILTER (WHERE s.reserved_epoch = l.stock_epoch), 0)::bigint AS reserved_units
        FROM ledgers l
        JOIN stock s ON s.ledger_id = l.id AND s.version = l.stock_version
        CROSS JOIN LATERAL unnest(s.free, s.reserved) AS u (free, reserved)
        WHERE l.id = ${ledger_id}`),
      );
      await tx.query('ROLLBACK');
      const { units_now, rows_now, reserved_units } = rows[0]!;
      return {
        client_id,
        ingest_run_id: null,
        ...rowsOf(counts),
        ...shown(details(upload)),
        dry_run: true,
        units_now,
        units_then: units_now + units,
        rows_now,
        reserved_units,
      };
    }),
  );
}
