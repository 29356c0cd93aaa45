import { z } from 'zod';
import { orderResultA } from './a/schema.ts';
import { orderResultB } from './b/schema.ts';
import { moment, nextCursor, pageQuery, recordId, soughtIdentifier } from './common.ts';
import { reroute } from './why.ts';

export const orderHistoryParams = z.object({
  order_id: soughtIdentifier.describe('external_order_id of the order.'),
});

export const orderHistoryQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Routings a page holds at most.'),
});

/** An order as it was sent, with aliases resolved, IDs trimmed, order_created_at in UTC, absent fields null. */
const orderAsSent = z
  .strictObject({
    external_order_id: z.string(),
    destination_zip: z.string(),
    lines: z.array(
      z.strictObject({ sku: z.string(), quantity: z.int().min(1), unit_value: z.number().nullable() }),
    ),
    is_vip: z.boolean(),
    priority_level: z.int().nullable(),
    order_created_at: moment.nullable(),
    partner_id: z.string().nullable(),
    carrier: z.string().nullable(),
    ship_method: z.string().nullable(),
    raw_order_data: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'OrderAsSent' });

const routing = z
  .strictObject({
    routing_run_id: recordId,
    client_run_number: recordId,
    routed_at: moment.describe('When the run began.'),
    order: orderAsSent,
    reroute: reroute.optional().describe('Only where it was routed by POST /orders/{order_id}/reroute.'),
    result: z.union([orderResultA, orderResultB]).describe('As it was answered, in the variant of its day.'),
  })
  .meta({ id: 'OrderRouting' });

/** An order ID's history: each time it was routed, newest first. */
export const orderHistory = z
  .strictObject({ order_id: z.string(), routings: z.array(routing), next_cursor: nextCursor })
  .meta({ id: 'OrderHistory' });
