// A hot path: a fast check of an ordinary snapshot, without the schema inventorySyncRequest, which checks all others and
// copies what it checks. Of 10,000 rows that have not changed, it saves a fifth of the time (bench suite `stock`).
// plain-inventory.test.ts compares it with the schema.
import { MAX_IDENTIFIER, MAX_INT, MAX_NOTE, MAX_UNIT_VALUE } from './common.ts';
import { type InventorySyncRequest, inventoryRow, MAX_DESCRIPTION } from './inventory.ts';
import { upToFaults } from './order-limits.ts';

/**
 * Whether a parsed JSON body is a snapshot that the schema takes. True only if the schema takes it too. Unlike the schema,
 * this leaves unknown members in the body.
 */
export function isPlainInventory(body: unknown): body is InventorySyncRequest {
  if (typeof body !== 'object' || body === null) return false;
  const { source_name, counted_at, inventory } = body as Record<string, unknown>;
  return (
    counted_at == null &&
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
  const cut = upToFaults(inventory, (row) => isPlainRow(row) || inventoryRow.safeParse(row).success);
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
    isUnits(row.quantity_available) &&
    isUnits(row.available_qty) &&
    isAmount(row.unit_value) &&
    isAmount(row.unit_weight) &&
    isText(row.sku_description, MAX_DESCRIPTION)
  );
}

function isText(value: unknown, longest: number): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= longest);
}

function isUnits(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INT;
}

function isAmount(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'number' && value >= 0 && value <= MAX_UNIT_VALUE;
}
