import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandPrefixes } from './cell-value.ts';

const digits = (value: number, length: number) => String(value).padStart(length, '0');

describe('expandPrefixes', () => {
  it.each([
    ['005', ['005']],
    ['10001', ['10001']],
    ['005-007', ['005', '006', '007']],
    ['005---006', ['005', '006']],
    ['005 – 006', ['005', '006']],
    ['00500-00699', ['005', '006']],
    ['00598-00701', ['00598', '00599', '006', '00700', '00701']],
    ['00500-00598', Array.from({ length: 99 }, (_, index) => digits(500 + index, 5))],
  ])('reads %s', (text, prefixes) => {
    expect(expandPrefixes(text)).toEqual(prefixes);
  });

  it.each(['', '5', '1000', '100-', '-100', '100-10001', '102-101', '100,101', 'ABC', '100-101-102', '١٠٠'])(
    'does not read %j',
    (text) => {
      expect(expandPrefixes(text)).toBeNull();
    },
  );

  it('covers every ZIP of a range once, and no other', () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 1_500 }))
      .map(([first, more]) => [first, Math.min(99_999, first + more)] as const);
    fc.assert(
      fc.property(range, ([first, last]) => {
        const zips = expandPrefixes(`${digits(first, 5)}-${digits(last, 5)}`)!.flatMap((prefix) =>
          prefix.length === 5
            ? [Number(prefix)]
            : Array.from({ length: 100 }, (_, index) => Number(prefix) * 100 + index),
        );
        expect(zips).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
      }),
    );
  });
});
