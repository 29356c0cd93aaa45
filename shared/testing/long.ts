/** Whether the long tests run too: `npm test -- --long`. */
export const isLong = process.env.TEST_LONG === '1';

/** How many cases a property is tried with: `full` every night (`npm test -- --nightly`), else a tenth, at least three. */
export const casesOf = (full: number): number =>
  process.env.TEST_NIGHTLY === '1' ? full : Math.max(Math.min(full, 3), Math.ceil(full / 10));
