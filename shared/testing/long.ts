/** Whether the long tests run too: `npm test -- --long`. */
export const isLong = process.env.TEST_LONG === '1';

/**
 * How many cases a property is tried with: `full` every night (`npm test -- --nightly`), else `few`: a tenth, at least three,
 * unless its cases are slow ones.
 */
export const casesOf = (full: number, few = Math.max(Math.min(full, 3), Math.ceil(full / 10))): number =>
  process.env.TEST_NIGHTLY === '1' ? full : few;
