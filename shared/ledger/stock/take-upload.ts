import type pg from 'pg';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration } from '../../account/configurations.ts';
import { lockSyncs } from '../../account/ledger-lock.ts';
import type { dryRunSync, InventorySyncResult } from '../../contracts/inventory.ts';
import { allowLongLockWait } from '../../db/lock-waits.ts';
import { pipeline } from '../../db/pipeline.ts';
import { unprepared } from '../../db/sql.ts';
import { inLockedTransaction } from '../../db/transaction.ts';
import type { Principal } from '../../identity/principal.ts';
import type { SaveKey } from '../idempotency/answer-once.ts';
import { MAX_ROWS } from './refuse-snapshot.ts';
import { readStaged, readStagedSkus, type SpooledRows, stageUpload } from './staged-upload.ts';
import { deleteOldVersions } from './stock-version.ts';
import type { InventorySyncDeps } from './sync.ts';
import { rowsOf, type Syncing, shown, takeSync, trySync } from './take-sync.ts';

/** The answer to a dry run of an upload. */
export type TriedSync = z.output<typeof dryRunSync>;

/**
 * Does what `syncInventory` does, for an upload of any size. One of no more rows than a request may have is counted like it,
 * under the ledger's lock. A larger one holds the lock shortly: orders of the client do not wait meanwhile; other syncs do.
 * Throws AppError: duplicate_inventory_row, counted_too_long_ago.
 */
export async function takeUpload(
  deps: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  saveKey: SaveKey,
  fewRows = MAX_ROWS,
): Promise<InventorySyncResult> {
  const result = await onStaged(deps, principal, upload, fewRows, async (tx, syncing) => {
    const { answer, save } = await takeSync(tx, syncing, saveKey);
    await pipeline(tx).commitWith({ save });
    return answer;
  });
  // The upload has taken effect. If this fails, the daily pruning deletes the old versions.
  await deleteOldVersions(deps.db.pool, principal.ledger_id).catch(() => {});
  return result;
}

/** Does something with an upload whose rows are in the transaction's temporary table. */
async function onStaged<Result>(
  { db, syncQueues }: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
  fewRows: number,
  work: (tx: pg.PoolClient, syncing: Syncing) => Promise<Result>,
): Promise<Result> {
  const { client_id: owner, ledger_id, configuration_id } = principal;
  const configuration = await loadConfiguration(db, configuration_id);
  return syncQueues.run(ledger_id, () =>
    inLockedTransaction(db, { owner, lock: null }, async (tx) => {
      // First of all: what follows takes too long to be done again because another lock is not free.
      await lockSyncs(tx, ledger_id);
      await allowLongLockWait(tx, db.locks);
      const { text, placeOf, faults } = upload;
      const rows = await stageUpload(tx, ledger_id, text, placeOf, faults);
      return work(tx, {
        ...{ principal, configuration, parts: readStaged(tx), snapshot: upload },
        readAgain: rows > fewRows ? (skus) => readStagedSkus(tx, skus) : null,
      });
    }),
  );
}

/** What `takeUpload` would do now. It works on the next version of the stock, like a large upload, and is rolled back. */
export function tryUpload(
  deps: InventorySyncDeps,
  principal: Principal,
  upload: SpooledRows,
): Promise<TriedSync> {
  const { client_id, ledger_id } = principal;
  return onStaged(deps, principal, upload, 0, async (tx, syncing) => {
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
    const { units_now, ...now } = rows[0]!;
    return {
      ...{ client_id, ingest_run_id: null, ...rowsOf(sums), ...shown(faults, upload) },
      ...{ dry_run: true, units_now, units_then: units_now + sums.units, ...now },
    };
  });
}
