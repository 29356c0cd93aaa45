import {
  UNFULFILLED_REASONS,
  UNROUTABLE_CODES,
  type UnfulfilledReason,
  type UnroutableCode,
} from '../../../shared/engine/reason-codes.ts';
import { UNROUTABLE } from '../../../shared/engine/unroutable.ts';

/** Every code that says why not all of an order ships. */
export const REASON_CODES = [...new Set([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])];

/** Codes of units that do not ship, which are no codes of whole orders. */
const OTHER_WORDS: Readonly<Record<Exclude<UnfulfilledReason, UnroutableCode>, string>> = {
  item_control: 'Item Control',
  policy_blocked: 'blocked by policy',
};

/** The service's codes in plain words. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  ...OTHER_WORDS,
  ...Object.fromEntries(Object.entries(UNROUTABLE).map(([code, { label }]) => [code, label])),
};

/** A code in words. An unknown code is returned with blanks. */
export function reasonWords(code: string): string {
  return REASON_WORDS[code] ?? code.replaceAll('_', ' ');
}

/** What a person can do about missing units, and the page where it is done. */
export interface Step {
  readonly words: string;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The next step if units of a SKU are missing for a reason. */
export function reasonStep(code: string, sku: string): Step {
  if (code === 'policy_blocked' || code.endsWith('_blocked'))
    return { words: 'Change the policy', to: '/settings' };
  return STEPS[code]?.(sku) ?? { words: 'Read the reason below' };
}

const itemRule = (sku: string): Step => ({
  words: 'Change its rule',
  to: '/item-control',
  search: { q: sku },
});
const addStock = (sku: string): Step => ({
  words: 'Add stock',
  to: `/inventory/${encodeURIComponent(sku)}`,
});

const STEPS: Readonly<Record<string, (sku: string) => Step>> = {
  invalid_destination_zip: () => ({ words: 'Correct the ZIP and send the order again' }),
  external_fulfillment: () => ({ words: 'Pass it to its vendor' }),
  item_control: itemRule,
  item_control_hold: itemRule,
  item_control_restricted: itemRule,
  insufficient_inventory: addStock,
  no_inventory_available: addStock,
  no_capacity: () => ({ words: 'Raise a daily limit', to: '/capacity' }),
  no_enabled_warehouse: () => ({ words: 'Enable a warehouse', to: '/warehouses' }),
  no_eligible_warehouse: () => ({ words: 'Add a warehouse to the profile', to: '/profiles' }),
};
