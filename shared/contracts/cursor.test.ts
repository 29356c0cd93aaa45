import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

const position = z.tuple([z.string(), z.int()]);

describe('decodeCursor', () => {
  it('reads back what encodeCursor wrote', () => {
    expect(decodeCursor(position, encodeCursor(['Ünïcode/+', 3]))).toEqual(['Ünïcode/+', 3]);
  });

  it.each(['', 'nonsense', encodeCursor(['a']), encodeCursor({ a: 1 }), encodeCursor(['a', '1'])])(
    'refuses %j as a fault of the query',
    (cursor) => {
      expect(() => decodeCursor(position, cursor)).toThrow(
        expect.objectContaining({
          code: 'validation_failed',
          faults: [expect.objectContaining({ path: 'cursor' })],
        }),
      );
    },
  );
});
