import { expect, it } from 'vitest';
import { findOptions } from './find-options.ts';

const OPTIONS = [
  { value: 'WH10', label: 'Reno NV (WH10)' },
  { value: 'WH1', label: 'Edison NJ (WH1)' },
  { value: 'WH2', label: 'Kent WA (WH2)' },
];
const found = (typed: string, limit = 10) => findOptions(OPTIONS, typed, limit).map(({ value }) => value);

it('finds options by name and by ID, in any case', () => {
  expect(found('kent')).toEqual(['WH2']);
  expect(found(' wh2 ')).toEqual(['WH2']);
  expect(found('Oslo')).toEqual([]);
});

it('puts an option first whose whole ID is typed, so that Enter takes it', () => {
  expect(found('wh1')).toEqual(['WH1', 'WH10']);
  expect(found('wh')).toEqual(['WH10', 'WH1', 'WH2']);
});

it('returns no more than the list shows', () => {
  expect(found('', 2)).toEqual(['WH10', 'WH1']);
});
