import {
  UNFULFILLED_REASONS,
  UNROUTABLE_CODES,
  type UnfulfilledReason,
  type UnroutableCode,
} from '../../../shared/engine/reason-codes.ts';
import { UNROUTABLE } from '../../../shared/engine/unroutable.ts';
import { shortenMiddle } from './shorten.ts';

/** Every code that says why not all of an order ships. */
export const REASON_CODES = [...new Set([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])];

/** Codes of units that do not ship, which are no codes of whole orders. */
const OTHER_WORDS: Readonly<Record<Exclude<UnfulfilledReason, UnroutableCode> | 'late', string>> = {
  item_control: 'Item Control',
  policy_blocked: 'blocked by policy',
  late: 'late',
};

/** The service's codes in plain words. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  ...OTHER_WORDS,
  ...Object.fromEntries(Object.entries(UNROUTABLE).map(([code, { label }]) => [code, label])),
  no_eligible_warehouse: 'no warehouse of the profile could ship',
  item_control_restricted: 'Item Control allows no warehouse',
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
  /** It changes the account, or else its stock. */
  readonly isForOwners?: true;
  readonly isForMembers?: true;
}

const changeOf = (words: string, to: string, search: Step['search'] = {}): Step => ({
  words,
  to,
  search,
  isForOwners: true,
});

/** The next step if units of a SKU are missing for a reason. `profile`: the one that decided. */
export function reasonStep(code: string, sku: string, profile?: string): Step {
  const rule = /^(.*)_blocked$/.exec(code)?.[1];
  if (rule !== undefined && profile !== undefined)
    return changeOf(`Change profile ${profile}`, '/profiles', { q: profile });
  if (rule !== undefined)
    return changeOf('Change the policy', '/settings', rule === 'policy' ? {} : { setting: rule });
  return STEPS[code]?.(sku, profile) ?? { words: 'Read the reason below' };
}

const itemRule = (sku: string) => changeOf('Change its rule', '/item-control', { q: sku });
const addStock = (sku: string): Step => ({
  words: `Correct stock of ${shortenMiddle(sku, 14)}`,
  to: `/inventory/${encodeURIComponent(sku)}`,
  search: { correct: 'any' },
  isForMembers: true,
});

const STEPS: Readonly<Record<string, (sku: string, profile?: string) => Step>> = {
  invalid_destination_zip: () => ({ words: 'Correct the ZIP and send the order again' }),
  external_fulfillment: () => ({ words: 'Pass it to its vendor' }),
  item_control: itemRule,
  item_control_hold: itemRule,
  item_control_restricted: itemRule,
  insufficient_inventory: addStock,
  no_inventory_available: addStock,
  no_capacity: () => changeOf('Raise a daily limit', '/warehouses'),
  no_enabled_warehouse: () => changeOf('Enable a warehouse', '/warehouses'),
  no_eligible_warehouse: (_, profile) =>
    changeOf(
      `Add a warehouse to ${profile === undefined ? 'the profile' : `profile ${profile}`}`,
      '/profiles',
      {
        ...(profile !== undefined && { q: profile }),
      },
    ),
};
