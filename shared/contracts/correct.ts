import { z } from 'zod';
import { count, named, recordId } from './common.ts';

/** The units of an order that were released (docs/guides/correct-an-order.md). */
export const releasedOrder = named('ReleasedOrder', {
  order_id: z.string(),
  routing_decision_id: recordId
    .nullable()
    .describe('The latest decision on the order; null: it only waits in a run, which leaves it out.'),
  released_units: count.describe('0: nothing was reserved any more. The order is released all the same.'),
  released: z.array(z.strictObject({ sku: z.string(), warehouse_id: z.string(), quantity: z.int().min(1) })),
});

export type ReleasedOrder = z.output<typeof releasedOrder>;

export const dryRunRelease = releasedOrder
  .extend({ routing_decision_id: z.null(), dry_run: z.literal(true) })
  .meta({ id: 'DryRunRelease', title: 'Dry run of a release' });

/** A release. */
export const releaseRequest = named('ReleaseRequest', {
  left: z
    .boolean()
    .exactOptional()
    .describe(
      'true: its shipments have left, and keep the places that they take of capacities. Then only sending the order ' +
        'again routes it again.',
    ),
});

/** An order that is not released by its hold any more (docs/guides/keep-stock-true.md). */
export const confirmedOrder = named('ConfirmedOrder', {
  order_id: z.string(),
  routing_decision_id: recordId.describe('The latest decision on the order.'),
  confirmed: z.literal(true),
  reserved_units: count.describe('Units that it has reserved now.'),
});

export type ConfirmedOrder = z.output<typeof confirmedOrder>;

/** A confirmation has no members. */
export const confirmRequest = named('ConfirmRequest', {});

/** What the erasing of an order's raw_order_data did. */
export const erasedRawData = named('ErasedRawOrderData', {
  order_id: z.string(),
  erased: count.describe('Routings of the order that had raw_order_data; 0: none had any.'),
});

export type ErasedRawData = z.output<typeof erasedRawData>;

/** What stands in the place of raw_order_data that was erased, as JSON text. */
export const erasedMark = (at: Date) => JSON.stringify({ erased_at: at.toISOString() });

/** A regular expression, also for PostgreSQL, that only such a text meets. */
export const ERASED_MARK = String.raw`^\{"erased_at":"[-0-9T:.]+Z"\}$`;
