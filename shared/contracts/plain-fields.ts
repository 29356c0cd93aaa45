import type { z } from 'zod';
import { MAX_FAULTS_SHOWN } from '../errors/faults.ts';
import { MAX_UNIT_VALUE } from './common.ts';

/**
 * What fields of an ordinary body look like, said by hand: zod makes a new object of everything that it checks. What
 * is out of the ordinary is left to the schemas, which alone word faults.
 */

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
 * The list up to as many faulty elements as an answer lists faults: a schema would look at all of them. The list itself
 * if it has no more, so that what is left out is always behind a fault.
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
