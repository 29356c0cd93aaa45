import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money } from '../money.ts';
import { shipmentCost } from '../rules/order-costs.ts';
import { costLine } from './cost-line.ts';

const priceList = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.nat(900_000)), {
    minLength: 1,
    maxLength: 6,
    selector: ([most]) => most,
  })
  .map((rows) => {
    const steps = rows.sort(([left], [right]) => left - right);
    return { max_weights: steps.map(([most]) => most), prices: steps.map(([, price]) => price) };
  });
const amount = fc.constantFrom(0, 0, 0.0001, 0.25, 1.5).map(money);
const sku = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  weight: fc.nat(300_000),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

const cases = fc.record({
  list: priceList,
  skus: fc.array(sku, { minLength: 1, maxLength: 4 }),
  handling: fc.record({ perShipment: amount, perLine: amount, perUnit: amount }),
});

function lineOf({ list, skus, handling }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) {
  const costs = {
    handling: [handling],
    prices: [list],
    splitPenalty: 0,
    weights: skus.map(({ weight }) => weight),
    unweighed: [],
  };
  const line = costLine(
    costs,
    0,
    skus.map(({ quantity }, demand) => ({ demand, quantity })),
  );
  const costOf = (units: readonly number[]) => Number(shipmentCost(costs, 0, (demand) => units[demand]!));
  const leastOf = (units: readonly number[]) =>
    units.reduce((sum, each, at) => sum + each * line[at + 1]!, line[0]!);
  return { line, costOf, leastOf };
}

it('is below what any part of the order costs', () => {
  fc.assert(
    fc.property(cases, (each) => {
      const { line, costOf, leastOf } = lineOf(each);
      expect(line.every((value) => Number.isSafeInteger(value) && value >= 0)).toBe(true);
      const all = each.skus.map(({ quantity }) => quantity);
      const part = each.skus.map(({ quantity, part: share }) => Math.round(quantity * share));
      for (const units of [all, part])
        if (units.some((some) => some > 0)) expect(leastOf(units)).toBeLessThanOrEqual(costOf(units));
    }),
    { numRuns: 2000 },
  );
});

it('is what the whole order costs, within a ten-thousandth for each unit, where heavier parcels cost less a pound', () => {
  const list = { max_weights: [10_000, 20_000, 50_000], prices: [50_000, 70_000, 100_000] };
  const skus = [
    { quantity: 2, weight: 10_000, part: 1 },
    { quantity: 1, weight: 30_000, part: 1 },
  ];
  const handling = { perShipment: 12_000, perLine: 3000, perUnit: 100 };
  const { costOf, leastOf } = lineOf({ list, skus, handling });
  expect(costOf([2, 1])).toBe(118_300);
  expect(leastOf([2, 1])).toBeGreaterThan(118_300 - 5);
});
