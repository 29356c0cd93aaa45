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

/** Category and next step of every NONE, in the order in which they are tried. */
export const UNROUTABLE = {
  invalid_destination_zip: {
    category: 'invalid_order_data',
    recommended_action: 'Correct the destination ZIP and route the order again.',
  },
  item_control_hold: {
    category: 'rules',
    recommended_action: 'Review the order and lift the hold in Item Control.',
  },
  external_fulfillment: {
    category: 'rules',
    recommended_action: 'Pass the order to the vendor that fulfills its SKUs.',
  },
  no_enabled_warehouse: {
    category: 'rules',
    recommended_action: 'Enable a warehouse on the Warehouses page.',
  },
  no_inventory_available: {
    category: 'inventory',
    recommended_action: "Add inventory for the order's SKUs and route it again.",
  },
  item_control_restricted: {
    category: 'rules',
    recommended_action: 'Change the Item Control rules or stock a warehouse that they admit.',
  },
  no_eligible_warehouse: {
    category: 'rules',
    recommended_action: 'Give the Routing Profile a warehouse that has the inventory.',
  },
  no_capacity: {
    category: 'rules',
    recommended_action: 'Raise a capacity on the Warehouses page, or route the order again on a later day.',
  },
  late_delivery_blocked: {
    category: 'rules',
    recommended_action:
      'Accept a later delivery in the Routing Settings or stock a warehouse that delivers in time.',
  },
  max_transit_days_blocked: {
    category: 'rules',
    recommended_action: 'Raise the transit limit or stock a nearer warehouse.',
  },
  split_shipment_blocked: {
    category: 'rules',
    recommended_action: "Allow more shipments an order or stock the order's SKUs in one warehouse.",
  },
  partial_shipment_blocked: {
    category: 'rules',
    recommended_action: 'Add inventory for the missing units or allow partial shipments.',
  },
  minimum_shipment_value_blocked: {
    category: 'rules',
    recommended_action: "Lower the minimum shipment value or stock the order's SKUs in one warehouse.",
  },
  insufficient_inventory: {
    category: 'inventory',
    recommended_action: 'Add inventory for the missing units or relax the Item Control rules of the SKU.',
  },
} as const satisfies Readonly<
  Record<string, { readonly category: UnroutableCategory; readonly recommended_action: string }>
>;
export type UnroutableCode = keyof typeof UNROUTABLE;
export const UNROUTABLE_CODES = Object.keys(UNROUTABLE) as UnroutableCode[];

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
