import { expect, it } from 'vitest';
import { changeSummary, draftWords, pathWords } from './change-words.ts';

it('names a change by what it is in the console', () => {
  expect(
    [
      'settings.partial_shipment',
      'warehouses[EWR1].enabled',
      'profiles[a.b[1]].settings.ranking',
      'item_controls[LAMP-300~restrict]',
      'rates.zones.upto',
      'split_penalty',
    ].map(pathWords),
  ).toEqual([
    'Partial shipments',
    'Warehouse EWR1: enabled',
    'Profile a.b[1]: Ranking',
    'Rule LAMP-300~restrict',
    'Zones, upto',
    'Split penalty',
  ]);
});

it('puts changes into one line, with the values of a single short one', () => {
  const change = { path: 'warehouses[EWR1].enabled', before: true, after: false };
  expect(changeSummary([])).toBe('no effect on routing');
  expect(changeSummary([change])).toBe('Warehouse EWR1: enabled: yes → no');
  expect(
    changeSummary([change, { path: 'settings.partial_shipment', before: 'allow', after: 'block' }]),
  ).toBe('Warehouse EWR1: enabled, Partial shipments');
});

it('says what a draft changes', () => {
  const draft = {
    settings: { partial_shipment: 'block' },
    warehouses: [{ warehouse_id: 'EWR1', enabled: false }],
    item_controls: [{}, {}],
    split_penalty: 9,
  };
  expect(draftWords(draft, (id) => (id === 'EWR1' ? 'Edison NJ' : id))).toEqual([
    'Partial shipments block',
    'Edison NJ: disabled',
    'Item controls: 2 rows',
    'Split penalty: 9',
  ]);
});
