import { describe, expect, it } from 'vitest';
import { GROUND_ZONES, groundDays, REGIONS, type Region } from './ground-table.ts';

const regions = Object.keys(REGIONS) as Region[];

describe('ground zones', () => {
  it('names the zones 2 to 8 at the mileage bands of the carriers', () => {
    expect(GROUND_ZONES.map(({ zone, up_to_miles }) => [zone, up_to_miles])).toEqual([
      [2, 150],
      [3, 300],
      [4, 600],
      [5, 1000],
      [6, 1400],
      [7, 1800],
      [8, Number.POSITIVE_INFINITY],
    ]);
  });

  it.each([
    [0, 1],
    [150, 1],
    [150.1, 2],
    [300, 2],
    [600, 2],
    [600.1, 3],
    [1000, 3],
    [1000.1, 4],
    [1400, 4],
    [1800, 4],
    [1800.1, 5],
    [12_000, 5],
  ])('gives %d miles on the mainland %d days', (miles, days) => {
    expect(groundDays(miles, 'mainland', 'mainland')).toBe(days);
  });
});

describe('regions of their own days', () => {
  it.each([
    ['alaska', 2],
    ['hawaii', 2],
    ['caribbean', 3],
    ['pacific', 17],
    ['armed_forces_americas', 10],
    ['armed_forces_europe', 10],
    ['armed_forces_pacific', 10],
  ] as const)('adds to %s %d days, out and in', (region, days) => {
    expect(groundDays(2000, 'mainland', region)).toBe(5 + days);
    expect(groundDays(2000, region, 'mainland')).toBe(5 + days);
  });

  it.each(regions)('adds nothing within %s', (region) => {
    expect(groundDays(100, region, region)).toBe(1);
  });

  it('adds the days of both regions between two of them', () => {
    expect(groundDays(2500, 'hawaii', 'alaska')).toBe(9);
  });
});
