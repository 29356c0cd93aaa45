// A hot path: says by hand of an ordinary snapshot what inventorySyncRequest would say, in a tenth of the time, as
// zod makes a new object of every row. What is out of the ordinary is left to the schema, which alone words faults.
// Guarded by the bench suite `inventory`, and by plain-inventory.test.ts against the schema.
import { MAX_INT } from './common.ts';
import type { InventorySyncRequest } from './inventory.ts';

const MAX_IDENTIFIER = 200;
const MAX_NOTE = 200;
const MAX_DESCRIPTION = 1000;
const MAX_UNIT_VALUE = 1_000_000_000;

/**
 * Whether a parsed JSON body is a snapshot as the schema takes it. True only if the schema would say so too; what
 * the schema would leave out of the body is still in it then.
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

function isPlainRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  const sent = row as Record<string, unknown>;
  return (
    typeof sent.sku === 'string' &&
    sent.sku.length <= MAX_IDENTIFIER &&
    isText(sent.warehouse_id, MAX_IDENTIFIER) &&
    isText(sent.external_warehouse_id, MAX_IDENTIFIER) &&
    isText(sent.warehouse_code, MAX_IDENTIFIER) &&
    isUnits(sent.quantity_available) &&
    isUnits(sent.available_qty) &&
    isUnitValue(sent.unit_value) &&
    isText(sent.sku_description, MAX_DESCRIPTION)
  );
}

function isText(value: unknown, longest: number): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= longest);
}

function isUnits(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_INT)
  );
}

function isUnitValue(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'number' && value >= 0 && value <= MAX_UNIT_VALUE)
  );
}
