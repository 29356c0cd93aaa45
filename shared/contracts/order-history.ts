import { z } from 'zod';
import type { StoredConfiguration } from '../account/configurations.ts';
import type { DecisionRecord } from '../ledger/decisions/decision-records.ts';
import { orderResultA } from './a/schema.ts';
import { actor } from './actor.ts';
import { orderResultB } from './b/schema.ts';
import { moment, nextCursor, recordId, shortPageQuery, soughtIdentifier } from './common.ts';
import { orderEvent, orderState } from './order-state.ts';
import { variantUnder } from './present.ts';
import { presentShipment } from './present-shipment.ts';
import { leftShipment } from './shipped.ts';
import { warehouseIdOf } from './warehouse-id.ts';
import { reroute } from './why.ts';

export const orderParams = z.object({
  order_id: soughtIdentifier.describe('external_order_id of the order.'),
});

export const orderHistoryQuery = shortPageQuery('Routings');

/** An order as it was sent, with aliases resolved, IDs trimmed, order_created_at in UTC, absent fields null. */
const orderAsSent = z
  .strictObject({
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
  })
  .meta({ id: 'OrderAsSent' });

const routing = z
  .strictObject({
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
  })
  .meta({ id: 'OrderRouting' });

/** An order ID's history: each time it was routed, in the order of the decisions, the latest first. */
export const orderHistory = z
  .strictObject({
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
    next_cursor: nextCursor,
  })
  .meta({ id: 'OrderHistory' });

/** A routing as JSON text. Its result and raw_order_data are text already, because parsing would round large numbers. */
export function presentRouting(configuration: StoredConfiguration, record: DecisionRecord): string {
  const { order_id, raw_order_data, deliver_by, hold_minutes, ...order } = record.order;
  const { reroute } = record.decision;
  const { requested_by: by, events } = record;
  const routing = {
    routing_run_id: record.routing_run_id,
    client_run_number: record.client_run_number,
    routed_at: record.run_began_at.toISOString(),
    decided_at: record.decided_at.toISOString(),
  };
  const state = { state: record.state, state_since: record.state_since?.toISOString() ?? null };
  const sent = joined(
    { external_order_id: order_id, ...order },
    `"raw_order_data":${raw_order_data}`,
    deliver_by !== undefined && `"deliver_by":"${deliver_by}"`,
    hold_minutes !== undefined && `"hold_minutes":${hold_minutes}`,
  );
  const shipments = record.shipped?.map((each) => ({
    ...presentShipment(each, record.id, (id) => warehouseIdOf(configuration, id)),
    by: each[3] ?? null,
  }));
  const later = {
    ...state,
    ...(reroute && { reroute }),
    by,
    events: events ?? [],
    ...(shipments && { shipments }),
  };
  const result = variantUnder(configuration).presentOrder(configuration, record);
  return joined(routing, `"order":${sent}`, JSON.stringify(later).slice(1, -1), `"result":${result}`);
}

/** An object as JSON text, with members that are JSON text already. */
function joined(object: object, ...members: (string | false)[]): string {
  return `${[JSON.stringify(object).slice(0, -1), ...members.filter((member) => member !== false)].join(',')}}`;
}
