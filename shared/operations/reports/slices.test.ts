import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slicesOf } from './slices.ts';

describe('slicesOf', () => {
  it('gives every id once, in order, in lists of the size but for the last', () => {
    const range = fc.record({ first_id: fc.integer({ min: 1 }), orders: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(range), fc.integer({ min: 1, max: 30 }), (ranges, size) => {
        const lists = [...slicesOf(ranges, size)];
        const idsOf = (first: number, end: number) =>
          Array.from({ length: end - first }, (_, n) => first + n);
        const ids = lists.map((list) => list.flatMap(({ first_id, end_id }) => idsOf(first_id, end_id)));
        expect(ids.flat()).toEqual(
          ranges.flatMap(({ first_id, orders }) => idsOf(first_id, first_id + orders)),
        );
        expect(ids.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        expect((ids.at(-1)?.length ?? size) <= size).toBe(true);
        for (const { of, first_id, end_id } of lists.flat()) {
          expect(first_id >= of.first_id && end_id <= of.first_id + of.orders && first_id < end_id).toBe(
            true,
          );
        }
      }),
    );
  });
});
