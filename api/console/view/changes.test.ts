import { expect, it } from 'vitest';
import { changeSummary, valueText } from './changes.ts';

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
  expect([valueText(null), valueText('warn'), valueText({ days: 4 }), valueText(false)]).toEqual([
    'nothing',
    'warn',
    '{"days":4}',
    'false',
  ]);
});
