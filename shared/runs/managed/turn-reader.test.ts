import { expect, it } from 'vitest';
import { type TurnOrders, TurnReader } from './turn-reader.ts';

const turnsOf = (first: number, turns: number): TurnOrders => ({
  first,
  turns,
  stored: [],
  destinations: new Map(),
});

/** A reader of turns up to `end`, and what it read. */
function readerUpTo(end: number) {
  const read: [first: number, turns: number][] = [];
  const reader = new TurnReader(0, end, async (first, turns) => {
    read.push([first, turns]);
    return turnsOf(first, turns);
  });
  return { reader, read };
}

it('reads more and more turns at a time, two steps ahead, and none beyond the end', async () => {
  const { reader, read } = readerUpTo(13);
  expect(await reader.next()).toMatchObject({ first: 0, turns: 1 });
  expect(await reader.afterNext()).toMatchObject({ first: 1, turns: 2 });
  expect(read).toEqual([
    [0, 1],
    [1, 2],
    [3, 4],
  ]);
  const taken: number[] = [];
  for (let next = await reader.next(); next.turns > 0; next = await reader.next()) {
    taken.push(next.turns);
    await reader.afterNext();
    reader.pass();
  }
  expect(taken).toEqual([1, 2, 4, 6]);
  expect(read.at(-1)).toEqual([7, 6]);
});

it('goes on by single turns from where it is told to', async () => {
  const { reader } = readerUpTo(100);
  await reader.next();
  await reader.afterNext();
  reader.pass();
  reader.slowDown(1);
  expect(await reader.next()).toMatchObject({ first: 1, turns: 1 });
});

it('tells of turns that could not be read when they are next', async () => {
  const reader = new TurnReader(0, 9, async (first, turns) => {
    if (first > 0) throw new Error('gone');
    return turnsOf(first, turns);
  });
  await reader.next();
  const following = reader.afterNext();
  await expect(following).rejects.toThrow('gone');
  reader.pass();
  await expect(reader.next()).rejects.toThrow('gone');
});
