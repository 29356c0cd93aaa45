import { loadConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { stageSnapshot, upsertSnapshot } from './inventory-store.ts';
import { type InventoryRow, type PlaceOf, SnapshotRows } from './snapshot-rows.ts';

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

/** A snapshot that is written already. */
export interface WrittenSnapshot {
  readonly source_name: string | null;
  /** What `SnapshotRows` wrote under the client's configuration. */
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
  const writer = new SnapshotRows(await loadConfiguration(deps.db, principal.configuration_id), placeOf);
  const text = rows.map((row, position) => writer.write(position, row)).join('');
  return takeSnapshot(deps, principal, { source_name, text: [text], placeOf }, idempotency);
}

/** The same for a snapshot that is written already. Throws AppError duplicate_inventory_row. Throws KeyTaken. */
export async function takeSnapshot(
  { db, ledgerTurns }: InventorySyncDeps,
  { ledger_id, client_id }: Principal,
  { source_name, text, placeOf }: WrittenSnapshot,
  idempotency: IdempotentRequest | null,
): Promise<InventorySyncResult> {
  return ledgerTurns.run(ledger_id, () =>
    inTransaction(db.pool, async (tx) => {
      await stageSnapshot(tx, ledger_id, text, placeOf);
      const counts = await upsertSnapshot(tx, ledger_id, source_name);
      const result = { client_id, ...counts, rows_deleted: 0 };
      const kept = { run_id: null, response: JSON.stringify(result) };
      if (idempotency) await keepKey(tx, ledger_id, idempotency, kept);
      return result;
    }),
  );
}
