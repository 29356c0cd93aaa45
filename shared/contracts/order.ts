import { z } from 'zod';
import type { Order, OrderLine, RerouteRequest } from '../engine/types.ts';
import { AppError, type Fault } from '../foundation/errors/app-error.ts';
import { ERRORS, type ErrorCode } from '../foundation/errors/catalogue.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import { eitherOf, givenAmount, identifier, isoDate, MAX_INT, note, sentText } from './common.ts';
import { depthOf, memberSource } from './json-source.ts';
import { MAX_DATA_DEPTH, MAX_DATA_MEMBERS, MAX_LINES, ORDER_LIMITS, TOO_DEEP } from './order-limits.ts';
import { canonicalTimestamp } from './timestamp.ts';

const MAX_ZIP_LENGTH = 200;
export const MAX_TIMESTAMP_LENGTH = 64;

/** The longest hold of an order: a day. */
const MAX_HOLD_MINUTES = 1440;

/** A line as it is sent. */
export const orderLine = z.object({
  sku: identifier.describe('SKU to match against inventory.'),
  quantity: z.int().min(1).max(MAX_INT).describe('Units requested.'),
  unit_value: givenAmount.nullish().describe('Value of one unit; counts to four decimals.'),
  unit_weight: givenAmount.nullish().describe('Weight of one unit; counts to four decimals.'),
});

/** An order's ID is a part of addresses (`/orders/{order_id}`), where "." and ".." mean the address itself and the one above. */
const orderId = identifier
  .refine((id) => !/^\s*\.{1,2}\s*$/.test(id), 'must not be "." or "..", because an address cannot name it')
  .nullish();

const orderLines = z.array(orderLine).max(MAX_LINES);

/**
 * An order as it is sent. `malformation`, not this schema, finds what is answered
 * with 400 (no order ID, no lines). Fields that the schema does not know are ignored.
 */
export const orderRequest = z
  .object({
    external_order_id: orderId.describe('Customer order ID (preferred name). Not "." or "..".'),
    order_id: orderId.describe('Alias of external_order_id.'),
    destination_zip: z
      .string()
      .max(MAX_ZIP_LENGTH)
      .describe(
        '5-digit ship-to ZIP; ZIP+4 is cut. An invalid one is not an error: the order comes back NONE.',
      ),
    lines: orderLines.nullish().describe('Order lines (preferred name), at least one.'),
    items: orderLines.nullish().describe('Alias of lines.'),
    is_vip: z.boolean().nullish().describe('VIP orders route first in priority allocation.'),
    priority_level: z
      .int()
      .min(-MAX_INT)
      .max(MAX_INT)
      .nullish()
      .describe('Lower numbers route first, orders without one last.'),
    order_created_at: z
      .string()
      .max(MAX_TIMESTAMP_LENGTH)
      .nullish()
      .describe(
        'ISO 8601 timestamp or date, UTC where it has no zone, kept to the microsecond. Older orders route first.',
      ),
    deliver_by: isoDate
      .nullish()
      .describe(
        'The last day on which it may arrive (YYYY-MM-DD): the setting late_delivery says what a later one does.',
      ),
    partner_id: identifier.nullish().describe('Matches an enabled Routing Profile.'),
    carrier: note.nullish().describe('Kept for reporting; no effect on routing.'),
    ship_method: note.nullish().describe('Kept for reporting; no effect on routing.'),
    hold_minutes: z
      .int()
      .min(1)
      .max(MAX_HOLD_MINUTES)
      .nullish()
      .describe(
        'Releases the order after so many minutes unless POST /orders/{order_id}/confirm comes before. Only of single ' +
          'orders and batches, in Variant A with inventory.',
      ),
    raw_order_data: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe(
        `Source-system metadata, kept for traceability: up to ${MAX_DATA_MEMBERS} members at all depths, up to ` +
          `${MAX_DATA_DEPTH} levels deep. It comes back as it was sent, digit by digit.`,
      ),
  })
  .meta({
    id: 'Order',
    description:
      'One order. Fields that are not listed are ignored, except client_id, which is refused. ' +
      ORDER_LIMITS,
    allOf: [
      { anyOf: [{ required: ['external_order_id'] }, { required: ['order_id'] }] },
      { anyOf: [{ required: ['lines'] }, { required: ['items'] }] },
    ],
    examples: [
      {
        external_order_id: 'SO-1001',
        destination_zip: '60614',
        lines: [{ sku: 'CHAIR-01', quantity: 2, unit_value: 129.5 }],
        priority_level: 1,
        order_created_at: '2026-01-31T09:30:00Z',
      },
    ],
  });

export type OrderRequest = z.output<typeof orderRequest>;

/** A batch of orders. Its limit depends on the client's variant and is answered 413, so it is not in this schema. */
export const batchRequest = z
  .object({ orders: z.array(orderRequest).min(1).describe('Each order ID at most once.') })
  .meta({ id: 'OrderBatch' });

/** An order as the service uses it: aliases are resolved, IDs and SKUs trimmed, absent fields null. */
export interface RoutingOrder extends Order {
  readonly order_id: string;
  /** As it was sent, valid or not. */
  readonly destination_zip: string;
  readonly is_vip: boolean;
  readonly priority_level: number | null;
  /** ISO 8601, UTC, with three or six decimals. */
  readonly order_created_at: string | null;
  readonly carrier: string | null;
  readonly ship_method: string | null;
  /** The text of its JSON, as it was sent. */
  readonly raw_order_data: string | null;
  /** For how many minutes it is held. Left out: it is not. */
  readonly hold_minutes?: number;
  /** Whether a managed run routes it again as it was sent before. */
  readonly again?: boolean;
  /** If `reroute` is of this decision alone: what holds for the order beside it, and stays; null: nothing. */
  readonly own_reroute?: RerouteRequest | null;
  /** Set if a request routes the order again as it was sent before. */
  readonly stored?: StoredBefore;
}

/** What is known of an order that is routed again. */
interface StoredBefore {
  /** The latest decision on it, which the new one replaces. */
  readonly decision_id: number;
  /** The number of the request that sent its lines, and when that was made. */
  readonly sent_by: number;
  readonly sent_at: Date;
}

/**
 * The error of an unvalidated order that is answered with 400 (docs/reference/errors.md): client_id was sent, or there
 * is no order ID, or there are no lines. Null if it has none of these errors, or is not an object.
 */
export function malformation(order: unknown): ErrorCode | null {
  if (typeof order !== 'object' || order === null || Array.isArray(order)) return null;
  const sent = order as Record<string, unknown>;
  if (sent.client_id !== undefined) return 'client_id_in_body';
  if (isBlank(sent.external_order_id) && isBlank(sent.order_id)) return 'missing_order_id';
  if (isEmpty(sent.lines) && isEmpty(sent.items)) return 'missing_lines';
  return null;
}

/** Throws the 400 of the first malformed order; `pathOf` names it to the caller. */
export function refuseMalformed(orders: readonly unknown[], pathOf: (index: number) => string): void {
  for (const [index, order] of orders.entries()) {
    const code = malformation(order);
    if (code === null) continue;
    const path = pathOf(index);
    throw new AppError(code, path === '' ? undefined : `${path}: ${ERRORS[code].detail}`);
  }
}

/**
 * Makes routing orders from well-formed, validated orders, in their order. `pathOf` names an order in faults,
 * '' for the body itself. `sourceOf` is the text of its JSON if it was
 * sent as such.
 * Throws AppError duplicate_order_id, or validation_failed with every fault that the schema cannot see.
 */
export function toRoutingOrders(
  orders: readonly OrderRequest[],
  pathOf: (index: number) => string,
  sourceOf: (index: number) => string = (index) => JSON.stringify(orders[index]),
): RoutingOrder[] {
  const faults: Fault[] = [];
  const routing = orders.map((order, index) =>
    toRoutingOrder(order, pathOf(index), faults, () => sourceOf(index)),
  );
  refuseDuplicates(routing, pathOf);
  if (faults.length > 0) throw validationFailed(faults);
  return routing;
}

/**
 * Makes a routing order from one well-formed, validated order. Faults that the schema cannot see (an empty SKU,
 * aliases that contradict each other, an invalid timestamp, too many units) are added to `faults`. If there are any, the
 * returned order must not be used.
 */
export function toRoutingOrder(
  order: OrderRequest,
  path: string,
  faults: Fault[],
  source: () => string,
): RoutingOrder {
  const at = path === '' ? '' : `${path}.`;
  const fault = (field: string, message: string) => faults.push({ path: at + field, message });
  const orderId = eitherOf(sentText(order.external_order_id), sentText(order.order_id), () =>
    fault('order_id', 'must equal external_order_id or be left out'),
  );
  const lines = order.lines?.length ? toOrderLines(order.lines, 'lines', fault) : null;
  const items = order.items?.length ? toOrderLines(order.items, 'items', fault) : null;
  if (lines && items && JSON.stringify(lines) !== JSON.stringify(items)) {
    fault('items', 'must equal lines or be left out');
  }
  const createdAt = order.order_created_at == null ? null : canonicalTimestamp(order.order_created_at);
  if (createdAt === null && order.order_created_at != null) {
    fault('order_created_at', 'must be an ISO 8601 date or timestamp');
  }
  const data = order.raw_order_data == null ? null : memberSource(source(), 'raw_order_data');
  // Parsing has dropped what came before a repeated name.
  if (data !== null && depthOf(data) > MAX_DATA_DEPTH) fault('raw_order_data', TOO_DEEP);
  const routing: RoutingOrder = {
    order_id: orderId ?? '',
    destination_zip: order.destination_zip,
    lines: lines ?? items ?? [],
    is_vip: order.is_vip ?? false,
    priority_level: order.priority_level ?? null,
    order_created_at: createdAt,
    partner_id: sentText(order.partner_id),
    carrier: order.carrier ?? null,
    ship_method: order.ship_method ?? null,
    raw_order_data: data,
  };
  return {
    ...routing,
    ...(order.deliver_by != null && { deliver_by: order.deliver_by }),
    ...(order.hold_minutes != null && { hold_minutes: order.hold_minutes }),
  };
}

function toOrderLines(
  sent: readonly z.output<typeof orderLine>[],
  name: 'lines' | 'items',
  fault: (field: string, message: string) => void,
): OrderLine[] {
  let units = 0;
  const lines = sent.map((line, index) => {
    const sku = sentText(line.sku);
    if (sku === null) fault(`${name}[${index}].sku`, 'must not be empty');
    units += line.quantity;
    const read = { sku: sku ?? '', quantity: line.quantity, unit_value: line.unit_value ?? null };
    return line.unit_weight == null ? read : { ...read, unit_weight: line.unit_weight };
  });
  if (units > MAX_INT) fault(name, `must not request more than ${MAX_INT} units in all`);
  return lines;
}

/**
 * Throws AppError duplicate_order_id for the first repeated order ID. `pathOf` names the order, `advice` says what to
 * do.
 */
export function refuseDuplicates(
  orders: readonly RoutingOrder[],
  pathOf: (index: number) => string,
  advice = '',
): void {
  const seen = new Set<string>();
  for (const [index, { order_id }] of orders.entries()) {
    if (order_id !== '' && seen.has(order_id)) {
      throw new AppError(
        'duplicate_order_id',
        `Order ID ${order_id} appears more than once (again at ${pathOf(index)}). ${ERRORS.duplicate_order_id.detail} ${advice}`.trim(),
      );
    }
    seen.add(order_id);
  }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
