import { expect, it } from 'vitest';
import { moved } from './move.ts';

it('puts one element at another place and leaves the order of the others', () => {
  const list = ['a', 'b', 'c', 'd'];
  expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(list, 1, 9)).toEqual(['a', 'c', 'd', 'b']);
  expect(moved(list, 1, -1)).toEqual(['b', 'a', 'c', 'd']);
});
