import type { Cents } from './money.ts';
/** `1 unit`, `3 units`. */
export function units(count: number): string {
  return count === 1 ? '1 unit' : `${count} units`;
}

/** `1 shipment`, `3 shipments`. */
export function shipments(count: number): string {
  return count === 1 ? '1 shipment' : `${count} shipments`;
}

/** `1 transit day`, `3 transit days`. */
export function transitDays(count: number): string {
  return count === 1 ? '1 transit day' : `${count} transit days`;
}

/** Cents as an amount with two decimals: `1234` is `12.34`. Accounts have no currency. */
export function decimals(cents: Cents): string {
  if (typeof cents === 'number') return (cents / 100).toFixed(2);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** The most names that a sentence lists, so that it stays short for any order. */
const NAMES_SPELLED_OUT = 4;

/** `A`, `A and B`, `A, B and C`, `A, B, C, D and 3 more`. */
export function listed(names: readonly string[]): string {
  if (names.length === 1) return names[0]!;
  const shown = names.slice(0, NAMES_SPELLED_OUT);
  if (names.length > shown.length) return `${shown.join(', ')} and ${names.length - shown.length} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** The same without a count of the rest: `A, B, C, D and others`. */
export function named(names: readonly string[]): string {
  return names.length > NAMES_SPELLED_OUT
    ? `${names.slice(0, NAMES_SPELLED_OUT).join(', ')} and others`
    : listed(names);
}
