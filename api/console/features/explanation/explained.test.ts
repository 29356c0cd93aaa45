import { expect, it } from 'vitest';
import { VERDICTS } from '../../../../shared/engine/verdicts.ts';
import {
  alternativeWords,
  type Candidate,
  foldCandidates,
  lackingWords,
  leftOutNames,
  VERDICT_WORDS,
} from './explained.ts';

it('has words for each verdict of the engine', () => {
  expect(Object.keys(VERDICT_WORDS).sort()).toEqual([...VERDICTS].sort());
});

const line = { sku: 'A', requested_qty: 3, reserved_qty: null, ship_qty: 0, barred_by: null };
const candidate = (rank: number, verdict: string, chosen = false) =>
  ({ rank, verdict, chosen, lines: [{ ...line, available_qty: 2 }] }) as unknown as Candidate;

it('names the products that a candidate lacks, the first only', () => {
  const lines = [null, 0, 1, 3, 4, 2, 2, 2].map((available_qty) => ({ ...line, available_qty }));
  const barred = { ...line, available_qty: 9, barred_by: 'hold' } as const;
  expect(lackingWords({ lines: [...lines, barred] })).toEqual([
    'A 0 / 3',
    'A 1 / 3',
    'A 2 / 3',
    'A 2 / 3',
    'and 2 more',
  ]);
  expect(lackingWords({ lines: [barred] })).toEqual(['A hold']);
});

it('shows the chosen and the next three, and counts the others by verdict', () => {
  const verdicts = ['short', 'no_stock', 'full', 'no_stock', 'no_stock', 'too_late', 'no_stock'];
  const { first, rest } = foldCandidates([
    ...verdicts.map((verdict, at) => candidate(at + 1, verdict)),
    candidate(8, 'ships_all', true),
  ]);
  expect(first.map(({ rank }) => rank)).toEqual([1, 2, 3, 8]);
  expect(rest.map(([verdict, those]) => [verdict, those.length])).toEqual([
    ['no_stock', 3],
    ['too_late', 1],
  ]);
});

it('says each reason for which warehouses were left out once', () => {
  const leftOut = [
    { warehouse_name: 'Reno NV', because: 'profile' },
    { warehouse_name: 'Groveport OH', because: 'disabled' },
    { warehouse_name: 'Kent WA', because: 'profile' },
  ] as const;
  expect([...leftOutNames(leftOut)]).toEqual([
    ['not in this profile', ['Reno NV', 'Kent WA']],
    ['disabled', ['Groveport OH']],
  ]);
});

it('says what a route that was not taken would change', () => {
  const other = {
    kind: 'best_single',
    warehouse_ids: ['EWR1'],
    units: 12,
    shipments: 1,
    rank_sum: 1,
    sentence: '',
  } as const;
  const named = [{ warehouse_id: 'EWR1', warehouse_name: 'Edison NJ' }];
  const words = (more: object) =>
    alternativeWords({ ...other, warehouse_ids: ['EWR1'], ...more }, named, 'USD');
  expect(words({ cost_difference: -24.6 })).toBe(
    'Ship from Edison NJ only: 12 units in 1 shipment, 24.60 USD cheaper.',
  );
  expect(words({ kind: 'nearest_first', shipments: 5 })).toBe('Nearest first: 12 units in 5 shipments.');
});
