import { expect, it } from 'vitest';
import { nameList } from './name-list.ts';

it('names the first ones and counts the others', () => {
  expect(nameList([])).toBe('');
  expect(nameList(['a', 'b'], 2)).toBe('a, b');
  expect(nameList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
});
