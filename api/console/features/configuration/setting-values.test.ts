import { expect, it } from 'vitest';
import { valueWords } from './setting-values.ts';

it.each([
  [true, 'on'],
  [null, 'no limit'],
  ['priority', 'priority'],
  ['lowest_cost', 'lowest cost'],
  [{ mode: 'allow', days: 3 }, 'allow'],
  [{ mode: 'warn', days: 4 }, 'warn above 4 days'],
  [{ mode: 'block', value: 15 }, 'block below 15'],
])('reads %j as %s', (value, words) => expect(valueWords(value)).toBe(words));
