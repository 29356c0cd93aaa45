import { expect, it } from 'vitest';
import { readMatching } from './read-matching.ts';

const PAGES = [
  { rows: ['A'], next_cursor: '1' },
  { rows: [], next_cursor: '2' },
  { rows: ['B'], next_cursor: null },
];
const read = async (cursor: string | null) => PAGES[Number(cursor ?? 0)]!;

it('reads every page, also behind one that is empty because the search reached its time limit', async () => {
  const found: string[] = [];
  for await (const { rows } of readMatching(read, new AbortController().signal)) found.push(...rows);
  expect(found).toEqual(['A', 'B']);
});

it('reads no further once it is stopped', async () => {
  const stopping = new AbortController();
  const found: string[] = [];
  for await (const { rows } of readMatching(read, stopping.signal)) {
    found.push(...rows);
    stopping.abort();
  }
  expect(found).toEqual(['A']);
});
