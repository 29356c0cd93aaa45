/**
 * The catalogue of codes an answer may carry (docs/reference/results.md). A code is never used again for another
 * meaning. The sentences for codes are in sentences.ts.
 */

/** What decided. */
export const DRIVER_CODES = [
  'invalid_destination_zip',
  'item_control_hold',
  'external_fulfillment',
  'no_inventory',
  'policy_blocked',
  'no_eligible_warehouse',
  'no_capacity',
  'routing_only_recommended',
  'batch_improved',
  'optimal_preferred_full',
  'item_control_preferred',
  'partial_short',
  'lowest_cost',
  'split_required',
  'preferred_restricted',
  'preferred_too_late',
  'preferred_too_slow',
  'preferred_no_capacity',
  'preferred_below_minimum_value',
  'preferred_short',
] as const;
export type DriverCode = (typeof DRIVER_CODES)[number];

/** Why units of a SKU do not ship. */
export const UNFULFILLED_REASONS = [
  'invalid_destination_zip',
  'external_fulfillment',
  'item_control',
  'policy_blocked',
  'no_capacity',
  'insufficient_inventory',
] as const;
export type UnfulfilledReason = (typeof UNFULFILLED_REASONS)[number];

/** The high-level buckets of a NONE. */
export const UNROUTABLE_CATEGORIES = ['invalid_order_data', 'inventory', 'rules'] as const;
export type UnroutableCategory = (typeof UNROUTABLE_CATEGORIES)[number];

/** The rules that a route may break, in the order in which the code of a blocked order is chosen. */
export const POLICY_RULES = [
  'late_delivery',
  'max_transit_days',
  'split_shipment',
  'partial_shipment',
  'minimum_shipment_value',
] as const;
export type PolicyRule = (typeof POLICY_RULES)[number];

export const BLOCKED_CODES = POLICY_RULES.map((rule) => `${rule}_blocked` as const);
export type BlockedCode = `${PolicyRule}_blocked`;

/** Why an order ships nothing, in the order in which the codes are tried. */
export const UNROUTABLE_CODES = [
  'invalid_destination_zip',
  'item_control_hold',
  'external_fulfillment',
  'no_enabled_warehouse',
  'no_inventory_available',
  'item_control_restricted',
  'no_eligible_warehouse',
  'no_capacity',
  ...BLOCKED_CODES,
  'insufficient_inventory',
] as const;
export type UnroutableCode = (typeof UNROUTABLE_CODES)[number];

/** What is said of an order that ships nothing, by its code (unroutable.ts). */
export interface Unroutable {
  readonly category: UnroutableCategory;
  /** The next step. */
  readonly recommended_action: string;
  /** Why nothing ships, within a sentence, without a number or a name. */
  readonly phrase: string;
  /** In a table or a filter. */
  readonly label: string;
}

/** The flag that each Item Control rule raises. */
export const ITEM_CONTROL_FLAGS = {
  restrict: 'warehouse_restricted',
  prefer: 'warehouse_preferred',
  exclude: 'warehouse_excluded',
  do_not_split: 'do_not_split',
  do_not_partial: 'do_not_partial',
  drop_ship: 'drop_ship',
  hold: 'hold',
  max_transit_days: 'max_transit_days',
  safety_stock: 'safety_stock',
} as const;
