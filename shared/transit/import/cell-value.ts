import { zoneDays } from '../ground-table.ts';
import type { Origin } from '../provider.ts';
import { locateZip } from '../zip-codes.ts';
import { DAYS_RULE, parseDays } from './days.ts';

/** What a cell of a table says: the days to a prefix, null for no lane, or why it says nothing. */
export type CellValue =
  | { readonly daysTo: (origin: Origin, prefix: string) => number }
  | { readonly fault: string }
  | null;

/** A cell that says days. An empty one, or one of hyphens, says that there is no lane. */
export function daysCell(text: string): CellValue {
  if (/^-*$/.test(text)) return null;
  const days = parseDays(text);
  return days === null ? { fault: DAYS_RULE } : { daysTo: () => days };
}

/** What carriers write where they do not serve, or where a note below the chart applies. */
const NO_ZONE = /^(|-+|–|na|n\/a|\*|\[\d\])$/i;

/**
 * A cell that says a zone, which is ground days to its prefix. USPS marks zones with * and +, for exceptions
 * that have nothing to do with days.
 */
export function zoneCell(text: string): CellValue {
  if (NO_ZONE.test(text)) return null;
  const digits = /^0*([1-9]\d?)\s*[*+]*$/.exec(text)?.[1];
  if (digits === undefined) {
    return { fault: 'must be a zone such as 5, 005 or 44, or -, NA or nothing where there is none' };
  }
  return { daysTo: (origin, prefix) => zoneDays(Number(digits), regionOf(origin.zip), regionOf(prefix)) };
}

/** A cell of a service whose days do not depend on its zones, which only say that there is service. */
export function servedCell(text: string, days: number): CellValue {
  if (NO_ZONE.test(text)) return null;
  return /^\d{1,3}$/.test(text)
    ? { daysTo: () => days }
    : { fault: 'must be a zone such as 302, or -, NA or nothing where there is none' };
}

/** A place that the reference data lacks counts as mainland. */
function regionOf(digits: string) {
  return locateZip(digits.padEnd(5, '0'))?.region ?? 'mainland';
}
