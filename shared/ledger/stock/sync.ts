import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { loadConfiguration, type StoredConfiguration } from '../../account/configurations.ts';
import { lockSyncs, takeLedger } from '../../account/ledger-lock.ts';
import type { OnInvalid } from '../../contracts/intake/found-faults.ts';
import { toFault } from '../../contracts/intake/intake-record.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { InventorySyncResult } from '../../contracts/inventory.ts';
import { column } from '../../db/columns.ts';
import type { Database } from '../../db/database.ts';
import { pipeline } from '../../db/pipeline.ts';
import { prepared } from '../../db/sql.ts';
import type { KeyedMutex } from '../../foundation/keyed-mutex.ts';
import type { Principal } from '../../identity/principal.ts';
import { eventOf } from '../events.ts';
import { type AnsweredOnce, answerTextOnce, type SaveKey } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import { rerouteOnSync } from '../reroute-run.ts';
import { countPairs } from './count-pairs.ts';
import { countingOf, reportOfCounts, shortPairEvents } from './counting.ts';
import { inLedgerTransaction, type LedgerWait, refuseGone } from './ledger-mutex.ts';
import { type MergedSnapshot, mergeSnapshot } from './merge-snapshot.ts';
import { noteCount, startTracking } from './pair-rows.ts';
import { readSnapshot } from './read-snapshot.ts';
import { saveReported } from './reported-rows.ts';
import { groupBySku, type SentSku } from './sent-skus.ts';
import { type Snapshot, SnapshotWarehouses } from './snapshot-rows.ts';
import {
  insertIngestRun,
  type StartedEpoch,
  startEpoch,
  takeIngestRunId,
  upsertStock,
} from './snapshot-store.ts';
import { currentVersion } from './stock-version.ts';

export interface InventorySyncDeps {
  readonly db: Database;
  /** The syncs of each ledger in this process, which run one after another. Those that wait have no connection. */
  readonly syncMutex: KeyedMutex<number>;
}

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
  const syncing = { principal, configuration, snapshot, saveKey };
  const inLedger = <T>(work: (tx: pg.PoolClient) => Promise<T>) =>
    inLedgerTransaction({ db: deps.db, ledgerMutex: deps.syncMutex }, principal, wait, work);
  const isCounted = principal.is_tracked || configuration.counts_shelf || snapshot.counted_at != null;
  if (isCounted) return inLedger((tx) => takeCounts(tx, syncing, skus, wait));
  try {
    return await inLedger((tx) => replaceStock(tx, syncing, skus, wait));
  } catch (error) {
    if (!(error instanceof IsTracked)) throw error;
    return inLedger((tx) => takeCounts(tx, syncing, skus, wait));
  }
}

/** Thrown to undo a sync that found its ledger tracked since its request came. */
export class IsTracked extends Error {}

/** A sync, with all that is known of it before its ledger is locked. */
interface Syncing {
  readonly principal: Principal;
  readonly configuration: StoredConfiguration;
  readonly snapshot: Snapshot;
  readonly saveKey: SaveKey;
}

/** Syncs a ledger that is not tracked: the rows alone say what there is. Throws IsTracked. */
async function replaceStock(
  tx: pg.PoolClient,
  { principal, configuration, snapshot, saveKey }: Syncing,
  skus: readonly SentSku[],
  wait: LedgerWait,
): Promise<InventorySyncResult> {
  const { ledger_id } = principal;
  const version = currentVersion(ledger_id);
  let taken_at = 0;
  const lockAndTakeId = async () => {
    const { id, ledger } = await pipeline(tx).run({
      syncs: () => lockSyncs(tx, ledger_id),
      ledger: () => tx.query<StartedEpoch>(prepared(startEpoch(ledger_id))),
      id: () => takeIngestRunId(tx),
    });
    refuseGone(wait.signal);
    const [{ is_tracked, as_of }] = ledger.rows as [StartedEpoch];
    if (is_tracked) throw new IsTracked();
    taken_at = as_of;
    return id;
  };
  const merged = await mergeSnapshot(tx, ledger_id, { parts: [skus], version, open: lockAndTakeId });
  const { result, records } = recordSync(
    principal,
    configuration,
    { ...merged, taken_at },
    snapshot,
    saveKey,
    rowsAt(skus),
  );
  await pipeline(tx).commitWith({ stock: upsertStock(ledger_id, merged.unsaved, version), ...records });
  return result;
}

/** Syncs a ledger that is tracked from now on at the latest: each row is a count of its pair. */
async function takeCounts(
  tx: pg.PoolClient,
  { principal, configuration, snapshot, saveKey }: Syncing,
  skus: readonly SentSku[],
  wait: LedgerWait,
): Promise<InventorySyncResult> {
  const { ledger_id } = principal;
  const { id, ledger } = await pipeline(tx).run({
    syncs: () => lockSyncs(tx, ledger_id),
    ledger: () => takeLedger(tx, ledger_id),
    id: () => takeIngestRunId(tx),
  });
  refuseGone(wait.signal);
  const counting = countingOf(configuration, snapshot, ledger);
  await pipeline(tx).run({
    epoch: counting.endsAll ? startEpoch(ledger_id) : null,
    track: ledger.is_tracked ? null : startTracking(ledger_id),
  });
  const counted = await countPairs(tx, ledger_id, skus, { ...counting, ingest_run_id: id });
  const merged = await mergeSnapshot(tx, ledger_id, {
    parts: [counted.fresh],
    version: currentVersion(ledger_id),
    open: async () => id,
    stored: counted.stored,
  });
  const { result, records } = recordSync(
    principal,
    configuration,
    {
      ...merged,
      counts: { ...merged.counts, received: merged.counts.received + counted.stale },
      taken_at: ledger.as_of,
    },
    snapshot,
    saveKey,
    rowsAt(counted.fresh),
    reportOfCounts(configuration, counting, counted),
  );
  await pipeline(tx).commitWith({
    stock: counted.pairs.changes(),
    counts: [noteCount(ledger_id, counting.counted_at), ...counted.history],
    ...records,
  });
  return result;
}

/** SQL of the SKUs and warehouses of the rows at some warehouses. */
function rowsAt(skus: readonly SentSku[]): (warehouses: readonly number[]) => Sql {
  return (warehouses) => {
    const reported = skus.flatMap(({ sku, warehouses: sent }) =>
      sent.filter((each) => warehouses.includes(each)).map((warehouse) => ({ sku, warehouse })),
    );
    return sql`
      SELECT ${column(reported, 'text', ({ sku }) => sku)} AS sku,
             ${column(reported, 'int', ({ warehouse }) => warehouse)} AS warehouse_id`;
  };
}

/** A snapshot whose ledger was locked at a moment, in milliseconds since 1970. */
interface TakenSnapshot extends Pick<MergedSnapshot, 'ingest_run_id' | 'counts' | 'reported' | 'rowsBefore'> {
  readonly taken_at: number;
}

/**
 * The answer to a sync, and what writes, beside the stock, that the sync was taken. `reportedAt` is as in `saveReported`.
 */
export function recordSync(
  principal: Principal,
  configuration: StoredConfiguration,
  { ingest_run_id, counts, reported, rowsBefore, taken_at }: TakenSnapshot,
  snapshot: Pick<Snapshot, 'source_name' | 'warnings' | 'skipped'>,
  saveKey: SaveKey,
  reportedAt: (warehouses: readonly number[]) => Sql,
  reportOf: Partial<InventorySyncResult> = {},
) {
  const { client_id, ledger_id } = principal;
  const result: InventorySyncResult = {
    client_id,
    ingest_run_id,
    ...rowsOf(counts),
    ...shown(snapshot),
    ...reportOf,
  };
  const text = JSON.stringify(result);
  const records = {
    sync: insertIngestRun(ledger_id, ingest_run_id, snapshot.source_name, counts, taken_at),
    reported_rows: saveReported(ledger_id, ingest_run_id, reported, rowsBefore, reportedAt),
    reroute: rerouteOnSync(principal, configuration),
    reported: eventOf(principal, 'inventory.synced', { data: text }),
    short: shortPairEvents(principal, reportOf.short),
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
  readonly counted_at: string | null;
  readonly log_days: number;
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
    return JSON.stringify(
      await syncInventory(deps, principal, { ...snapshot, log_days: options.log_days }, saveKey, wait),
    );
  });
  return { ...answered, tally: null };
}
