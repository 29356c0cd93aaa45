import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bruteForceRoute } from './capacity-routes.ts';
import { costCases, flat, shown } from './cost-cases.ts';
import { bruteForceByCost, mayBeAtLeastCost, type PlainCostRoute } from './cost-routes.ts';

describe('any order, by two readings and by two objectives', () => {
  it('has the routes of the reading of capacity under fewest_shipments', () => {
    fc.assert(
      fc.property(costCases, ({ order, states }) => {
        const { split, partial, maxShipments = null } = order.blocks!;
        const other = bruteForceRoute({
          ranked: order.ranked.map(({ id, stock }, index) => ({
            id,
            stock,
            late: states[index] === 'late',
            full: states[index] === 'full',
          })),
          demand: order.lines,
          policies: {
            lateDelivery: 'block',
            maxTransit: 'allow',
            splitShipment: split ? 'block' : 'allow',
            partialShipment: partial ? 'block' : 'allow',
            maxShipments,
          },
        });
        const choice = bruteForceByCost({ ...order, objective: 'fewest_shipments' });
        for (const kind of ['unconstrained', 'permitted'] as const) {
          const { status, shipments } = choice[kind];
          expect({ status, shipments: shipments.map(({ id, units }) => ({ id, units })) }).toEqual(
            other[kind],
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('ships as much at lowest cost, in no fewer shipments, and is undercut by none', () => {
    let cheaper = 0;
    fc.assert(
      fc.property(costCases, ({ order }) => {
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
      fc.property(costCases, ({ order }) => {
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
