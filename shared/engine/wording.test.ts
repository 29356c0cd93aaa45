import { describe, expect, it } from 'vitest';
import { decimals, listed, shipments, transitDays, units } from './wording.ts';

describe('words', () => {
  it('count one and several', () => {
    expect([units(1), units(0), units(2)]).toEqual(['1 unit', '0 units', '2 units']);
    expect([shipments(1), shipments(2)]).toEqual(['1 shipment', '2 shipments']);
    expect([transitDays(1), transitDays(2)]).toEqual(['1 transit day', '2 transit days']);
  });

  it('give an amount two decimals', () => {
    expect([decimals(1234), decimals(5), decimals(100)]).toEqual(['12.34', '0.05', '1.00']);
  });

  it.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A and B'],
    [['A', 'B', 'C', 'D'], 'A, B, C and D'],
    [['A', 'B', 'C', 'D', 'E'], 'A, B, C, D and 1 more'],
    [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'A, B, C, D and 3 more'],
  ])('list %j, the first four by name', (names, text) => {
    expect(listed(names)).toBe(text);
  });
});
