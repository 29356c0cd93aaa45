import { z } from 'zod';
import { count, recordId } from './common.ts';

/** The units of an order that were released (docs/guides/correct-an-order.md). */
export const releasedOrder = z
  .strictObject({
    order_id: z.string(),
    routing_decision_id: recordId
      .nullable()
      .describe('The latest decision on the order; null: it only waits in a run, which leaves it out.'),
    released_units: count.describe('0: nothing was reserved any more. The order is released all the same.'),
    released: z.array(
      z.strictObject({ sku: z.string(), warehouse_id: z.string(), quantity: z.int().min(1) }),
    ),
  })
  .meta({ id: 'ReleasedOrder' });

export type ReleasedOrder = z.output<typeof releasedOrder>;

export const dryRunRelease = releasedOrder
  .extend({ routing_decision_id: z.null(), dry_run: z.literal(true) })
  .meta({ id: 'DryRunRelease', title: 'Dry run of a release' });

/** A release. */
export const releaseRequest = z
  .strictObject({
    left: z
      .boolean()
      .exactOptional()
      .describe(
        'true: its shipments have left, and keep the places that they take of capacities. Then only sending the order ' +
          'again routes it again.',
      ),
  })
  .meta({ id: 'ReleaseRequest' });
