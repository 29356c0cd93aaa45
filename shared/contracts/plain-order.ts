// A hot path: a fast check of an ordinary order, without the schema orderRequest, which checks all others. The bench
// suites `batch` and `managed-run` measure it, and plain-order.test.ts compares it with the schema.
import { MAX_IDENTIFIER, MAX_INT, MAX_NOTE } from './common.ts';
import { MAX_TIMESTAMP_LENGTH, MAX_ZIP_LENGTH, type OrderRequest, orderLine } from './order.ts';
import { MAX_LINES } from './order-limits.ts';
import { isText, isUnitValue, isWhole, isWholeOrNone, upToFaults } from './plain-fields.ts';

/**
 * Whether a parsed JSON value is an order that the schema takes. True only if the schema takes it too. Unlike the schema,
 * this leaves unknown members in the order.
 */
export function isPlainOrder(sent: unknown): sent is OrderRequest {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return false;
  const order = sent as Record<string, unknown>;
  return (
    isText(order.external_order_id, MAX_IDENTIFIER) &&
    isText(order.order_id, MAX_IDENTIFIER) &&
    typeof order.destination_zip === 'string' &&
    order.destination_zip.length <= MAX_ZIP_LENGTH &&
    areLines(order.lines) &&
    areLines(order.items) &&
    isFlag(order.is_vip) &&
    isWholeOrNone(order.priority_level, -MAX_INT, MAX_INT) &&
    isText(order.order_created_at, MAX_TIMESTAMP_LENGTH) &&
    isText(order.partner_id, MAX_IDENTIFIER) &&
    isText(order.carrier, MAX_NOTE) &&
    isText(order.ship_method, MAX_NOTE) &&
    isData(order.raw_order_data)
  );
}

/** An order that is not plain, without the lines that follow as many faulty ones as an answer lists. */
export function orderUpToFaults(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const { lines, items } = sent as Record<string, unknown>;
  const cut = { lines: upToFaults(lines, isLine, orderLine), items: upToFaults(items, isLine, orderLine) };
  return cut.lines === lines && cut.items === items ? sent : { ...sent, ...cut };
}

function areLines(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (!Array.isArray(value) || value.length > MAX_LINES) return false;
  for (const line of value) if (!isLine(line)) return false;
  return true;
}

function isLine(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { sku, quantity, unit_value } = value as Record<string, unknown>;
  return (
    typeof sku === 'string' &&
    sku.length <= MAX_IDENTIFIER &&
    isWhole(quantity, 1, MAX_INT) &&
    isUnitValue(unit_value)
  );
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}

/** The schema drops a name that would reach an object's prototype. */
function isData(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');
}
