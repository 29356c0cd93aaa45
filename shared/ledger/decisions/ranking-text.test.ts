import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRanking, rankingCode } from './ranking-text.ts';

describe('a stored ranking', () => {
  it('is one character a warehouse', () => {
    expect(rankingCode([3, 0, 10, 63])).toBe('30a_');
  });

  it('is a list of indexes where one of them is beyond 63', () => {
    expect(rankingCode([3, 64, 0])).toEqual([3, 64, 0]);
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 80 })), (ranked) => {
        expect(parseRanking(rankingCode(ranked))).toEqual(ranked);
      }),
    );
  });
});
