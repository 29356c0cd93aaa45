import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../scripts/demo/random.ts';
import { scatterUnits } from '../../../scripts/demo/scatter-units.ts';
import { bestByTrying } from '../../testing/best-by-trying.ts';
import { integerProgram, loadHighs } from '../../testing/integer-program.ts';
import { casesOf, isLong } from '../../testing/long.ts';
import type { Route } from '../route.ts';
import { sumOf } from '../rules/set-order.ts';
import { bestCover } from './best-cover.ts';
import { bestLimited } from './best-limited.ts';
import type { CoverRow } from './cover-rows.ts';
import { coverRows } from './cover-rows.ts';
import { distribute } from './distribute.ts';
import { listedCover } from './listed-cover.ts';
import { orderEffort } from './order-effort.ts';
import { permittedRoute } from './permitted-route.ts';
import type { RouteJudge } from './route-judge.ts';
import type { Supply } from './supply.ts';

const highs = await loadHighs();
const PLENTY = 1e9;

/** An effort that leaves all to the thorough search. */
const thorough = (mostWork = PLENTY) => orderEffort({ mostWork, quickNodes: 0 });

function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * (most + 1));
  };
}

/** Many that give one unit of much beside a few that give all of little: what bounds and greed take wrong. */
function someSupplies(upTo: (most: number) => number, warehouses: number): Supply[] {
  const quantity = 1 + upTo(5);
  const units = [0, 0, 0, 1, 1, 1, upTo(quantity), quantity - 1, quantity, quantity];
  return Array.from({ length: 2 + upTo(4) }, () => ({
    quantity,
    doNotSplit: upTo(5) === 0,
    doNotPartial: upTo(5) === 0,
    units: Array.from({ length: warehouses }, () => units[upTo(9)]!),
    sequence: null,
  }));
}

/** Supplies of ten units each that lie at so many sites drawn by lot, `least` to `most` at each. */
function drawn(seed: number, warehouses: number, skus: number, sites: number, least: number, most: number) {
  const lots = createRandom(seed);
  return Array.from({ length: skus }, (): Supply => {
    const units = scatterUnits(lots, warehouses, sites, [least, most]);
    return { quantity: 10, doNotSplit: false, doNotPartial: false, units, sequence: null };
  });
}

/** Worth so much a unit, a SKU each; the least that a shipment must be worth. */
function atLeastWorth(least: number): RouteJudge {
  const valueAt = (route: Route, member: number): number => {
    let value = 0;
    for (let place = member; place < route.quantities.length; place += route.members.length) {
      value += route.quantities[place]!;
    }
    return value;
  };
  return {
    allows: (route) => route.members.every((_, member) => valueAt(route, member) >= least),
    canPrune: () => false,
  };
}

function covers(rows: readonly CoverRow[], members: readonly number[]): boolean {
  return rows.every(({ need, cover }) => sumOf(members.map((position) => cover[position]!)) >= need);
}

describe('the thorough search for the best cover', () => {
  it('finds what listing all sets finds', () => {
    const upTo = random(7);
    for (let round = 0; round < casesOf(1_500); round++) {
      const warehouses = 4 + upTo(5);
      const rows = coverRows(someSupplies(upTo, warehouses));
      if (rows.length === 0) continue;
      const effort = thorough();
      expect(bestCover(rows, warehouses, effort)).toEqual(listedCover(rows, warehouses));
      expect(effort).toMatchObject({ hitLimit: false });
    }
  });

  it.each([
    ['64 warehouses, 20 SKUs at 10 sites, 4 of 10', drawn(1, 64, 20, 10, 4, 4), 12, 308],
    ['64 warehouses, 30 SKUs at 6 sites, 6 of 10', drawn(2, 64, 30, 6, 6, 6), 16, 363],
    ['64 warehouses, 20 SKUs at 8 sites, 7 to 10 of 10', drawn(3, 64, 20, 8, 7, 10), 9, 196],
    ['1,000 warehouses, 5 SKUs at 100 sites, 1 to 5 of 10', drawn(4, 1000, 5, 100, 1, 5), 5, 1005],
  ])(
    'proves both aims of an integer program where the quick search ends early: %s',
    (_, supplies, size, rankSum) => {
      const warehouses = supplies[0]!.units.length;
      const effort = orderEffort();
      const members = bestCover(coverRows(supplies), warehouses, effort);
      expect({ size: members.length, rankSum: sumOf(members) }).toEqual({ size, rankSum });
      expect(effort).toMatchObject({ hitLimit: false, lowerBound: size });
      // The solver takes up to a minute for what it found when these values were written down.
      if (isLong) expect(integerProgram(highs, supplies)).toMatchObject({ size, rankSum });
    },
  );

  it('ends at its work with a cover as good as found, and a bound that holds', () => {
    const supplies = drawn(5, 64, 30, 6, 6, 6);
    const rows = coverRows(supplies);
    const known = bestCover(rows, 64, thorough()).length;
    for (const mostWork of [0, 100_000, 300_000, 1_000_000]) {
      const effort = thorough(mostWork);
      const members = bestCover(rows, 64, effort);
      expect(covers(rows, members)).toBe(true);
      expect(effort.lowerBound).toBeLessThanOrEqual(known);
      expect(members.length).toBeGreaterThanOrEqual(known);
      // It looks at the clock, so to say, between steps: a step may be as long as a program is large.
      expect(effort.work).toBeLessThan(mostWork + 2_000_000);
      if (!effort.hitLimit) expect(members).toHaveLength(known);
    }
  });

  it('is at most one shipment above its bound on the hardest orders, within its work', () => {
    for (const seed of [1, 2, 3]) {
      const supplies = drawn(seed, 64, 50, 12, 1, 5);
      const effort = orderEffort();
      const members = bestCover(coverRows(supplies), 64, effort);
      expect(members.length - effort.lowerBound!).toBeLessThanOrEqual(1);
    }
  });
});

describe('the thorough search within limits', () => {
  const limitsFor = (upTo: (most: number) => number, supplies: readonly Supply[], value: boolean) => ({
    shipments: 1 + upTo(3),
    units: upTo(3) === 0 ? sumOf(supplies.map(({ quantity }) => quantity)) : 0,
    judge: value ? atLeastWorth(1 + upTo(3)) : null,
  });

  it('is what the search for the best permitted route finds too', () => {
    const upTo = random(7);
    for (let round = 0; round < 1_500; round++) {
      const warehouses = 4 + upTo(3);
      const supplies = someSupplies(upTo, warehouses);
      const limits = limitsFor(upTo, supplies, false);
      const found = permittedRoute(supplies, warehouses, limits, null, orderEffort());
      expect(found).toEqual(bestByTrying(supplies, warehouses, limits));
    }
  });

  it.each([
    ['shipments and units', false],
    ['shipments, units and the value of each shipment', true],
  ])('ships the most units, then is the better set, as trying every set finds: %s', (_, value) => {
    const upTo = random(11);
    for (let round = 0; round < casesOf(1_000); round++) {
      const warehouses = 4 + upTo(3);
      const supplies = someSupplies(upTo, warehouses);
      const limits = limitsFor(upTo, supplies, value);
      const best = bestByTrying(supplies, warehouses, limits);
      // As permittedRoute asks: a route that ships all units exists, if such ones only are allowed.
      const all = distribute(supplies, [...Array(warehouses).keys()]);
      if (all.units < limits.units) continue;
      const effort = thorough();
      expect(bestLimited(supplies, warehouses, limits, effort)).toEqual(best);
      expect(effort.hitLimit).toBe(false);
    }
  });
});
