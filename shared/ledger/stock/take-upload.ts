import type pg from 'pg';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { lockSyncs } from '../../account/ledger-lock.ts';
import type { dryRunSync, InventorySyncResult } from '../../contracts/inventory.ts';
import type { Database } from '../../db/database.ts';
import { allowLongLockWait } from '../../db/lock-waits.ts';
import { pipeline } from '../../db/pipeline.ts';
import { unprepared } from '../../db/sql.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import type { SaveKey } from '../idempotency/answer-once.ts';
import { readStaged, readStagedSkus, type SpooledRows, stageUpload } from './staged-upload.ts';
import { deleteOldVersions } from './stock-version.ts';
import type { InventorySyncDeps } from './sync.ts';
import { rowsOf, type Syncing, shown, takeSync, trySync } from './take-sync.ts';

/** Up to this number of rows an upload is counted under the ledger's lock. That takes about 50 ms. */
const FEW_ROWS = 2000;

/** The answer to a dry run of an upload. */
export type TriedSync = z.output<typeof dryRunSync>;

/**
 * Does what `syncInventory` does, for an upload of any size: it holds the ledger's lock shortly. Orders of the client do not
 * wait meanwhile; other syncs do. Throws AppError: duplicate_inventory_row, counted_too_long_ago.
 */
export async function takeUpload(
  { db, syncQueues }: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  saveKey: SaveKey,
  fewRows = FEW_ROWS,
): Promise<InventorySyncResult> {
  const { ledger_id } = principal;
  const configuration = await loadConfiguration(db, principal.configuration_id);
  const result = await syncQueues.run(ledger_id, () =>
    inLockedTransaction(db, { owner: principal.client_id, lock: null }, async (tx) => {
      await beginUpload(db, tx, ledger_id);
      const syncing = await staged(tx, principal, configuration, upload, fewRows);
      const { answer, save } = await takeSync(tx, syncing, saveKey);
      await pipeline(tx).commitWith({ save });
      return answer;
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
  await allowLongLockWait(tx, locks);
}

/** An upload whose rows are in the transaction's temporary table. */
async function staged(
  tx: pg.PoolClient,
  principal: Principal,
  configuration: StoredConfiguration,
  upload: SpooledRows,
  fewRows: number,
): Promise<Syncing> {
  const { text, placeOf, faults } = upload;
  const rows = await stageUpload(tx, principal.ledger_id, text, placeOf, faults);
  return {
    ...{ principal, configuration, parts: readStaged(tx) },
    snapshot: upload,
    readAgain: rows > fewRows ? (skus) => readStagedSkus(tx, skus) : null,
  };
}

/** What `takeUpload` would do now. It works on the next version of the stock, like a large upload, and is rolled back. */
export async function tryUpload(
  { db, syncQueues }: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
): Promise<TriedSync> {
  const { client_id, ledger_id } = principal;
  const configuration = await loadConfiguration(db, principal.configuration_id);
  return syncQueues.run(ledger_id, () =>
    inLockedTransaction(db, { owner: client_id, lock: null }, async (tx) => {
      await beginUpload(db, tx, ledger_id);
      const syncing = await staged(tx, principal, configuration, upload, 0);
      const { sums, faults } = await trySync(tx, syncing);
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
        ...rowsOf(sums),
        ...shown(faults, upload),
        dry_run: true,
        units_now,
        units_then: units_now + sums.units,
        rows_now,
        reserved_units,
      };
    }),
  );
}
