import { expect, it } from 'vitest';
import { merge } from './merge.ts';

const base = { name: 'Edison', zip: '08837', days: { mode: 'warn', days: 5 } };

it('takes what only they changed, and keeps what only I changed', () => {
  const mine = { ...base, name: 'Edison NJ' };
  const theirs = { ...base, zip: '08817' };
  expect(merge(base, mine, theirs)).toEqual({
    merged: { ...base, name: 'Edison NJ', zip: '08817' },
    conflicts: [],
  });
});

it('keeps mine and names the conflict if both changed a field', () => {
  const mine = { ...base, days: { mode: 'block', days: 5 } };
  const theirs = { ...base, days: { mode: 'warn', days: 3 } };
  expect(merge(base, mine, theirs)).toEqual({ merged: mine, conflicts: ['days'] });
});

it('is no conflict if both changed a field to the same value', () => {
  const same = { ...base, zip: '08817' };
  expect(merge(base, same, { ...same })).toEqual({ merged: same, conflicts: [] });
});
