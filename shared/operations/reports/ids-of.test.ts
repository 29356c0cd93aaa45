import fc from 'fast-check';
import { expect, it } from 'vitest';
import { idsOf } from './ids-of.ts';

it('gives every id once, in order, in lists of the size but for the last', () => {
  const range = fc.record({ first_id: fc.integer({ min: 1 }), orders: fc.integer({ min: 0, max: 40 }) });
  fc.assert(
    fc.property(fc.array(range), fc.integer({ min: 1, max: 30 }), (ranges, size) => {
      const lists = [...idsOf(ranges, size)];
      expect(lists.flat()).toEqual(
        ranges.flatMap(({ first_id, orders }) => Array.from({ length: orders }, (_, n) => first_id + n)),
      );
      expect(lists.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      expect((lists.at(-1)?.length ?? size) <= size).toBe(true);
    }),
  );
});
