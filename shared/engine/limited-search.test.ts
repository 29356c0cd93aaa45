import { describe, expect, it } from 'vitest';
import { bestByTrying } from '../testing/best-by-trying.ts';
import { limitedSearch } from './limited-search.ts';
import { searchBudget } from './search-budget.ts';

describe('the best route within max_shipments', () => {
  it('ships the most units, then is the better set, as trying every set finds', () => {
    let state = 7;
    const upTo = (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * (most + 1));
    };
    for (let round = 0; round < 1_500; round++) {
      const warehouses = 4 + upTo(3);
      const quantity = 1 + upTo(3);
      // Many that give one unit of much beside a few that give all of little: what bounds and greed take wrong.
      const units = [0, 0, 0, 1, 1, 1, upTo(quantity), quantity - 1, quantity, quantity];
      const supplies = Array.from({ length: 2 + upTo(3) }, () => ({
        quantity,
        doNotSplit: upTo(5) === 0,
        doNotPartial: upTo(5) === 0,
        units: Array.from({ length: warehouses }, () => units[upTo(9)]!),
        sequence: null,
      }));
      const least = upTo(3) === 0 ? quantity * supplies.length : 0;
      const limits = { shipments: 1 + upTo(3), units: least, value: null };
      const found = limitedSearch(supplies, warehouses, limits, searchBudget());
      expect(found).toEqual(bestByTrying(supplies, warehouses, limits));
    }
  });

  it('stops at its budget, with a route as good as found: no order stalls a run', () => {
    const warehouses = 40;
    const supplies = Array.from({ length: 4 }, (_, sku) => ({
      quantity: 100,
      doNotSplit: false,
      doNotPartial: false,
      units: Array.from({ length: warehouses }, (_, position) => 5 + ((position * (7 + 4 * sku)) % 11)),
      sequence: null,
    }));
    const budget = searchBudget(10);
    const found = limitedSearch(supplies, warehouses, { shipments: 8, units: 0, value: null }, budget);
    expect(budget).toEqual({ nodes: 10, visited: 100, exhausted: true });
    expect(found.members).toHaveLength(8);
  });
});
