import type { z } from 'zod';
import { MAX_FAULTS_SHOWN } from '../foundation/errors/faults.ts';
import { MAX_UNIT_VALUE } from './common.ts';

// Checks of fields without zod, which copies everything that it checks. If a check fails, the schema decides and words
// the faults.

/** A text, or none. */
export function isText(value: unknown, longest: number): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= longest);
}

/** A whole number within bounds. */
export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** The same, or none. */
export function isWholeOrNone(value: unknown, least: number, most: number): boolean {
  return value === undefined || value === null || isWhole(value, least, most);
}

/** An amount of money a unit, or none. */
export function isUnitValue(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'number' && value >= 0 && value <= MAX_UNIT_VALUE)
  );
}

/**
 * The list, cut before it has more faulty elements than an answer lists faults, because a schema would look at all of
 * them. If it has no more, the list itself is returned. Only elements after a fault are cut off.
 */
export function upToFaults(
  list: unknown,
  isPlain: (element: unknown) => boolean,
  element: z.ZodType,
): unknown {
  if (!Array.isArray(list)) return list;
  let faulty = 0;
  const end = list.findIndex((sent) => {
    if (!isPlain(sent) && !element.safeParse(sent).success) faulty += 1;
    return faulty > MAX_FAULTS_SHOWN;
  });
  return end === -1 ? list : list.slice(0, end);
}
