import { describe, expect, it } from 'vitest';
import { createDestinationMemo } from './destination-memo.ts';

const fill = (memo: ReturnType<typeof createDestinationMemo>, configurationId: number, count: number) => {
  for (let index = 0; index < count; index++) {
    const zip = String(index);
    memo
      .of(configurationId)
      .destinations.set(zip, { destination: { zip, lanes: [] }, refresh_at: 0, stale_at: 0 });
  }
};
const size = (memo: ReturnType<typeof createDestinationMemo>, configurationId: number) =>
  memo.of(configurationId).destinations.size;

describe('createDestinationMemo', () => {
  it('keeps everything up to its bound', () => {
    const memo = createDestinationMemo(10);
    fill(memo, 1, 5);
    fill(memo, 2, 5);
    memo.trim();
    expect([size(memo, 1), size(memo, 2)]).toEqual([5, 5]);
  });

  it('forgets the configuration that was used longest ago', () => {
    const memo = createDestinationMemo(10);
    fill(memo, 1, 5);
    fill(memo, 2, 5);
    memo.of(1);
    fill(memo, 3, 1);
    memo.trim();
    expect([size(memo, 1), size(memo, 2), size(memo, 3)]).toEqual([5, 0, 1]);
  });

  it('keeps the one configuration that is larger than its bound', () => {
    const memo = createDestinationMemo(10);
    fill(memo, 1, 5);
    fill(memo, 2, 20);
    memo.trim();
    expect([size(memo, 1), size(memo, 2)]).toEqual([0, 20]);
  });
});
