import { z } from 'zod';
import {
  BLOCKED_CODES,
  DRIVER_CODES,
  ITEM_CONTROL_FLAGS,
  type PolicyRule,
  UNFULFILLED_REASONS,
  UNROUTABLE_CATEGORIES,
  UNROUTABLE_CODES,
} from '../../engine/reason-codes.ts';
import { SETTINGS } from '../../engine/settings.ts';
import { VERDICTS } from '../../engine/verdicts.ts';
import { amount, count, moment, named, recordId, statusCounts } from '../common.ts';
import { warningsField } from '../intake-warning.ts';
import { optimizationField } from '../optimization.ts';

export const orderStatus = z.enum(['FULL', 'SPLIT', 'PARTIAL', 'PARTIAL_SPLIT', 'NONE']);
export const routingQuality = z.enum(['Optimal', 'Suboptimal', 'Split', 'Unroutable']);
export const runStatus = z.enum(['queued', 'running', 'cancelling', 'cancelled', 'completed', 'failed']);

const warehouseRef = named('WarehouseReference', { warehouse_id: z.string(), warehouse_name: z.string() });

const rankedWarehouse = z.strictObject({
  rank: z.int().min(1),
  warehouse_id: z.string(),
  warehouse_name: z.string(),
});

export const ONLY_DATED = 'Only if an enabled warehouse has a calendar.';

export const ONLY_PRICED = 'Only if the account has rates.';

export const date = z.iso.date().nullable().exactOptional();

/** When a shipment leaves and arrives. */
export const daysFields = {
  ship_date: date.describe(`${ONLY_DATED} Null: its warehouse has no calendar, or no ship day.`),
  delivery_date: date.describe(`${ONLY_DATED} Null: there is no ship date or no lane.`),
};

/** When all of an order has arrived. */
export const arrivalField = {
  delivery_date: date.describe(
    `${ONLY_DATED} The latest of its shipments; null if one is null or nothing ships.`,
  ),
};

/** What a shipment costs. */
export const costField = {
  cost: amount.nullable().exactOptional().describe(`${ONLY_PRICED} Null: there is no price for it.`),
};

/** What all shipments of an order cost. */
export const totalCostField = {
  total_cost: amount
    .nullable()
    .exactOptional()
    .describe(`${ONLY_PRICED} Null: there is no price for one of its shipments.`),
};

const shipment = z
  .strictObject({
    selected_warehouse: warehouseRef,
    lines: z.array(z.strictObject({ sku: z.string(), ship_qty: z.int().min(1) })).min(1),
    ...daysFields,
    ...costField,
  })
  .meta({ id: 'Shipment', description: 'Executable: one downstream work record each.' });

/** When an order is released by itself. */
export const expiryField = {
  expires_at: moment
    .exactOptional()
    .describe(
      'When the order is released by itself, as it was decided: a hold, or the setting reservation_days.',
    ),
};

const shippedUnits = z.array(z.strictObject({ sku: z.string(), quantity: z.int().min(1) })).exactOptional();

/** What of an order had left before it was routed again, and before it was sent again. */
export const shippedFields = {
  shipped_before: shippedUnits.describe(
    'What of the order had shipped before it was routed again: it is not in the lines that were routed.',
  ),
  shipped_earlier: shippedUnits.describe(
    'What of the order had shipped before it was sent again: it is not subtracted. Send what is still to ship.',
  ),
};

export const unfulfilledLine = named('UnfulfilledLine', {
  sku: z.string(),
  requested_qty: z.int().min(1),
  unfulfilled_qty: z.int().min(1),
  reason: z.enum(UNFULFILLED_REASONS),
});

/** The fields of a decision driver that are the same in both variants: all but the warehouse. */
export const driverFields = {
  code: z.enum(DRIVER_CODES),
  message: z.string(),
  sku: z.string().nullable(),
  required_qty: count.nullable(),
  available_qty: count.nullable(),
  short_qty: count.nullable(),
};

/** Why an order is NONE, the same in both variants; all are null if it is not NONE. */
export const unroutableFields = {
  unroutable_reason_code: z.enum(UNROUTABLE_CODES).nullable(),
  unroutable_category: z.enum(UNROUTABLE_CATEGORIES).nullable(),
  unroutable_reason: z.string().nullable(),
  recommended_action: z.string().nullable(),
};

const itemControlFlag = z.enum(Object.values(ITEM_CONTROL_FLAGS));

/** Of more than a hundred candidates, those that an answer does not list. */
export const notListed = z
  .strictObject({
    count: z.int().min(1),
    by_verdict: z
      .partialRecord(z.enum(VERDICTS), z.int().min(1))
      .describe('How many of them there are of each verdict.'),
  })
  .meta({
    id: 'WarehousesNotListed',
    description:
      'The other candidates, if there are more than 100. The first 100 and those that ship are listed.',
  });

const explained = {
  selected_path: z.enum(['full', 'split', 'partial', 'partial_split', 'none']),
  ranked_warehouses: z.array(rankedWarehouse),
  warehouses_not_listed: notListed.exactOptional(),
  decision_driver: z.strictObject({ ...driverFields, warehouse: warehouseRef.nullable() }),
};

/** Why, in short; docs/reference/results.md has its codes. */
const explanation = z
  .discriminatedUnion('item_control_applied', [
    z.strictObject({ ...explained, item_control_applied: z.literal(false) }),
    z.strictObject({
      ...explained,
      item_control_applied: z.literal(true),
      item_control_skus: z.array(z.string()),
      item_control_flags: z.array(itemControlFlag),
      item_control_notes: z.array(z.string()),
      item_control_rules: z.array(z.strictObject({ sku: z.string(), summary: z.string() })),
    }),
  ])
  .meta({ id: 'Explanation', description: 'The item_control lists are there when Item Control applies.' });

/** The rules in the order of their settings. */
const WARNED_CODES = Object.entries(SETTINGS).flatMap(([rule, facts]) =>
  'policy' in facts ? [`${rule as PolicyRule}_warned` as const] : [],
);

/** The first fields of an order result, the same in both variants. */
export const outcomeFields = {
  order_id: z.string(),
  routing_decision_id: recordId,
  status: orderStatus,
  routing_quality: routingQuality,
  reason: z.string(),
};

/** One order of an answer (docs/reference/results.md). */
export const orderResultA = z
  .strictObject({
    ...outcomeFields,
    profile: z.strictObject({
      applied: z.boolean(),
      name: z.string(),
      partner_id: z.string().nullable(),
    }),
    policy_outcome: z.enum(['clear', 'warned', 'blocked']),
    policy_warning_count: count,
    policy_warning_codes: z.array(z.enum(WARNED_CODES)),
    policy_blocked_code: z.enum(BLOCKED_CODES).nullable(),
    policy_messages: z.array(z.string()),
    ...unroutableFields,
    total_shipment_value: amount,
    preferred_warehouse: warehouseRef
      .nullable()
      .describe('Top-ranked; not necessarily the ship-from warehouse.'),
    selected_warehouse: warehouseRef.nullable().describe('Set when exactly one warehouse was selected.'),
    selected_warehouses: z.array(warehouseRef),
    shipment_count: count,
    shipments: z.array(shipment),
    ...arrivalField,
    ...totalCostField,
    ...expiryField,
    ...shippedFields,
    unfulfilled_lines: z.array(unfulfilledLine),
    explanation,
  })
  .meta({ id: 'OrderResultA', title: 'Order result, Variant A' });

export type OrderResultA = z.output<typeof orderResultA>;

/** A run's fields beside its results. */
export const runFields = {
  routing_run_id: recordId,
  client_run_number: recordId,
  client_id: recordId,
  status: runStatus,
  orders_considered: count,
  orders_routed: count,
  ...statusCounts,
};

/** The answer to an order or a batch. */
export const runResponseA = z
  .strictObject({
    ...runFields,
    ...optimizationField,
    results: z.array(orderResultA).describe('In request order; exactly one from /orders/route.'),
    warnings: warningsField,
  })
  .meta({ id: 'RoutingRunA', title: 'Routing run, Variant A' });

export type RunResponseA = z.output<typeof runResponseA>;
