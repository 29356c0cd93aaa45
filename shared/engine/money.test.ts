import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUnits, money, toCents, totalOf } from './money.ts';

describe('an amount', () => {
  it.each([
    [1.23454, 12_345],
    [1.23455, 12_346],
    [1.00004999, 10_000],
    [0.00005, 1],
    [0.000049, 0],
    // In doubles 0.00015 times 10,000 is less than 1.5.
    [0.00015, 2],
    [5e-7, 0],
    [5.5e-7, 0],
    [1e-10, 0],
    [9.99995, 100_000],
  ])('of %d counts to four decimals, half up', (value, expected) => {
    expect(money(value)).toBe(expected);
  });

  it.each([
    [1e21, 10n ** 25n],
    [1.5e21, 15n * 10n ** 24n],
    [900_719_925_475, 9_007_199_254_750_000n],
    [9_007_199_254_740_994, 90_071_992_547_409_940_000n],
  ])('of %d is exact past the numbers that a double counts', (value, expected) => {
    expect(money(value)).toBe(expected);
  });

  it('is what its decimal reads as, whatever the decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 9_999 }), (whole, parts) => {
        const value = Number(`${whole}.${String(parts).padStart(4, '0')}`);
        fc.pre(whole < 1e11);
        expect(money(value)).toBe(whole * 10_000 + parts);
      }),
    );
  });
});

describe('addUnits', () => {
  it('is exact where a double is not', () => {
    const amount = addUnits(0, 1_000_003, money(9_000_000_000.0001));
    expect(amount).toBe(1_000_003n * 90_000_000_000_001n);
    expect(addUnits(amount, 1, 1)).toBe(1_000_003n * 90_000_000_000_001n + 1n);
  });
});

describe('totalOf', () => {
  it('adds amounts of both kinds', () => {
    expect(totalOf([])).toBe(0);
    expect(totalOf([1, 2])).toBe(3);
    expect(totalOf([1, 10n ** 20n])).toBe(10n ** 20n + 1n);
  });
});

describe('toCents', () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 1],
    [149, 1],
    [150, 2],
    [100n * 10n ** 15n + 49n, 1e15],
    [100n * 10n ** 15n + 50n, 1e15 + 1],
    [Number.MAX_SAFE_INTEGER, 90_071_992_547_410],
  ])('rounds %s half up', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });
});
