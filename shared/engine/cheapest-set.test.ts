import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/long.ts';
import { CheapestKnown } from './cheapest-known.ts';
import { cheapestSet } from './cheapest-set.ts';
import { choicesUnder, FREE, holdersOf } from './cost-choices.ts';
import { CostRelaxation } from './cost-relaxation.ts';
import { distribute, mostOfAll, mostUnits } from './distribute.ts';
import { compareCosts, routeCost } from './order-costs.ts';
import { orderEffort } from './order-effort.ts';
import type { Route } from './route.ts';
import { compareSets } from './set-order.ts';

const SKUS = 4;
const amount = fc.integer({ min: 0, max: 9 });

/** Warehouses with few units of each SKU, so that most choices are of several. */
const sites = fc.array(
  fc.record({
    units: fc.tuple(...Array.from({ length: SKUS }, () => fc.constantFrom(0, 0, 1, 1, 2, 3, 5))),
    handling: fc.record({ perShipment: amount, perLine: amount, perUnit: amount }),
    prices: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 })), {
      minLength: 1,
      maxLength: 4,
      selector: ([weight]) => weight,
    }),
  }),
  { minLength: 2, maxLength: 8 },
);

const cases = fc
  .record({
    sites,
    quantities: fc.tuple(...Array.from({ length: SKUS }, () => fc.integer({ min: 1, max: 6 }))),
    weights: fc.tuple(...Array.from({ length: SKUS }, () => fc.integer({ min: 0, max: 4 }))),
    doNotSplit: fc.constantFrom(-1, -1, 0),
    splitPenalty: amount,
    shipments: fc.constantFrom(8, 8, 3),
    knowsFewest: fc.boolean(),
    prefersLast: fc.boolean(),
  })
  .map(
    ({ sites: all, quantities, weights, doNotSplit, splitPenalty, shipments, knowsFewest, prefersLast }) => {
      const supplies = quantities.map((quantity, sku) => ({
        quantity,
        units: all.map(({ units }) => Math.min(quantity, units[sku]!)),
        doNotSplit: sku === doNotSplit,
        doNotPartial: false,
        sequence: prefersLast && sku === 1 ? [...all.keys()].reverse() : null,
      }));
      const costs = {
        handling: all.map(({ handling }) => handling),
        prices: all.map(({ prices }) => {
          const rows = [...prices].sort(([left], [right]) => left - right);
          return { max_weights: rows.map(([weight]) => weight), prices: rows.map(([, price]) => price) };
        }),
        splitPenalty,
        weights,
        unweighed: [],
      };
      const ranked = [...all.keys()];
      const routes = Array.from({ length: 2 ** ranked.length - 1 }, (_, set) =>
        distribute(
          supplies,
          ranked.filter((position) => (set + 1) & (1 << position)),
        ),
      ).filter(({ members }) => members.length > 0 && members.length <= shipments);
      const units = Math.max(0, ...routes.map((route) => route.units));
      const best = routes
        .filter((route) => route.units === units)
        .map((route) => ({ route, cost: routeCost(costs, ranked, route) }))
        .sort(
          (left, right) =>
            compareCosts(left.cost, right.cost) || compareSets(left.route.members, right.route.members),
        );
      const fewest = Math.min(...best.map(({ route }) => route.members.length));
      const known = best.find(({ route }) => route.members.length === fewest)?.route;
      const problem = {
        supplies,
        costs,
        ranked,
        most: supplies.map(mostUnits),
        lacks: mostOfAll(supplies) - units,
        fewest: knowsFewest ? fewest : 1,
        shipments,
      };
      return { problem, known, best };
    },
  )
  .filter(({ known }) => known !== undefined);

describe('where units are few', () => {
  it('the cheapest set is the one that trying all finds', () => {
    fc.assert(
      fc.property(cases, ({ problem, known, best }) => {
        const found = cheapestSet({ problem, known: known!, isAllowed: () => true }, orderEffort());
        expect(found.isProved).toBe(true);
        expect(found.route.members).toEqual(best[0]!.route.members);
        expect(found.leastAmount).toBe(best[0]!.cost.amount);
      }),
      { numRuns: casesOf(2000) },
    );
  });

  it('a search that stops early proves no more than is true', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 5000 }), ({ problem, known, best }, mostWork) => {
        const found = cheapestSet({ problem, known: known!, isAllowed: () => true }, orderEffort(mostWork));
        expect(found.leastAmount).toBeLessThanOrEqual(Number(best[0]!.cost.amount));
        if (found.isProved) expect(found.route.members).toEqual(best[0]!.route.members);
      }),
      { numRuns: casesOf(5000) },
    );
  });

  it('no bound, with what it rises if one candidate is decided the other way, exceeds what a choice counts', () => {
    fc.assert(
      fc.property(cases, ({ problem, known, best }) => {
        const holders = holdersOf(problem);
        const relaxation = new CostRelaxation(problem, holders);
        const choices = choicesUnder(problem, holders, new Uint8Array(problem.ranked.length), orderEffort());
        const { counts } = new CheapestKnown({ problem, known: known!, isAllowed: () => true }, relaxation);
        const bound = relaxation.bound(choices!, null, counts, { rounds: 20, scale: 1 });
        const rises = relaxation.rises(choices!, bound);
        const countOf = (choice: { route: Route; cost: (typeof best)[number]['cost'] }) =>
          relaxation.costOf(choice.route.members, choice.cost);
        for (const choice of best) {
          expect(bound.least).toBeLessThanOrEqual(countOf(choice));
          for (const candidate of problem.ranked) {
            if (choices!.states[candidate] !== FREE) continue;
            if (choice.route.members.includes(candidate) === bound.chosen.includes(candidate)) continue;
            expect(bound.least + rises[candidate]!).toBeLessThanOrEqual(countOf(choice));
          }
        }
      }),
      { numRuns: casesOf(2000) },
    );
  });
});
