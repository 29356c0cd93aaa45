import { zoneDays } from '../ground-table.ts';
import type { Origin } from '../provider.ts';
import { locateZip } from '../zip-codes.ts';
import { DAYS_RULE, parseDays } from './days.ts';

/** The value of a cell: the days to a prefix, null for no lane, or why it cannot be read. */
export type CellValue =
  | { readonly daysTo: (origin: Origin, prefix: string) => number }
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
  return { daysTo: (origin, prefix) => zoneDays(Number(digits), regionOf(origin.zip), regionOf(prefix)) };
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
