import { loadConfiguration } from '../../account/configurations.ts';
import type { OnInvalid } from '../../contracts/intake/found-faults.ts';
import type { WholeBody } from '../../contracts/intake/whole-body.ts';
import type { InventorySyncResult } from '../../contracts/inventory.ts';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../identity/principal.ts';
import { type AnsweredOnce, answerTextOnce, type SaveKey } from '../idempotency/answer-once.ts';
import type { IdempotentRequest } from '../idempotency/idempotency-keys.ts';
import type { LedgerQueues } from '../ledger-queues.ts';
import type { LedgerWait } from '../turns.ts';
import { readSnapshot } from './read-snapshot.ts';
import { withWarehouses } from './sent-rows.ts';
import { placeInJson, type Snapshot } from './snapshot-rows.ts';
import { takeSync } from './take-sync.ts';

export interface InventorySyncDeps {
  readonly db: Database;
  /** The syncs of each ledger in this process, which run one after another. Those that wait have no connection. */
  readonly syncQueues: LedgerQueues;
}

/**
 * Counts the pairs of a snapshot, as a whole or not at all (docs/explanation/stock.md). Rows that are not sent stay as they
 * are. Throws AppError: unknown_warehouse, duplicate_inventory_row, counted_too_long_ago.
 */
export async function syncInventory(
  deps: InventorySyncDeps,
  principal: Principal,
  snapshot: Snapshot,
  saveKey: SaveKey = () => [],
  wait: LedgerWait = {},
): Promise<InventorySyncResult> {
  const { rows, placeOf = placeInJson } = snapshot;
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const parts = [withWarehouses(rows, configuration, placeOf)];
  const syncing = { principal, configuration, snapshot, parts, readAgain: null };
  return deps.syncQueues.pushAlone(principal, wait, (tx) => takeSync(tx, syncing, saveKey, wait));
}

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
