import { describe, expect, it } from 'vitest';
import { decided, shipped } from '../../testing/engine-builders.ts';

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

  it('has the fewest shipments without a price, whatever the others cost', () => {
    const decision = decided({
      settings,
      lines: [['A', 2]],
      stock: { A: [2, 1, 1] },
      prices: [null, [[5, 400]], [[5, 500]]],
      unit_weight: 1,
    });
    expect(shipped(decision)).toEqual(['W1: 1 A', 'W2: 1 A']);
    expect(decision.cost?.total).toBe(90_000);
    const unpriced = decided({ settings, stock: { A: [1, 0] }, prices: [null, [[5, 1]]], unit_weight: 1 });
    expect([shipped(unpriced), unpriced.cost]).toMatchObject([
      ['W0: 1 A'],
      { shipments: [null], total: null },
    ]);
  });

  it('where everything is free is the one with the fewest shipments', () => {
    const free = [[1000, 0]] as const;
    const stock = { A: [2, 1, 3], B: [2, 3, 0] };
    const lines = [['A', 3] as const, ['B', 3] as const];
    const decision = decided({ settings, lines, stock, prices: [free, free, free], unit_weight: 1 });
    expect(shipped(decision)).toEqual(shipped(decided({ lines, stock })));
    expect(decision.cost?.total).toBe(0);
  });

  it('of equal ones is the one with fewer warehouses, then with those that rank higher', () => {
    const price = [[10, 5]] as const;
    const prices = [price, price, price, price];
    const single = decided({ settings, stock: { A: [0, 1, 1, 0] }, prices, unit_weight: 1 });
    expect(shipped(single)).toEqual(['W1: 1 A']);
    const twins = { A: [0, 1, 1, 1], B: [0, 0, 1, 1] };
    const pair = decided({
      settings,
      lines: [['A', 2] as const, ['B', 1] as const],
      stock: twins,
      prices,
      unit_weight: 1,
    });
    expect(shipped(pair)).toEqual(['W1: 1 A', 'W2: 1 A, 1 B']);
    // Two shipments for half the price of one, so that their number decides.
    const cheap = [[10, 2.5]] as const;
    const fewer = decided({
      settings,
      lines: [['A', 2] as const],
      stock: { A: [1, 1, 2] },
      prices: [cheap, cheap, price],
      unit_weight: 1,
    });
    expect(shipped(fewer)).toEqual(['W2: 2 A']);
  });

  it('counts a split penalty, which no cost includes', () => {
    const base = { settings, lines: [['A', 2] as const], stock: { A: [2, 1, 1] }, unit_weight: 1 };
    const prices = [[[5, 9]], [[5, 3]], [[5, 3]]] as const;
    const apart = decided({ ...base, prices, split_penalty: 2.99 });
    expect([shipped(apart), apart.cost?.total]).toEqual([['W1: 1 A', 'W2: 1 A'], 600]);
    const together = decided({ ...base, prices, split_penalty: 3 });
    expect([shipped(together), together.cost?.total]).toEqual([['W0: 2 A'], 900]);
  });

  it('names SKUs without a weight, which weigh nothing', () => {
    const decision = decided({
      settings,
      stock: { A: [1] },
      prices: [
        [
          [1, 2],
          [10, 7],
        ],
      ],
    });
    expect(decision.cost).toMatchObject({ total: 200, unweighed_skus: ['A'] });
  });
});

describe('where routes are found nearest first', () => {
  it('the objective does not count, and costs are said', () => {
    const prices = [[[5, 9]], [[5, 1]]] as const;
    const decision = decided({
      settings: { ...settings, prefer_full_shipment: false },
      stock: { A: [1, 1] },
      prices,
      unit_weight: 1,
    });
    expect([shipped(decision), decision.cost?.total]).toEqual([['W0: 1 A'], 900]);
  });
});

describe('ranking by cost', () => {
  it('goes by the price of the whole weight, then priority; unpriced and without a lane last', () => {
    const decision = decided({
      settings: { ranking: 'cost' },
      warehouses: [{ priority: 3 }, { priority: 2 }, { priority: 1 }, {}, {}],
      days: [1, 1, 1, 1, null],
      lines: [['A', 4]],
      prices: [
        [
          [1, 1],
          [10, 8],
        ],
        [
          [2, 4],
          [10, 8],
        ],
        null,
        [[10, 9]],
        [[10, 1]],
      ],
      unit_weight: 1,
    });
    expect(decision.ranked).toEqual([1, 0, 3, 2, 4]);
  });
});
