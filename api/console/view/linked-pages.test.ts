import { expect, it } from 'vitest';
import { partsOf } from './linked-pages.ts';

it('leads from the words that name a page to it, and leaves every word in place', () => {
  const sentence = 'Unknown Warehouse ID: X. Set it up on the Warehouses page, or see API Access.';
  const parts = partsOf(sentence);
  expect(parts.map(({ text }) => text).join('')).toBe(sentence);
  expect(parts.filter(({ to }) => to)).toEqual([
    { text: 'Warehouses page', to: '/warehouses' },
    { text: 'API Access', to: '/api-access' },
  ]);
});

it('leaves a sentence alone that names none', () => {
  expect(partsOf('No stock.')).toEqual([{ text: 'No stock.' }]);
});
