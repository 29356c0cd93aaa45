import { expect, it } from 'vitest';
import { changeSummary, smallestChanges, valueText } from './changes.ts';

it('names the first paths and counts the rest', () => {
  const changes = ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path }));
  expect(changeSummary(changes)).toBe('a, b, c and 2 more');
  expect(changeSummary(changes.slice(0, 1))).toBe('a');
  expect(changeSummary([])).toBe('no effect on routing');
});

it('says of a single change what it was and is, where that is short', () => {
  const path = 'settings.split_shipment';
  expect(changeSummary([{ path, before: 'allow', after: 'block' }])).toBe(`${path}: allow → block`);
  expect(changeSummary([{ path, before: null, after: { sku: 'BOOT-307', rule: 'hold' } }])).toBe(path);
});

it('writes values as one line', () => {
  expect([valueText(null), valueText('warn'), valueText(false), valueText([])]).toEqual([
    'nothing',
    'warn',
    'false',
    'none',
  ]);
  expect(valueText(['mon', 'tue'])).toBe('mon, tue');
  expect(valueText({ days: 4, zones: { by: 'miles', upto: [50, 150] } })).toBe(
    'days: 4, zones: (by: miles, upto: (50, 150))',
  );
});

it('says of two objects only the members that differ', () => {
  const path = 'warehouses[EWR1].capacity';
  const change = {
    path,
    before: { when_full: 'later', shipments_per_day: 40 },
    after: { shipments_per_day: 4, when_full: 'later' },
  };
  expect(smallestChanges([change])).toEqual([{ path: `${path}.shipments_per_day`, before: 40, after: 4 }]);
  expect(changeSummary([change])).toBe(`${path}.shipments_per_day: 40 → 4`);
  expect(smallestChanges([{ path, before: null, after: { shipments_per_day: 4 } }])).toHaveLength(1);
});
