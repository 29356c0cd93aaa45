import { expect, it } from 'vitest';
import { type AllocationBatches, AllocationReader } from './allocation-reader.ts';

const batchesOf = (first: number, batches: number): AllocationBatches => ({
  first,
  batches,
  stored: [],
  destinations: new Map(),
});

/** A reader of batches up to `end`, and what it read. */
function readerUpTo(end: number) {
  const read: [first: number, batches: number][] = [];
  const reader = new AllocationReader(0, end, async (first, batches) => {
    read.push([first, batches]);
    return batchesOf(first, batches);
  });
  return { reader, read };
}

it('reads more and more batches at once, two reads ahead, and none beyond the end', async () => {
  const { reader, read } = readerUpTo(13);
  expect(await reader.next()).toMatchObject({ first: 0, batches: 1 });
  expect(await reader.afterNext()).toMatchObject({ first: 1, batches: 2 });
  expect(read).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
  ]);
  const taken: number[] = [];
  for (let next = await reader.next(); next.batches > 0; next = await reader.next()) {
    taken.push(next.batches);
    await reader.afterNext();
    reader.advance();
  }
  expect(taken).toEqual([1, 2, 4, 4, 2]);
  expect(read.at(-1)).toEqual([11, 2]);
});

it('goes on by single batches where it is slowed down', async () => {
  const { reader } = readerUpTo(100);
  await reader.next();
  await reader.afterNext();
  reader.advance();
  reader.slowDown(1);
  expect(await reader.next()).toMatchObject({ first: 1, batches: 1 });
});

it('rejects for batches that could not be read when they are next', async () => {
  const reader = new AllocationReader(0, 9, async (first, batches) => {
    if (first > 0) throw new Error('gone');
    return batchesOf(first, batches);
  });
  await reader.next();
  const following = reader.afterNext();
  await expect(following).rejects.toThrow('gone');
  reader.advance();
  await expect(reader.next()).rejects.toThrow('gone');
});
