import { describe, expect, it } from 'vitest';
import { decided } from '../../testing/engine-builders.ts';

const settings = { objective: 'lowest_cost' } as const;

describe('the cheapest route', () => {
  it('of 300 units of 50 SKUs has whole parcels of the largest weight, and the rest', () => {
    const skus = Array.from({ length: 50 }, (_, n) => `S${String(n).padStart(2, '0')}`);
    const decision = decided({
      settings,
      lines: skus.map((sku) => [sku, 6] as const),
      stock: Object.fromEntries(skus.map((sku, n) => [sku, n < 25 ? [6, 6, 0, 6] : [6, 0, 6, 6]])),
      // 300 units weigh 450: 11 parcels of 40 and 10 more, for 11 x 30 + 9. 225 of each half: 5 x 30 + 22, or 5 x 12 + 9.
      prices: [
        [
          [10, 9],
          [40, 30],
        ],
        [
          [10, 9],
          [25, 22],
          [40, 30],
        ],
        [
          [25, 9],
          [40, 12],
        ],
        null,
      ],
      unit_weight: 1.5,
    });
    expect(decision.shipments.map(({ warehouse, lines }) => [warehouse, lines.length])).toEqual([
      [1, 25],
      [2, 25],
    ]);
    expect(decision.cost).toEqual({
      shipments: [5 * 3000 + 2200, 5 * 1200 + 900],
      total: 24_100,
      unweighed_skus: [],
      at_least: null,
    });
    expect(decision.budget_exhausted).toBe(false);
  });
});
