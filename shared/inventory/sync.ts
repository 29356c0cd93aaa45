import { loadConfiguration, type StoredConfiguration } from '../accounts/configurations.ts';
import type { Principal } from '../accounts/principal.ts';
import { copyRow } from '../db/copy.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { type IdempotentRequest, keepKey } from '../idempotency/idempotency-keys.ts';
import type { KeyedMutex } from '../platform/keyed-mutex.ts';
import { upsertInventory } from './inventory-store.ts';

/** One row of a snapshot; exactly one of the two warehouse fields is set. */
export interface InventoryRow {
  readonly sku: string;
  readonly warehouse_id: string | null;
  /** The service's own code (Variant B). */
  readonly warehouse_code: string | null;
  readonly quantity: number;
  readonly unit_value: number | null;
  readonly sku_description: string | null;
}

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

/**
 * Upserts a snapshot, all or nothing, and releases the ledger's active reservations
 * (routing-service-api.md sections 3.2 and 4.2). Rows that are not sent stay as they are. Under the request's
 * key, if it has one, the result is kept as JSON text.
 * Throws AppError: unknown_warehouse, duplicate_inventory_row. Throws KeyTaken.
 */
export async function syncInventory(
  deps: InventorySyncDeps,
  principal: Principal,
  request: { readonly source_name: string | null; readonly rows: readonly InventoryRow[] },
  idempotency: IdempotentRequest | null = null,
): Promise<InventorySyncResult> {
  const configuration = await loadConfiguration(deps.db, principal.configuration_id);
  const upload = uploadText(configuration, request.rows);
  return deps.ledgerTurns.run(principal.ledger_id, () =>
    inTransaction(deps.db.pool, async (tx) => {
      const counts = await upsertInventory(tx, principal.ledger_id, request.source_name, [upload]);
      const result = { client_id: principal.client_id, ...counts, rows_deleted: 0 };
      const kept = { run_id: null, response: JSON.stringify(result) };
      if (idempotency) await keepKey(tx, principal.ledger_id, idempotency, kept);
      return result;
    }),
  );
}

function uploadText(configuration: StoredConfiguration, rows: readonly InventoryRow[]): string {
  const warehouses = enabledWarehouses(configuration);
  const seen = new Map<number, Set<string>>();
  let text = '';
  rows.forEach((row, position) => {
    const warehouse = row.warehouse_id
      ? warehouses.byId.get(row.warehouse_id)
      : warehouses.byCode.get(row.warehouse_code ?? '');
    if (warehouse === undefined) throw unknownWarehouse(configuration, row, position);
    const skus = seen.get(warehouse) ?? new Set();
    seen.set(warehouse, skus);
    if (skus.has(row.sku)) {
      throw new AppError(
        'duplicate_inventory_row',
        `Duplicate inventory row: SKU ${row.sku} at ${row.warehouse_id ?? row.warehouse_code} stands more than once ` +
          `(again at inventory[${position}]). A SKU may appear only once per warehouse in one request.`,
      );
    }
    skus.add(row.sku);
    text += copyRow(position, row.sku, warehouse, row.quantity, row.unit_value, row.sku_description);
  });
  return text;
}

/** Database id by the client's warehouse id and by the service's code. */
function enabledWarehouses(stored: StoredConfiguration): {
  byId: Map<string, number>;
  byCode: Map<string, number>;
} {
  const byId = new Map<string, number>();
  const byCode = new Map<string, number>();
  stored.configuration.warehouses.forEach((warehouse, index) => {
    if (!warehouse.enabled) return;
    byId.set(warehouse.warehouse_id, stored.warehouse_db_ids[index]!);
    byCode.set(warehouse.warehouse_code, stored.warehouse_db_ids[index]!);
  });
  return { byId, byCode };
}

/** The detail form of routing-service-api.md section 7. */
function unknownWarehouse(stored: StoredConfiguration, row: InventoryRow, position: number): AppError {
  const enabled = stored.configuration.warehouses.filter((w) => w.enabled).map((w) => w.warehouse_id);
  return new AppError(
    'unknown_warehouse',
    `Unknown Warehouse ID "${row.warehouse_id ?? row.warehouse_code}" (inventory[${position}]). The ID must be set up ` +
      `and enabled on the Warehouses page. Enabled Warehouse IDs: ${enabled.join(', ') || 'none'}.`,
  );
}
