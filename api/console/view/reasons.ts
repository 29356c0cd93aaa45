import {
  UNFULFILLED_REASONS,
  UNROUTABLE_CODES,
  type UnfulfilledReason,
  type UnroutableCode,
} from '../../../shared/engine/reason-codes.ts';

/** Every code that says why not all of an order ships. */
export const REASON_CODES = [...new Set<string>([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])];

/** The service's codes in plain words. */
const REASON_WORDS: Readonly<Record<UnroutableCode | UnfulfilledReason, string>> = {
  invalid_destination_zip: 'ZIP is not valid',
  item_control_hold: 'held by Item Control',
  external_fulfillment: 'ships from the vendor',
  item_control_restricted: 'Item Control admits no warehouse',
  max_transit_days_blocked: 'blocked: too many days in transit',
  split_shipment_blocked: 'blocked: more shipments than allowed',
  partial_shipment_blocked: 'blocked: less than was ordered',
  minimum_shipment_value_blocked: 'blocked: too little value',
  no_enabled_warehouse: 'no warehouse is enabled',
  no_eligible_warehouse: 'no warehouse may ship it',
  no_inventory_available: 'no stock',
  item_control: 'Item Control',
  policy_blocked: 'blocked by a policy',
  insufficient_inventory: 'too little stock',
};

/** A code in words. An unknown code is returned with blanks. */
export function reasonWords(code: string): string {
  return (REASON_WORDS as Readonly<Record<string, string>>)[code] ?? code.replaceAll('_', ' ');
}
