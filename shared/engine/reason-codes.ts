import type { ItemControl, UnroutableCode } from './types.ts';

/**
 * The catalogue of codes an answer may carry (routing-service-api.md sections 2.5, 2.7 and 2.11;
 * decision-rules.md section 3, Codes). A code once given out is never reused for another meaning. What a code
 * says in words is in sentences.ts.
 */

/** The high-level bucket of a NONE. */
export type UnroutableCategory = 'invalid_order_data' | 'inventory' | 'rules';

/** Category and next step of every NONE, in the order in which they are tried. */
export const UNROUTABLE: Record<
  UnroutableCode,
  { readonly category: UnroutableCategory; readonly recommended_action: string }
> = {
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
};

export type ItemControlFlag =
  | 'warehouse_restricted'
  | 'warehouse_preferred'
  | 'warehouse_excluded'
  | 'do_not_split'
  | 'do_not_partial'
  | 'drop_ship'
  | 'hold'
  | 'max_transit_days';

/** The flag that each Item Control rule raises. */
export const ITEM_CONTROL_FLAGS: Record<ItemControl['rule'], ItemControlFlag> = {
  restrict: 'warehouse_restricted',
  prefer: 'warehouse_preferred',
  exclude: 'warehouse_excluded',
  do_not_split: 'do_not_split',
  do_not_partial: 'do_not_partial',
  drop_ship: 'drop_ship',
  hold: 'hold',
  max_transit_days: 'max_transit_days',
};
