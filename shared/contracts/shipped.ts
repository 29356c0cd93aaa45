import { z } from 'zod';
import { count, exactMoment, identifier, MAX_INT, moment, named, recordId } from './common.ts';
import { warningsField } from './intake-warning.ts';

/** The most orders of a batch. */
export const MAX_SHIPPED_ORDERS = 5000;

/** What is said of a quantity of 0. */
export const NONE_LEFT = 'must be at least 1';

const leavingLine = z.strictObject({ sku: identifier, quantity: z.int().min(1, NONE_LEFT).max(MAX_INT) });

/** A warehouse that is named both whole and by lines says two things. */
const saysOnce: z.core.CheckFn<readonly { readonly warehouse_id: string; readonly lines?: unknown }[]> = ({
  value,
  issues,
}) => {
  for (const [index, { warehouse_id, lines }] of value.entries()) {
    if (lines !== undefined) continue;
    const isByLines = value.some(
      (other) => other.lines !== undefined && other.warehouse_id.trim() === warehouse_id.trim(),
    );
    if (isByLines)
      issues.push({
        ...{ code: 'custom', input: value, path: [index, 'lines'] },
        message: `is required, as lines of ${warehouse_id.trim()} are named too`,
      });
  }
};

const shippedFields = {
  shipped_at: exactMoment
    .nullish()
    .describe('When they left, with an offset; default: now. Never before the decision.'),
  shipments: z
    .array(
      z.strictObject({
        warehouse_id: identifier,
        lines: z
          .array(leavingLine)
          .min(1)
          .exactOptional()
          .describe('Left out: all that is left of this warehouse.'),
      }),
    )
    .min(1)
    .check(saysOnce)
    .exactOptional()
    .describe(
      'Left out: all that the latest decision allocated and that has not shipped. What is named and has left whole is ' +
        'passed over.',
    ),
  late: z
    .boolean()
    .exactOptional()
    .describe('true: it left although the order was released or has expired. The quantity alone changes.'),
};

/** What has left of an order. */
export const shippedRequest = named('ShippedRequest', shippedFields);

export type ShippedRequest = z.output<typeof shippedRequest>;

/** An order of a batch. */
export const shippedElement = z.strictObject({ order_id: identifier.min(1), ...shippedFields });

export type ShippedElement = z.output<typeof shippedElement>;

/** The same of many orders. */
export const batchShippedRequest = named('BatchShippedRequest', {
  orders: z.array(shippedElement).min(1).max(MAX_SHIPPED_ORDERS),
});

/** What left a warehouse together. */
export const leftShipment = named('LeftShipment', {
  warehouse_id: z.string(),
  shipped_at: moment,
  routing_decision_id: recordId,
  lines: z.array(z.strictObject({ sku: z.string(), quantity: z.int().min(1) })),
});

/** What has left of an order, by this request and by all. */
export const shippedOrder = named('ShippedOrder', {
  order_id: z.string(),
  routing_decision_id: recordId,
  shipped_units: count.describe('By this request; 0: nothing was left to ship.'),
  remaining_units: count.describe('Warehouse-routed units of the order that have not shipped.'),
  shipments: z.array(leftShipment).describe('All that has shipped of the order.'),
});

export type ShippedOrder = z.output<typeof shippedOrder>;

const refusedOrder = z.strictObject({ order_id: z.string(), code: z.string(), detail: z.string() });

/** An order of a batch of which nothing changed, and why. */
export type RefusedOrder = z.output<typeof refusedOrder>;

export const batchShipped = named('BatchShipped', {
  orders: z
    .array(z.union([shippedOrder, refusedOrder]))
    .describe('One element an order, in the order sent: its answer, or why nothing of it changed.'),
  warnings: warningsField,
});

/** What becomes of a batch with faulty orders. */
export const batchShippedQuery = z.object({
  on_invalid: z
    .enum(['reject', 'skip'])
    .default('reject')
    .describe(
      'reject: a faulty order refuses the request. skip: it is left out, and its element says why. An order whose only fault ' +
        'is a quantity of 0 is left out in any case.',
    ),
});
