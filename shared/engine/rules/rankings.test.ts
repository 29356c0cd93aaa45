import { expect, it } from 'vitest';
import { Rankings } from './rankings.ts';

const destination = (zip: string) => ({ zip, lanes: [] });

it('makes a ranking once for each destination, and shares equal ones', () => {
  const rankings = new Rankings();
  const [here, there, elsewhere] = ['10001', '10002', '90001'].map(destination);
  const known = rankings.of(here!, () => [2, 0, 1]);
  expect(
    rankings.of(here!, () => {
      throw new Error('The ranking should be known.');
    }),
  ).toBe(known);
  expect(rankings.of(there!, () => [2, 0, 1])).toBe(known);
  expect(rankings.of(elsewhere!, () => [20, 1])).toEqual([20, 1]);
});
