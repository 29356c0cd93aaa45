import { type BlockedCode, POLICY_RULES, type Unroutable, type UnroutableCode } from './reason-codes.ts';
import { SETTINGS } from './settings.ts';

/** The codes of no rule; each rule has its own. */
const OTHERS: Readonly<Record<Exclude<UnroutableCode, BlockedCode>, Unroutable>> = {
  invalid_destination_zip: {
    category: 'invalid_order_data',
    recommended_action: 'Correct the destination ZIP and route the order again.',
    phrase: 'the destination ZIP is invalid',
    label: 'invalid ZIP code',
  },
  item_control_hold: {
    category: 'rules',
    recommended_action: 'Review the order and lift the hold in Item Control.',
    phrase: 'a SKU is on hold',
    label: 'held by Item Control',
  },
  external_fulfillment: {
    category: 'rules',
    recommended_action: 'Pass the order to the vendor that fulfills its SKUs.',
    phrase: 'every SKU is fulfilled by a vendor',
    label: 'shipped by the vendor',
  },
  no_enabled_warehouse: {
    category: 'rules',
    recommended_action: 'Enable a warehouse on the Warehouses page.',
    phrase: 'no warehouse is enabled',
    label: 'no enabled warehouse',
  },
  no_inventory_available: {
    category: 'inventory',
    recommended_action: "Add inventory for the order's SKUs and route it again.",
    phrase: 'no inventory is available',
    label: 'no stock',
  },
  item_control_restricted: {
    category: 'rules',
    recommended_action: 'Change the Item Control rules or stock a warehouse that they admit.',
    phrase: 'Item Control admits no warehouse that could ship',
    label: 'Item Control allows no warehouse',
  },
  no_eligible_warehouse: {
    category: 'rules',
    recommended_action: 'Give the Routing Profile a warehouse that has the inventory.',
    phrase: 'the Routing Profile admits no warehouse that could ship',
    label: 'no eligible warehouse',
  },
  no_capacity: {
    category: 'rules',
    recommended_action: 'Raise a capacity on the Warehouses page, or route the order again on a later day.',
    phrase: 'every warehouse that could ship is full',
    label: 'every warehouse is full',
  },
  insufficient_inventory: {
    category: 'inventory',
    recommended_action: 'Add inventory for the missing units or relax the Item Control rules of the SKU.',
    phrase: 'there is not enough inventory',
    label: 'not enough stock',
  },
};

const BLOCKED = Object.fromEntries(
  POLICY_RULES.map((rule) => [`${rule}_blocked`, SETTINGS[rule].policy.unroutable]),
) as Readonly<Record<BlockedCode, Unroutable>>;

/** What is said of every NONE. */
export const UNROUTABLE: Readonly<Record<UnroutableCode, Unroutable>> = { ...OTHERS, ...BLOCKED };
