import { z } from 'zod';
import {
  arrivalField,
  costField,
  date,
  daysFields,
  driverFields,
  ONLY_DATED,
  orderStatus,
  routingQuality,
  totalCostField,
  unfulfilledLine,
  unroutableFields,
} from './a/schema.ts';
import { orderFilter, ordersQuery } from './account/orders.ts';
import { amount, count, csvReaderQuery, idInUrl, moment, named, recordId } from './common.ts';
import { orderState } from './order-state.ts';
import { periodQuery } from './period.ts';

// The columns of the reports, in their order. A row is the same in CSV and in JSON. Names, order and meaning of columns
// never change; new columns are added at the end.

/** Columns of accounts with a calendar. */
export const DATED_COLUMNS = new Set(['deliver_by', 'ship_date', 'delivery_date']);
/** Columns of accounts with rates. */
export const PRICED_COLUMNS = new Set(['cost', 'total_cost', 'unit_weight']);

/** The orders of a report. */
export const decisionReportQuery = z.object({
  ...periodQuery,
  ...csvReaderQuery,
  routing_run_id: idInUrl.optional().describe('Only this run.'),
  ...orderFilter,
  q: ordersQuery.shape.q.describe('A part of an order ID, or the beginning of a ZIP or a SKU.'),
  latest: z
    .literal('true')
    .transform(() => true)
    .optional()
    .describe('Only the latest decision on each order, whatever its state.'),
  current: z
    .literal('true')
    .transform(() => true)
    .optional()
    .describe(
      'Only orders that are current or held. In shipments, ship_qty is then what is still to leave; rows of 0 are left out.',
    ),
});

/** The reports that are not about orders have no run and no status. */
export const periodReportQuery = z.object({ ...periodQuery, ...csvReaderQuery });

/** The run and the order that a row belongs to. */
const decided = {
  routing_decision_id: recordId,
  routing_run_id: recordId,
  client_run_number: recordId,
  routed_at: moment.describe('When the run began.'),
  order_id: z.string(),
  destination_zip: z.string().describe('As it was sent.'),
};

/** State of the order of a row. */
const becameCells = {
  state: orderState,
  shipped_qty: count.describe('Units that have shipped, of what the row is about.'),
  expires_at: moment.nullable().describe('When the order is released by itself.'),
};

/** An order result as flat cells, the same in both contract variants. Semicolons separate the elements of a list. */
export const resultCells = {
  status: orderStatus,
  routing_quality: routingQuality,
  reason: z.string(),
  profile: z.string().describe('Name of the applied Routing Profile, or Default.'),
  preferred_warehouse_id: z.string().nullable(),
  selected_warehouse_ids: z.string(),
  shipment_count: count,
  requested_qty: count,
  ship_qty: count,
  unfulfilled_qty: count,
  unfulfilled_skus: z.string(),
  total_shipment_value: amount,
  policy_outcome: z.enum(['clear', 'warned', 'blocked']),
  policy_warning_codes: z.string(),
  policy_blocked_code: z.string().nullable(),
  decision_driver: driverFields.code,
  ...unroutableFields,
};

/** One row for each decision. */
export const decisionReportRow = named('DecisionReportRow', {
  ...decided,
  partner_id: z.string().nullable(),
  is_vip: z.boolean(),
  priority_level: z.int().nullable(),
  order_created_at: moment.nullable(),
  carrier: z.string().nullable(),
  ship_method: z.string().nullable(),
  ...resultCells,
  rerouted: z.boolean().describe('Whether it was routed by POST /orders/{order_id}/reroute.'),
  reroute_exclude_warehouse_ids: z.string().nullable(),
  reroute_only_warehouse_ids: z.string().nullable(),
  reroute_note: z.string().nullable(),
  deliver_by: date.describe(ONLY_DATED),
  ...arrivalField,
  ...totalCostField,
  ...becameCells,
});

/** One row for each SKU of a shipment. */
export const shipmentReportRow = named('ShipmentReportRow', {
  ...decided,
  status: orderStatus,
  shipment: z.int().min(1).describe("Number of the order's shipment, from 1."),
  shipment_count: z.int().min(1),
  warehouse_id: z.string(),
  warehouse_code: z.string(),
  warehouse_name: z.string(),
  sku: z.string(),
  ship_qty: z.int().min(1),
  carrier: z.string().nullable(),
  ship_method: z.string().nullable(),
  ...daysFields,
  ...costField,
  ...becameCells,
});

/** One row for each SKU that lacks units. */
export const unfulfilledReportRow = named('UnfulfilledReportRow', {
  ...decided,
  status: orderStatus,
  ...unfulfilledLine.shape,
  unroutable_reason_code: unroutableFields.unroutable_reason_code,
  recommended_action: unroutableFields.recommended_action,
  ...becameCells,
});

/** One row for each day on which orders were routed. */
export const usageReportRow = named('UsageReportRow', {
  day: z.iso.date().describe('In UTC.'),
  routed_orders: count,
});

/** One row for each SKU and warehouse. */
export const inventoryReportRow = named('InventoryReportRow', {
  sku: z.string(),
  sku_description: z.string().nullable(),
  warehouse_id: z.string(),
  warehouse_code: z.string(),
  warehouse_name: z.string(),
  quantity_available: count.describe('As last synced.'),
  reserved_quantity: count.describe('Held by active reservations.'),
  effective_quantity: count.describe('quantity_available less reserved_quantity.'),
  unit_value: z.number().nullable(),
  unit_weight: z.number().nullable().exactOptional().describe('Only where the account has rates.'),
  ingest_run_id: recordId.describe('The sync that last changed quantity_available.'),
  source_name: z.string().nullable(),
  synced_at: moment.describe('When a sync last reported quantity_available, changed or not.'),
  changed_at: moment.describe('When a sync last changed it: ingest_run_id.'),
});
