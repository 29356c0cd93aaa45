import { z } from 'zod';
import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../../engine/reason-codes.ts';
import { orderStatus } from '../a/schema.ts';
import {
  amountQuery,
  count,
  idInUrl,
  isoDate,
  moment,
  named,
  onlyTrue,
  paged,
  pageQuery,
  recordId,
  soughtIdentifier,
  statusCounts,
  timeSort,
} from '../common.ts';
import { MAX_SOUGHT_ORDERS } from '../order-limits.ts';
import { orderState } from '../order-state.ts';
import { periodQuery } from '../period.ts';

/** Why not all of an order ships. */
export const reasonCode = z.enum([...new Set([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])]);

const warehouse = z.strictObject({ warehouse_id: z.string(), warehouse_name: z.string() });

/** An order as it is listed: one decision on it. */
export const foundOrder = named('FoundOrder', {
  order_id: z.string(),
  routing_decision_id: recordId,
  routing_run_id: recordId,
  client_run_number: recordId,
  run_kind: z.enum(['sync', 'managed']),
  decided_at: moment,
  state: orderState,
  expires_at: moment.nullable().describe('When it is released by itself; null: never.'),
  latest: z.boolean().describe('Whether no later decision on the order has replaced this one.'),
  status: orderStatus,
  warned: z.boolean().describe('Whether a policy warned of the chosen route.'),
  destination_zip: z.string().describe('As it was sent.'),
  skus: z.array(z.string()).describe('The first five.'),
  sku_count: count,
  units_ordered: count,
  units_shipped: count,
  shipments: count,
  warehouses: z.array(warehouse).describe('That it ships from, in rank order.'),
  reasons: z.array(reasonCode).describe('Why not all of it ships; empty if all does.'),
  is_vip: z.boolean(),
  partner_id: z.string().nullable(),
  profile: z.string().nullable().describe('The name of the routing profile that decided it; null: none.'),
  ship_method: z.string().nullable(),
  deliver_by: z.string().nullable().describe('A day.'),
  arrives_on: z
    .string()
    .nullable()
    .describe('The day on which all that ships has arrived; null: it is not known, or nothing ships.'),
  late: z.boolean().describe('Whether it arrives after deliver_by, or on a day that is not known.'),
  total_value: z.number().describe('Of what was ordered.'),
  total_cost: z.number().nullable().describe('Of its shipments; null: not all have a price.'),
  holds_units: z.boolean().describe('Whether it has an active reservation.'),
  rerouted: z.boolean(),
});

export type FoundOrder = z.output<typeof foundOrder>;

/** A part of what is searched. */
export const soughtPart = soughtIdentifier.min(1);

/** What orders are searched by. */
export const orderFilter = {
  sku: soughtPart.optional().describe('Orders of this SKU, among others.'),
  zip: soughtPart.optional().describe('The destination ZIP, or its beginning.'),
  status: orderStatus.optional(),
  state: orderState.optional().describe('Only orders in this state, that of their latest decision.'),
  warned: onlyTrue.describe('Only orders whose route a policy warned of.'),
  late: onlyTrue.describe('Only orders that arrive after their deliver_by, or on a day that is not known.'),
  issues: onlyTrue.describe(
    'Only orders that do not ship in full, arrive late, or whose route a policy warned of.',
  ),
  is_vip: onlyTrue.describe('Only VIP orders.'),
  partner_id: soughtPart.optional().describe('Only orders of this partner.'),
  reason: reasonCode.optional().describe('Why not all of the order ships.'),
  warehouse_id: soughtPart
    .optional()
    .describe('Orders that ship from this warehouse, alone or among others.'),
  ships_on: isoDate
    .optional()
    .describe(
      'Orders with a shipment that leaves or has left on this day; with warehouse_id, from there. Of a warehouse without a ' +
        'calendar, the day of the decision in UTC. Without released and expired orders: so it has what a day of GET capacity ' +
        'counts as taken.',
    ),
  arrives_from: isoDate
    .optional()
    .describe('Orders of which all that ships has arrived on this day or later.'),
  arrives_to: isoDate
    .optional()
    .describe('Orders of which all that ships has arrived on this day or before.'),
  min_units: z.coerce.number().int().min(0).optional().describe('Orders of at least so many units.'),
  min_value: amountQuery.optional().describe('Orders of at least this value.'),
  min_cost: amountQuery.optional().describe('Orders whose shipments cost at least this.'),
  search: z
    .enum(['incomplete'])
    .optional()
    .describe(
      'Only orders whose search for a route ended before it proved that no other has fewer shipments.',
    ),
};

export const ordersQuery = pageQuery.extend({
  ...orderFilter,
  q: soughtPart
    .optional()
    .describe(
      'An order ID or a part of it, or the beginning of a ZIP or a SKU. An order of exactly this ID is found alone.',
    ),
  order_id: soughtPart.optional().describe('Only this order.'),
  sort: timeSort,
  ...periodQuery,
});

/** The most orders that are chosen by their IDs. */
const MAX_CHOSEN_ORDERS = 500;

/** Which stored orders are acted on together: the filters of GET /account/v1/orders, or chosen orders. */
export const chosenOrders = z
  .strictObject({
    ...ordersQuery.omit({ limit: true, cursor: true, sort: true }).shape,
    order_ids: z
      .array(soughtPart)
      .min(1)
      .max(MAX_CHOSEN_ORDERS)
      .optional()
      .describe('Only these orders. Further filters hold for them too.'),
  })
  .refine((filter) => Object.keys(filter).length > 0, 'must have at least one condition');

export type ChosenOrders = z.output<typeof chosenOrders>;

/** What is counted: all that a search finds. */
export const orderCountQuery = ordersQuery.omit({ cursor: true, limit: true, sort: true });

export const orderCount = named('OrderCount', {
  orders: count,
  more: z
    .boolean()
    .describe('Whether there may be more: 10,000 were counted, or the count reached its time limit.'),
  ...statusCounts,
  late: count.describe('Those of them that arrive late.'),
  warned: count.describe('Those of them that a policy warned of.'),
  reasons: z
    .array(z.strictObject({ reason: reasonCode, orders: count }))
    .describe('Why not all of each ships, the commonest first. An order may have several.'),
});

export const orderCausesQuery = z.object({
  routing_run_id: idInUrl
    .optional()
    .describe('The orders of this run; left out: the latest decisions of the period.'),
  ...periodQuery,
});

/** Why orders do not ship in full and on time. */
export const orderCauses = named('OrderCauses', {
  more: z.boolean().describe('Whether there may be more: up to 5,000 orders are read, the newest.'),
  causes: z
    .array(
      z.strictObject({
        cause: z.enum([...reasonCode.options, 'late']),
        orders: count,
        units: count.describe('That do not ship; late: of all the order.'),
        value: z.number().describe('Of these units, as far as the orders say it.'),
        skus: z.array(z.strictObject({ sku: z.string(), units: count })),
        warehouses: z.array(z.strictObject({ warehouse_id: z.string(), orders: count })),
        partners: z.array(z.strictObject({ partner_id: z.string(), orders: count })),
      }),
    )
    .describe('The dearest first. Each names up to five SKUs, warehouses and partners that make 80 % of it.'),
});

export const knownOrdersBody = named('KnownOrdersRequest', {
  order_ids: z.array(soughtIdentifier).max(MAX_SOUGHT_ORDERS),
});

export const knownOrders = named('KnownOrders', {
  known: count.describe('Those that were decided before, each counted once.'),
});

/** A page of a search. */
export const orderPage = paged('OrderPage', {
  orders: z
    .array(foundOrder)
    .describe(
      'Newest run first, within a run the last order first; the other way round with sort=created_at.',
    ),
  searched_back_to: moment
    .nullable()
    .describe(
      'A page may be short, even empty, because the search reached its time limit: then this says how far the search came, and ' +
        'next_cursor goes on. Null for a full page and for the last one.',
    ),
});
