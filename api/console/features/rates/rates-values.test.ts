import { expect, it } from 'vitest';
import { bodyOf, valuesOf, zonesText } from './rates-values.ts';

const byMiles = { by: 'miles' as const, upto: [50, 1800] };

it('shows limits as a text, and reads them from it', () => {
  const rates = { split_penalty: 2.5, default_unit_weight: null, price_table: null, etag: '' };
  const values = valuesOf({ ...rates, rates: { currency: 'USD', zones: byMiles } });
  expect(values.zones).toEqual({ by: 'miles', upto: '50, 1800' });
  expect(bodyOf(values)).toEqual({
    currency: 'USD',
    zones: byMiles,
    split_penalty: 2.5,
    default_unit_weight: null,
  });
  expect(bodyOf({ ...values, zones: { by: 'miles', upto: '5; 9 ,x' } }).zones).toEqual({
    by: 'miles',
    upto: [5, 9, Number.NaN],
  });
  expect(bodyOf({ ...values, zones: { by: 'table', upto: '50' } }).zones).toEqual({ by: 'table' });
});

it('says how zones are found', () => {
  expect(zonesText(byMiles)).toBe('by miles: 1 up to 50, 2 up to 1,800, 3 beyond');
  expect(zonesText({ by: 'table' })).toBe('by the column zone of the lane table');
});
