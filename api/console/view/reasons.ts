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
  invalid_destination_zip: 'invalid ZIP code',
  item_control_hold: 'held by Item Control',
  external_fulfillment: 'shipped by the vendor',
  item_control_restricted: 'Item Control allows no warehouse',
  no_capacity: 'every warehouse is full',
  late_delivery_blocked: 'blocked: arrives too late',
  max_transit_days_blocked: 'blocked: too many days in transit',
  split_shipment_blocked: 'blocked: more shipments than allowed',
  partial_shipment_blocked: 'blocked: partial shipment',
  minimum_shipment_value_blocked: 'blocked: below minimum value',
  no_enabled_warehouse: 'no enabled warehouse',
  no_eligible_warehouse: 'no eligible warehouse',
  no_inventory_available: 'no stock',
  item_control: 'Item Control',
  policy_blocked: 'blocked by policy',
  insufficient_inventory: 'not enough stock',
};

/** A code in words. An unknown code is returned with blanks. */
export function reasonWords(code: string): string {
  return (REASON_WORDS as Readonly<Record<string, string>>)[code] ?? code.replaceAll('_', ' ');
}
