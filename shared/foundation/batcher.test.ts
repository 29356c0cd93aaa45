import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

/** A batcher whose batches end when the test says so. */
function aBatcher(options: { maxItems: number; atOnce: number }) {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<number>(
    (items) => new Promise<void>((end, fail) => batches.push({ items, end, fail })),
    options,
  );
  return { batches, batcher };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  it('works on what comes together in batches of bounded size, some at once', async () => {
    const { batches, batcher } = aBatcher({ maxItems: 3, atOnce: 2 });
    const added = Promise.all(Array.from({ length: 8 }, (_, n) => batcher.add(n)));
    await turn();
    expect(batches.map(({ items }) => items)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    batches[0]!.end();
    await turn();
    expect(batches[2]!.items).toEqual([6, 7]);
    for (const { end } of batches) end();
    await added;
  });

  it('collects what comes while it is busy', async () => {
    const { batches, batcher } = aBatcher({ maxItems: 100, atOnce: 1 });
    const first = batcher.add(1);
    await turn();
    const others = [batcher.add(2), batcher.add(3)];
    await turn();
    expect(batches).toHaveLength(1);
    batches[0]!.end();
    await first;
    await turn();
    expect(batches[1]!.items).toEqual([2, 3]);
    batches[1]!.end();
    await Promise.all(others);
  });

  it('fails the items of a batch that fails, and no others', async () => {
    const { batches, batcher } = aBatcher({ maxItems: 1, atOnce: 2 });
    const outcomes = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    await turn();
    batches[0]!.fail(new Error('broken'));
    batches[1]!.end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
