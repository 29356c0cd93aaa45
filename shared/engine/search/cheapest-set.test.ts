import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../scripts/demo/random.ts';
import { scatterUnits } from '../../../scripts/demo/scatter-units.ts';
import { casesOf } from '../../testing/long.ts';
import type { Route } from '../route.ts';
import { compareCosts, routeCost } from '../rules/order-costs.ts';
import { compareSets } from '../rules/set-order.ts';
import { CheapestKnown } from './cheapest-known.ts';
import { type CheapestFound, cheapestSet } from './cheapest-set.ts';
import { type CostProblem, FREE, freeChoices, holdersOf, settleChoices } from './cost-choices.ts';
import { CostRelaxation } from './cost-relaxation.ts';
import { distribute, mostOfAll, mostUnits } from './distribute.ts';
import { orderEffort } from './order-effort.ts';

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

function amountOf({ costs, ranked }: CostProblem, { route }: CheapestFound): number {
  return Number(routeCost(costs, ranked, route).amount);
}

/** 2 % above what is proved, and what rounding takes of that. */
function nearOf({ leastAmount }: CheapestFound): number {
  return 1.02 * (Number(leastAmount) + 1);
}

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

  it('no bound, with what it rises if one candidate is decided the other way, exceeds what a choice counts', () => {
    fc.assert(
      fc.property(cases, ({ problem, known, best }) => {
        const holders = holdersOf(problem);
        const relaxation = new CostRelaxation(problem, holders);
        const choices = freeChoices(problem, holders);
        settleChoices(problem, holders, choices, orderEffort());
        const { counts } = new CheapestKnown({ problem, known: known!, isAllowed: () => true }, relaxation);
        const bound = relaxation.bound(choices, null, counts, { rounds: 20, scale: 1 });
        const rises = relaxation.rises(choices, bound);
        const countOf = (choice: { route: Route; cost: (typeof best)[number]['cost'] }) =>
          relaxation.costOf(choice.route.members, choice.cost);
        for (const choice of best) {
          expect(bound.least).toBeLessThanOrEqual(countOf(choice));
          for (const candidate of problem.ranked) {
            if (choices.states[candidate] !== FREE) continue;
            if (choice.route.members.includes(candidate) === bound.chosen.includes(candidate)) continue;
            expect(bound.least + rises[candidate]!).toBeLessThanOrEqual(countOf(choice));
          }
        }
      }),
      { numRuns: casesOf(2000) },
    );
  });
});

/** Ten units of each SKU, at a third of the warehouses two to six of them; prices rise with weight, less and less. */
function hardProblem(seed: number, warehouses: number, skus: number): CostProblem {
  const random = createRandom(seed);
  const ranked = [...Array(warehouses).keys()];
  const weights = Array.from({ length: 9 }, (_, step) => 5 * 2 ** step);
  const supplies = Array.from({ length: skus }, () => ({
    quantity: 10,
    units: scatterUnits(random, warehouses, Math.round(warehouses / 3), [2, 6]),
    doNotSplit: false,
    doNotPartial: false,
    sequence: null,
  }));
  return {
    supplies,
    costs: {
      handling: ranked.map(() => ({
        perShipment: random.between(10_000, 40_000),
        perLine: random.between(0, 4_000),
        perUnit: random.between(500, 5_000),
      })),
      prices: ranked.map((position) => ({
        max_weights: weights,
        prices: weights.map((weight) => Math.round(60_000 + weight ** 0.75 * (3_000 + 150 * position))),
      })),
      splitPenalty: 0,
      weights: supplies.map(() => random.between(1, 3)),
      unweighed: [],
    },
    ranked,
    most: supplies.map(mostUnits),
    lacks: 0,
    fewest: 1,
    shipments: warehouses,
  };
}

it.each([
  [20, 50],
  [32, 30],
  [48, 20],
  [64, 10],
])('a search for %d warehouses and %d SKUs ends near what it proves, or at its limit', (warehouses, skus) => {
  const problem = hardProblem(warehouses, warehouses, skus);
  const known = distribute(problem.supplies, problem.ranked);
  const found = ([mostWork, extraWork]: readonly [number, number]) => {
    const effort = orderEffort({ mostWork, quickNodes: 0, extraWork });
    return { effort, ...cheapestSet({ problem, known, isAllowed: () => true }, effort) };
  };
  const early = found([500_000, 0]);
  const later = found([500_000, 10_000_000]);
  expect(later.effort.work).toBe(early.effort.work);
  expect(amountOf(problem, later)).toBeLessThanOrEqual(amountOf(problem, early));
  expect(Number(later.leastAmount)).toBeGreaterThanOrEqual(Number(early.leastAmount));
  if (later.effort.gapTooLarge) expect(later.effort.extraDone).toBeGreaterThan(10_000_000);
  else expect(amountOf(problem, later)).toBeLessThanOrEqual(nearOf(later));
  expect(later.effort.extraDone).toBeLessThan(10_500_000);
  const { effort, ...last } = found([500_000, 20_000_000]);
  if (!later.effort.gapTooLarge)
    expect({ effort: { ...effort, extraWork: 10_000_000 }, ...last }).toEqual(later);
});
