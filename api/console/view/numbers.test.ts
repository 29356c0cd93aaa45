import { describe, expect, it } from 'vitest';
import { bytes, change, counted, share, whole } from './numbers.ts';

describe('numbers', () => {
  it('separates thousands', () => expect(whole(1234567)).toBe('1,234,567'));

  it('says one thing in the singular', () => {
    expect([counted(1, 'shipment'), counted(2, 'shipment'), counted(0, 'ZIP code')]).toEqual([
      '1 shipment',
      '2 shipments',
      '0 ZIP codes',
    ]);
    expect(counted(2, 'query', 'queries')).toBe('2 queries');
  });

  it('gives no share of fewer than twenty without the count', () => {
    expect(share(1, 3)).toBe('33.3% (1 of 3)');
    expect(share(5, 20)).toBe('25.0%');
    expect(share(5, 20, { withCount: true })).toBe('25.0% (5 of 20)');
    expect(share(0, 0)).toBe('–');
  });

  it('compares with what was', () => {
    expect(change(1550, 100)).toBe('×15.5');
    expect([change(112, 100), change(50, 100), change(100, 100), change(1, 0)]).toEqual([
      '+12.0%',
      '−50.0%',
      'no change',
      null,
    ]);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 KB'],
    [2_340_000, '2.3 MB'],
  ])('says %i bytes as %s', (count, text) => expect(bytes(count)).toBe(text));
});
