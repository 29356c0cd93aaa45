import { UNFULFILLED_REASONS, UNROUTABLE_CODES } from '../../../shared/engine/reason-codes.ts';

/** Every code that says why not all of an order ships. */
export const REASON_CODES = [...new Set<string>([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])];

/** Beside the service's codes, in plain words. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  invalid_destination_zip: 'ZIP is not valid',
  item_control_hold: 'held by Item Control',
  external_fulfillment: 'ships from the vendor',
  no_enabled_warehouse: 'no warehouse is enabled',
  no_eligible_warehouse: 'no warehouse may ship it',
  no_inventory_available: 'no stock',
  no_permitted_warehouse: 'no warehouse is permitted',
  item_control: 'Item Control',
  item_control_blocked: 'blocked by Item Control',
  policy_blocked: 'blocked by a policy',
  insufficient_inventory: 'too little stock',
};

/** A code in words; one that has none here is its own words. */
export function reasonWords(code: string): string {
  return REASON_WORDS[code] ?? code.replaceAll('_', ' ');
}
