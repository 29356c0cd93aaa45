import { z } from 'zod';
import { count, recordId } from './common.ts';

/** An order that is not released by its hold any more (docs/guides/keep-stock-true.md). */
export const confirmedOrder = z
  .strictObject({
    order_id: z.string(),
    routing_decision_id: recordId.describe('The latest decision on the order.'),
    confirmed: z.literal(true),
    reserved_units: count.describe('Units that it has reserved now.'),
  })
  .meta({ id: 'ConfirmedOrder' });

export type ConfirmedOrder = z.output<typeof confirmedOrder>;

/** A confirmation has no members. */
export const confirmRequest = z.strictObject({}).meta({ id: 'ConfirmRequest' });
