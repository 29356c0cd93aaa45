import type pg from 'pg';
import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Database } from '../db/database.ts';
import { inTransaction, together, togetherAtLast } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { type MergedSku, mergeSku } from './merge-sku.ts';
import { groupBySku, type SentSku } from './sent-skus.ts';
import { type InventoryRow, type PlaceOf, SnapshotWarehouses } from './snapshot-rows.ts';
import {
  type IngestRun,
  openIngest,
  readHeldSkus,
  saveFacts,
  saveIngestRun,
  saveSkus,
} from './snapshot-store.ts';
import { readStaged, stageUpload } from './staged-upload.ts';

export interface InventorySyncDeps {
  readonly db: Database;
  readonly ledgerTurns: KeyedMutex<number>;
}

/** routing-service-api.md section 2.2. */
export interface InventorySyncResult {
  readonly client_id: number;
  readonly ingest_run_id: number;
  readonly rows_received: number;
  readonly rows_upserted: number;
  readonly rows_inserted: number;
  readonly rows_updated: number;
  readonly rows_unchanged: number;
  readonly rows_deleted: number;
}

/** A snapshot whose rows are in memory. */
export interface Snapshot {
  readonly source_name: string | null;
  readonly rows: readonly InventoryRow[];
  /** Where it was not sent as the JSON of POST /inventory. */
  readonly placeOf?: PlaceOf;
}

/** A snapshot whose rows are written down already. */
export interface WrittenSnapshot {
  readonly source_name: string | null;
  /** What `stagedRow` wrote. */
  readonly text: Iterable<string> | AsyncIterable<string>;
  readonly placeOf: PlaceOf;
}

/**
 * Upserts a snapshot, all or nothing, and releases the ledger's active reservations
 * (routing-service-api.md sections 3.2 and 4.2). Rows that are not sent stay as they are. Under the request's
 * key, if it has one, the result is kept as JSON text.
 * Throws AppError: unknown_warehouse, duplicate_inventory_row. Throws KeyTaken.
 */
export async function syncInventory(
  deps: InventorySyncDeps,
  principal: Principal,
  { source_name, rows, placeOf = (position) => `inventory[${position}]` }: Snapshot,
  idempotency: IdempotentRequest | null = null,
): Promise<InventorySyncResult> {
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const skus = groupBySku(rows, new SnapshotWarehouses(configuration, placeOf), placeOf);
  return inLedgerTurn(deps, principal, (tx) => merge(tx, principal, source_name, [skus], idempotency));
}

/** The same for a snapshot that is written down already. Throws AppError duplicate_inventory_row. Throws KeyTaken. */
export async function takeSnapshot(
  deps: InventorySyncDeps,
  principal: Principal,
  { source_name, text, placeOf }: WrittenSnapshot,
  idempotency: IdempotentRequest | null,
): Promise<InventorySyncResult> {
  return inLedgerTurn(deps, principal, async (tx) => {
    await stageUpload(tx, principal.ledger_id, text, placeOf); // before the ledger is locked
    return merge(tx, principal, source_name, readStaged(tx), idempotency);
  });
}

function inLedgerTurn<T>(
  { db, ledgerTurns }: InventorySyncDeps,
  { ledger_id }: Principal,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return ledgerTurns.run(ledger_id, () => inTransaction(db.pool, work));
}

/**
 * Merges what was sent into the ledger's stock, part by part, of which each SKU stands in one; there is one part at
 * least. A part's stock is written while the next one is read, the last one's with COMMIT.
 */
async function merge(
  tx: pg.PoolClient,
  { ledger_id, client_id }: Principal,
  source_name: string | null,
  parts: Iterable<readonly SentSku[]> | AsyncIterable<readonly SentSku[]>,
  idempotency: IdempotentRequest | null,
): Promise<InventorySyncResult> {
  let opened: IngestRun | undefined;
  let unsaved: MergedSku[] = [];
  const counts = { received: 0, inserted: 0, updated: 0 };
  for await (const skus of parts) {
    const [ingest, changedFacts, held] = await together(tx, () => [
      opened ?? openIngest(tx, ledger_id),
      saveFacts(tx, ledger_id, skus),
      readHeldSkus(
        tx,
        ledger_id,
        skus.map(({ sku }) => sku),
      ),
      opened && saveSkus(tx, ledger_id, opened, unsaved),
    ]);
    opened = ingest;
    unsaved = [];
    for (const sent of skus) {
      const { sku } = sent;
      const { merged, inserted, updated } = mergeSku(
        sent,
        held.get(sku),
        changedFacts.has(sku),
        ingest.ingest_run_id,
      );
      if (merged !== null) unsaved.push(merged);
      counts.received += sent.warehouses.length;
      counts.inserted += inserted;
      counts.updated += updated;
    }
  }
  const ingest = opened!;
  const result: InventorySyncResult = {
    client_id,
    ingest_run_id: ingest.ingest_run_id,
    rows_received: counts.received,
    rows_upserted: counts.received,
    rows_inserted: counts.inserted,
    rows_updated: counts.updated,
    rows_unchanged: counts.received - counts.inserted - counts.updated,
    rows_deleted: 0,
  };
  const kept = { run_id: null, response: JSON.stringify(result) };
  await togetherAtLast(tx, () => [
    saveSkus(tx, ledger_id, ingest, unsaved),
    saveIngestRun(tx, ledger_id, ingest, source_name, counts),
    idempotency && keepKey(tx, ledger_id, idempotency, kept),
  ]);
  return result;
}
