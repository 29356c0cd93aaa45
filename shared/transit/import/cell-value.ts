import { zoneDays } from '../ground-table.ts';
import type { Origin } from '../provider.ts';
import { locateZip } from '../zip-codes.ts';

/** The value of a cell: the days to a prefix, with the zone if it is one; null for no lane, or why it cannot be read. */
export type CellValue =
  | { readonly daysTo: (origin: Origin, prefix: string) => number; readonly zone?: string }
  | { readonly fault: string }
  | null;

/** Reads a cell with days. If it is empty or has only hyphens, there is no lane. */
export function daysCell(text: string): CellValue {
  if (/^-*$/.test(text)) return null;
  const days = parseDays(text);
  return days === null ? { fault: DAYS_RULE } : { daysTo: () => days };
}

/** What carriers write if they do not serve a destination, or if a note below the chart applies. */
const NO_ZONE = /^(|-+|–|na|n\/a|\*|\[\d\])$/i;

/** Reads a cell with a zone, which gives ground days. USPS adds * or + for exceptions that do not change days. */
export function zoneCell(text: string): CellValue {
  if (NO_ZONE.test(text)) return null;
  const digits = /^0*([1-9]\d?)\s*[*+]*$/.exec(text)?.[1];
  if (digits === undefined) {
    return { fault: 'must be a zone such as 5, 005 or 44, or -, NA or nothing where there is none' };
  }
  return {
    daysTo: (origin, prefix) => zoneDays(Number(digits), regionOf(origin.zip), regionOf(prefix)),
    zone: digits,
  };
}

/** Reads a cell of a service with fixed days. Its zone says only that the destination is served. */
export function servedCell(text: string, days: number): CellValue {
  if (NO_ZONE.test(text)) return null;
  return /^\d{1,3}$/.test(text)
    ? { daysTo: () => days }
    : { fault: 'must be a zone such as 302, or -, NA or nothing where there is none' };
}

/** The region of a ZIP or prefix. If the reference data does not have it, it counts as mainland. */
function regionOf(digits: string) {
  return locateZip(digits.padEnd(5, '0'))?.region ?? 'mainland';
}

const MAX_TRANSIT_DAYS = 365;

/** The fault of a text for which `parseDays` returns null. */
export const DAYS_RULE = `must be a whole number from 0 to ${MAX_TRANSIT_DAYS}`;

/** The days in a cell; null: it is no number of days. */
export function parseDays(text: string): number | null {
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_TRANSIT_DAYS ? Number(text) : null;
}

/** The fault of a text for which `expandPrefixes` returns null. */
export const PREFIX_RULE = 'must be 3 or 5 digits, or a range of them such as 005-009';

/**
 * The prefixes of three or five digits that `005`, `10001`, `005-009` or `00500-00999` stands for. USPS writes ranges
 * with three hyphens. A hundred ZIPs from 00 to 99 become their prefix of three digits. null: the text is none of
 * these.
 */
export function expandPrefixes(text: string): string[] | null {
  const match = /^(\d{3}|\d{5})(?:\s*(?:-{1,3}|–)\s*(\d{3}|\d{5}))?$/.exec(text);
  if (match === null) return null;
  const [, first = '', last = first] = match;
  if (first.length !== last.length || first > last) return null;
  const prefixes: string[] = [];
  for (let at = Number(first); at <= Number(last); at++) {
    if (first.length === 5 && at % 100 === 0 && at + 99 <= Number(last)) {
      prefixes.push(String(at / 100).padStart(3, '0'));
      at += 99;
    } else {
      prefixes.push(String(at).padStart(first.length, '0'));
    }
  }
  return prefixes;
}
