import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costCases, flat, shown } from './cost-cases.ts';
import { bruteForceByCost, mayBeAtLeastCost, type PlainCostRoute } from './cost-routes.ts';

describe('any order, by two objectives', () => {
  it('ships as much at lowest cost, in no fewer shipments, and is undercut by none', () => {
    let cheaper = 0;
    fc.assert(
      fc.property(costCases, (order) => {
        const lowest = bruteForceByCost(order).permitted;
        const fewest = bruteForceByCost({ ...order, objective: 'fewest_shipments' }).permitted;
        expect(lowest.units).toBe(fewest.units);
        expect(lowest.shipments.length).toBeGreaterThanOrEqual(fewest.shipments.length);
        const unpriced = (route: PlainCostRoute) =>
          route.shipments.filter(({ cost }) => cost === null).length;
        expect(unpriced(lowest)).toBeLessThanOrEqual(unpriced(fewest));
        if (lowest.totalCost === null || lowest.units === 0) return;
        // Prices and penalties are whole numbers here.
        const weighed =
          Number(lowest.totalCost) + Number(order.splitPenalty ?? 0) * (lowest.shipments.length - 1);
        expect(mayBeAtLeastCost(order, lowest.units, weighed)).toBe(true);
        expect(mayBeAtLeastCost(order, lowest.units, `${weighed}.01`)).toBe(false);
        if (shown(lowest) !== shown(fewest)) cheaper++;
      }),
      { numRuns: 300 },
    );
    expect(cheaper).toBeGreaterThan(10);
  });

  it('has the same routes by both objectives where everything costs nothing, or is unpriced', () => {
    fc.assert(
      fc.property(costCases, (order) => {
        const free = { ...order, splitPenalty: 0, prices: flat('A 0', 'B 0', 'C 0', 'D 0', 'E 0', 'F 0') };
        for (const one of [free, { ...order, prices: [] }]) {
          const fewest = bruteForceByCost({ ...one, objective: 'fewest_shipments' });
          const lowest = bruteForceByCost(one);
          expect([lowest.unconstrained, lowest.permitted]).toEqual([fewest.unconstrained, fewest.permitted]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
