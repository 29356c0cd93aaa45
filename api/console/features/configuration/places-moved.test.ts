import { expect, it } from 'vitest';
import { placesMoved } from './places-moved.ts';

const RANKED = ['A', 'B', 'C', 'D'].map((id) => ({ warehouse_id: id, warehouse_name: `Site ${id}` }));

it('names each warehouse whose rank changes, and no other', () => {
  expect(placesMoved(RANKED, 'C', { before: 'B' })).toEqual([
    { what: 'Rank of Site C', before: '3', after: '2' },
    { what: 'Rank of Site B', before: '2', after: '3' },
  ]);
  expect(placesMoved(RANKED, 'A', { after: 'C' }).map(({ what, after }) => `${what} ${after}`)).toEqual([
    'Rank of Site B 1',
    'Rank of Site C 2',
    'Rank of Site A 3',
  ]);
});
