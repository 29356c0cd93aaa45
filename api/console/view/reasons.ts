import {
  UNFULFILLED_REASONS,
  UNROUTABLE_CODES,
  type UnfulfilledReason,
  type UnroutableCode,
} from '../../../shared/engine/reason-codes.ts';
import { UNROUTABLE } from '../../../shared/engine/unroutable.ts';

/** Every code that says why not all of an order ships. */
export const REASON_CODES = [...new Set<string>([...UNROUTABLE_CODES, ...UNFULFILLED_REASONS])];

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
