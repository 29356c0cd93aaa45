import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOfWeight } from './price-list.ts';
import { type PriceSteps, priceSteps } from './price-steps.ts';

const lists = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.nat(500)), {
    selector: ([weight]) => weight,
    minLength: 1,
    maxLength: 40,
  })
  .map((rows) => rows.toSorted(([left], [right]) => left - right))
  .map((rows) => ({
    max_weights: rows.map(([weight]) => weight),
    prices: rows.map(([, price]) => price),
  }));

function below({ upTo, prices, slopes }: PriceSteps, weight: number): number {
  const step = upTo.findIndex((end) => weight <= end);
  return prices[step]! - slopes[step]! * (upTo[step]! - weight);
}

describe('priceSteps', () => {
  it('is above neither the price of a weight nor that of a larger one', () => {
    fc.assert(
      fc.property(lists, fc.tuple(fc.nat(9_000), fc.nat(9_000), fc.nat(9_000)), (list, weights) => {
        const [weight, larger, most] = weights.toSorted((left, right) => left - right);
        const least = below(priceSteps([[list, most!]]), weight!);
        expect(least).toBeLessThanOrEqual(Number(priceOfWeight(list, weight!)));
        expect(least).toBeLessThanOrEqual(Number(priceOfWeight(list, larger!)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the price itself if there are few steps, and none is cheaper than the one before', () => {
    const list = { max_weights: [2, 5, 10], prices: [20, 30, 70] };
    const steps = priceSteps([[list, 24]]);
    for (let weight = 0; weight <= 24; weight++)
      expect(below(steps, weight)).toBe(priceOfWeight(list, weight));
  });
});
