import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, searchOf, stringifySearch } from './search-codec.ts';

describe('search parameters', () => {
  it('come back as they went, whatever they contain', () => {
    const values = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(values, (sent) => {
        expect(parseSearch(stringifySearch(sent))).toEqual({ ...sent });
      }),
    );
  });

  it('keep a ZIP with its zero and leave out what says nothing', () => {
    expect(parseSearch('?zip=08837&q=')).toEqual({ zip: '08837' });
    expect(stringifySearch({ zip: '08837', q: '', status: undefined })).toBe('?zip=08837');
    expect(stringifySearch({})).toBe('');
  });

  it('are left out if they are not the day, moment or number that they should be', () => {
    const check = searchOf(['from', 'arrives_from', 'min_units', 'min_value']);
    const kept = {
      from: '2026-11-22T14:00:00Z',
      arrives_from: '2026-11-22',
      min_units: '4',
      min_value: '9.90',
    };
    expect(check(kept)).toEqual(kept);
    const odd = { from: 'now', arrives_from: '2026-11-22T14:00:00Z', min_units: '1.5', min_value: '-1' };
    expect(check(odd)).toEqual({});
    expect(check({ from: '1' })).toEqual({});
    expect(searchOf(['q', 'sku'])({ q: 'A\0', sku: 'x'.repeat(201) })).toEqual({});
  });

  it('are those that a page names', () => {
    expect(searchOf(['zip', 'status'])({ zip: '08837', other: 'x', status: '' })).toEqual({ zip: '08837' });
  });
});
