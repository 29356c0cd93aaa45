import { z } from 'zod';
import { orderResultA } from './a/schema.ts';
import { orderResultB } from './b/schema.ts';
import { actor, moment, named, paged, recordId, shortPageQuery, soughtIdentifier } from './common.ts';
import { orderEvent, orderState } from './order-state.ts';
import { leftShipment } from './shipped.ts';
import { reroute } from './why.ts';

export const orderParams = z.object({
  order_id: soughtIdentifier.describe('external_order_id of the order.'),
});

export const orderHistoryQuery = shortPageQuery('Routings');

/** An order as it was sent, with aliases resolved, IDs trimmed, order_created_at in UTC, absent fields null. */
const orderAsSent = named('OrderAsSent', {
  external_order_id: z.string(),
  destination_zip: z.string(),
  lines: z.array(
    z.strictObject({
      sku: z.string(),
      quantity: z.int().min(1),
      unit_value: z.number().nullable(),
      unit_weight: z.number().exactOptional().describe('Only if it was sent.'),
    }),
  ),
  is_vip: z.boolean(),
  priority_level: z.int().nullable(),
  order_created_at: moment.nullable(),
  deliver_by: z.iso.date().exactOptional().describe('Only if it was sent.'),
  hold_minutes: z.int().min(1).exactOptional().describe('Only if it was sent.'),
  partner_id: z.string().nullable(),
  carrier: z.string().nullable(),
  ship_method: z.string().nullable(),
  raw_order_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('As it was sent; {"erased_at": …} if it was erased since.'),
});

const routing = named('OrderRouting', {
  routing_run_id: recordId,
  client_run_number: recordId,
  routed_at: moment.describe('When the run began.'),
  decided_at: moment,
  order: orderAsSent,
  state: orderState,
  state_since: moment
    .nullable()
    .describe(
      'When it was replaced, released, or its shipments were said to have left; null: it is current.',
    ),
  reroute: reroute.optional().describe('Only where it was routed by POST /orders/{order_id}/reroute.'),
  by: actor.nullable().describe('Who sent the run; null: from before this was recorded.'),
  events: z.array(orderEvent).describe('What was done to the order later, oldest first.'),
  shipments: z
    .array(leftShipment.extend({ by: actor.nullable().describe('Who said so; null: as above.') }))
    .exactOptional()
    .describe('What of it has left; only where something has.'),
  result: z.union([orderResultA, orderResultB]).describe('As it was answered, in the variant of its day.'),
});

/** An order ID's history: each time it was routed, in the order of the decisions, the latest first. */
export const orderHistory = paged('OrderHistory', {
  order_id: z.string(),
  state: orderState.describe(
    'That of its latest decision; without one: it was released, or has left, while it waited in a run.',
  ),
  expires_at: moment
    .exactOptional()
    .describe(
      'Only while it has one: then it is released by itself. A held order whatever it has, another one if it still has units ' +
        'reserved.',
    ),
  routings: z.array(routing),
});
