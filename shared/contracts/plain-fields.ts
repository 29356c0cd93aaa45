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
