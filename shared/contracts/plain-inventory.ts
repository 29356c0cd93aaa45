// A hot path: a fast check of an ordinary snapshot, without the schema inventorySyncRequest, which checks all others. The
// bench suite `inventory` measures it, and plain-inventory.test.ts compares it with the schema.
import { MAX_IDENTIFIER, MAX_INT, MAX_NOTE } from './common.ts';
import { type InventorySyncRequest, inventoryRow, MAX_DESCRIPTION } from './inventory.ts';
import { isText, isUnitValue, isWholeOrNone, upToFaults } from './plain-fields.ts';

/**
 * Whether a parsed JSON body is a snapshot that the schema takes. True only if the schema takes it too. Unlike the schema,
 * this leaves unknown members in the body.
 */
export function isPlainInventory(body: unknown): body is InventorySyncRequest {
  if (typeof body !== 'object' || body === null) return false;
  const { source_name, inventory } = body as Record<string, unknown>;
  return (
    isText(source_name, MAX_NOTE) &&
    Array.isArray(inventory) &&
    inventory.length > 0 &&
    inventory.every(isPlainRow)
  );
}

/** A snapshot that is not plain, without the rows that follow as many faulty ones as an answer lists. */
export function inventoryUpToFaults(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { inventory } = body as Record<string, unknown>;
  const cut = upToFaults(inventory, isPlainRow, inventoryRow);
  return cut === inventory ? body : { ...body, inventory: cut };
}

function isPlainRow(sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const row = sent as Record<string, unknown>;
  return (
    typeof row.sku === 'string' &&
    row.sku.length <= MAX_IDENTIFIER &&
    isText(row.warehouse_id, MAX_IDENTIFIER) &&
    isText(row.external_warehouse_id, MAX_IDENTIFIER) &&
    isText(row.warehouse_code, MAX_IDENTIFIER) &&
    isWholeOrNone(row.quantity_available, 0, MAX_INT) &&
    isWholeOrNone(row.available_qty, 0, MAX_INT) &&
    isUnitValue(row.unit_value) &&
    isText(row.sku_description, MAX_DESCRIPTION)
  );
}
