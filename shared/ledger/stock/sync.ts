import sql, { type Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { loadConfiguration, type StoredConfiguration } from '../../accounts/configurations.ts';
import { lockSyncs } from '../../accounts/ledger-lock.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { OnInvalid } from '../../contracts/intake/found-faults.ts';
import { toFault } from '../../contracts/intake/intake-record.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { inventorySyncResponse } from '../../contracts/inventory.ts';
import { column } from '../../db/columns.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import type { KeyedMutex } from '../../foundation/keyed-mutex.ts';
import { eventOf } from '../events.ts';
import { type AnsweredOnce, answerTextOnce, type SaveKey } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { rerouteOnSync } from '../reroute-run.ts';
import { inLedgerTransaction, type LedgerWait, refuseGone } from './ledger-mutex.ts';
import { type MergedSnapshot, mergeSnapshot } from './merge-snapshot.ts';
import { readSnapshot } from './read-snapshot.ts';
import { groupBySku } from './sent-skus.ts';
import { type Snapshot, SnapshotWarehouses } from './snapshot-rows.ts';
import { insertIngestRun, startEpoch, takeIngestRunId, upsertStock } from './snapshot-store.ts';
import { currentVersion } from './stock-version.ts';
import { saveTold } from './told-rows.ts';

export interface InventorySyncDeps {
  readonly db: Database;
  /** The syncs of each ledger in this process, which run one after another. Those that wait have no connection. */
  readonly syncMutex: KeyedMutex<number>;
}

/** The answer to a sync. */
export type InventorySyncResult = z.output<typeof inventorySyncResponse>;

/**
 * Upserts a snapshot, as a whole or not at all, and releases the ledger's active reservations
 * (docs/explanation/stock.md). Rows that are not sent stay as they are. `saveKey` makes what saves the result as JSON text
 * under its request's key. Throws AppError: unknown_warehouse, duplicate_inventory_row.
 */
export async function syncInventory(
  deps: InventorySyncDeps,
  principal: Principal,
  snapshot: Snapshot,
  saveKey: SaveKey = () => [],
  wait: LedgerWait = {},
): Promise<InventorySyncResult> {
  const { rows, placeOf = (position) => `inventory[${position}]` } = snapshot;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const skus = groupBySku(rows, new SnapshotWarehouses(configuration, placeOf), placeOf);
  const { ledger_id } = principal;
  const version = currentVersion(ledger_id);
  return inLedgerTransaction({ db: deps.db, ledgerMutex: deps.syncMutex }, ledger_id, wait, async (tx) => {
    const lockAndTakeId = async () => {
      const { id } = await pipeline(tx).run({
        syncs: () => lockSyncs(tx, ledger_id),
        ledger: startEpoch(ledger_id),
        id: () => takeIngestRunId(tx),
      });
      refuseGone(wait.signal);
      return id;
    };
    const merged = await mergeSnapshot(tx, ledger_id, { parts: [skus], version, open: lockAndTakeId });
    const toldAt = (warehouses: readonly number[]) => {
      const told = skus.flatMap(({ sku, warehouses: sent }) =>
        sent.filter((each) => warehouses.includes(each)).map((warehouse) => ({ sku, warehouse })),
      );
      return sql`
        SELECT ${column(told, 'text', ({ sku }) => sku)} AS sku,
               ${column(told, 'int', ({ warehouse }) => warehouse)} AS warehouse_id`;
    };
    const { result, records } = recordSync(principal, configuration, merged, snapshot, saveKey, toldAt);
    await pipeline(tx).commitWith({ stock: upsertStock(ledger_id, merged.unsaved, version), ...records });
    return result;
  });
}

/**
 * The answer to a sync, and what writes, beside the stock, that the sync was taken. `toldAt` is as in `saveTold`.
 */
export function recordSync(
  principal: Principal,
  configuration: StoredConfiguration,
  { ingest_run_id, counts, told, rowsBefore }: MergedSnapshot,
  snapshot: Pick<Snapshot, 'source_name' | 'warnings' | 'skipped'>,
  saveKey: SaveKey,
  toldAt: (warehouses: readonly number[]) => Sql,
) {
  const { client_id, ledger_id } = principal;
  const result: InventorySyncResult = {
    client_id,
    ingest_run_id,
    ...rowsOf(counts),
    ...shown(snapshot),
  };
  const text = JSON.stringify(result);
  const records = {
    sync: insertIngestRun(ledger_id, ingest_run_id, snapshot.source_name, counts),
    told_rows: saveTold(ledger_id, ingest_run_id, told, rowsBefore, toldAt),
    reroute: rerouteOnSync(principal, configuration),
    told: eventOf(principal, 'inventory.synced', { data: text }),
    key: saveKey(text),
  };
  return { result, records };
}

/** The rows of a sync, as its answer counts them. */
export const rowsOf = ({ received, inserted, updated }: MergedSnapshot['counts']) => ({
  rows_received: received,
  rows_upserted: received,
  rows_inserted: inserted,
  rows_updated: updated,
  rows_unchanged: received - inserted - updated,
  rows_deleted: 0,
});

/** What the answer to a sync says of the file: the rows that it skipped, and warnings. */
export const shown = ({ skipped, warnings }: Pick<Snapshot, 'skipped' | 'warnings'>) => ({
  ...(skipped && { fault_count: skipped.fault_count, faults: skipped.faults.map(toFault) }),
  ...(warnings && { warnings: [...warnings] }),
});

/** A sync as plain data, so that any thread can answer it. */
export interface SyncRequest {
  readonly principal: Principal;
  readonly body: WholeBody;
  /** Used for CSV, which has no field for it. */
  readonly source_name: string | null;
  readonly on_invalid: OnInvalid;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Syncs a snapshot from the bytes of its body. Returns the result as JSON text.
 * Throws AppError: those of readSnapshot and syncInventory, idempotency_conflict.
 */
export async function syncBody(
  deps: InventorySyncDeps,
  { principal, body, idempotency, ...options }: SyncRequest,
  wait: LedgerWait = {},
): Promise<AnsweredOnce<string> & { readonly tally: null }> {
  const answered = await answerTextOnce(deps.db, principal.ledger_id, idempotency, async (saveKey) => {
    const configuration = await loadConfiguration(deps.db, principal.configuration_id);
    const snapshot = await readSnapshot(body, principal, configuration, options);
    return JSON.stringify(await syncInventory(deps, principal, snapshot, saveKey, wait));
  });
  return { ...answered, tally: null };
}
