import { expect, it } from 'vitest';
import { faultsByField } from './field-faults.ts';

const fields = ['zip', 'zip4', 'warehouse_ids', 'settings.max_transit_days', 'lines.1.sku'];
const fault = (path: string, message = 'is wrong') => ({ path, message });

it('gives a field the faults of its own path and of the paths below it', () => {
  expect(
    faultsByField(
      [
        fault('zip'),
        fault('warehouse_ids[1]', 'there is no warehouse X'),
        fault('settings.max_transit_days.days', 'is required'),
        fault('lines[1].sku', 'is too long'),
      ],
      fields,
    ),
  ).toEqual({
    byField: {
      zip: 'is wrong',
      warehouse_ids: 'there is no warehouse X',
      'settings.max_transit_days': 'is required',
      'lines.1.sku': 'is too long',
    },
    others: [],
  });
});

it('joins several faults of a field', () => {
  const faults = [fault('warehouse_ids[0]', 'no A'), fault('warehouse_ids[1]', 'no B')];
  expect(faultsByField(faults, fields).byField).toEqual({ warehouse_ids: 'no A; no B' });
});

it('leaves what has no field', () => {
  const faults = [fault('zipper'), fault('settings.ranking'), fault('x.zip'), fault('')];
  expect(faultsByField(faults, fields)).toEqual({ byField: {}, others: faults });
});
