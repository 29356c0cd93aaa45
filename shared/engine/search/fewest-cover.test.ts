import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerProgram, loadHighs } from '../../testing/integer-program.ts';
import { compareSets, sumOf } from '../rules/set-order.ts';
import { bestRoute } from './best-set.ts';
import type { CoverRow } from './cover-rows.ts';
import { fewestCover } from './fewest-cover.ts';
import { listedCover } from './listed-cover.ts';
import { orderEffort } from './order-effort.ts';
import type { Supply } from './supply.ts';

const highs = await loadHighs();

/** A supply without Item Control; units are cut to the quantity. */
function supply(quantity: number, units: readonly number[]): Supply {
  return {
    quantity,
    units: units.map((each) => Math.min(each, quantity)),
    doNotSplit: false,
    doNotPartial: false,
    sequence: null,
  };
}

function supplies(warehouses: number, skus: number): fc.Arbitrary<Supply[]> {
  const sparse = fc.oneof(fc.constant(0), fc.constant(0), fc.nat({ max: 9 }), fc.nat({ max: 30 }));
  const dense = fc.nat({ max: 6 });
  return fc
    .record({
      warehouses: fc.integer({ min: 1, max: warehouses }),
      skus: fc.integer({ min: 1, max: skus }),
      stock: fc.oneof({ weight: 3, arbitrary: fc.constant(sparse) }, fc.constant(dense)),
    })
    .chain(({ warehouses, skus, stock }) => {
      const units = fc.array(stock, { minLength: warehouses, maxLength: warehouses });
      const one = fc
        .tuple(fc.integer({ min: 1, max: 20 }), units)
        .map(([quantity, at]) => supply(quantity, at));
      return fc.array(one, { minLength: skus, maxLength: skus });
    });
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The best cover by trying every set: by size, rank sum, then as a list. */
function bestByTrying(rows: readonly CoverRow[], candidates: number): number[] {
  const sets = Array.from({ length: 2 ** candidates }, (_, bits) =>
    [...Array(candidates).keys()].filter((position) => (bits >> position) & 1),
  );
  return sets
    .filter((set) => rows.every(({ need, cover }) => sumOf(set.map((position) => cover[position]!)) >= need))
    .reduce((best, set) => {
      const [left, right] = [set, best].map((each) => [each.length, sumOf(each), ...each]);
      const differs = left!.findIndex((number, place) => number !== right![place]);
      return differs >= 0 && left![differs]! < right![differs]! ? set : best;
    });
}

describe('two sets', () => {
  it.each([
    ['of fewer warehouses', [5], [0, 1]],
    ['of a smaller sum of rank positions', [0, 3], [1, 3]],
    ['with the lexicographically smaller list', [0, 3], [1, 2]],
  ])('compare: better is the one %s', (_, better, worse) => {
    expect(compareSets(better, worse)).toBeLessThan(0);
    expect(compareSets(worse, better)).toBeGreaterThan(0);
  });

  it('compare alike where they are the same', () => {
    expect(compareSets([0, 3], [0, 3])).toBe(0);
  });
});

describe('the best set', () => {
  // The distribution of a set decides none of the three: without Item Control a set ships of each SKU what its
  // members have together, up to the quantity, and in a set of the fewest every member ships something.
  it('has the units, the fewest warehouses and the least rank sum of a mixed-integer program', () => {
    fc.assert(
      fc.property(supplies(20, 12), (given) => {
        const effort = orderEffort();
        const { members, units } = bestRoute(given, given[0]!.units.length, effort);
        expect(effort.hitLimit).toBe(false);
        expect({ units, size: members.length, rankSum: sumOf(members) }).toEqual(
          integerProgram(highs, given),
        );
      }),
      { numRuns: 20 },
    );
  }, 300_000);
});

describe('the search for the fewest', () => {
  it('finds the fewest, then the least rank sum, then the smallest list, as trying every set does', () => {
    const next = random(7);
    const upTo = (most: number): number => Math.floor(next() * (most + 1));
    for (let round = 0; round < 1_500; round++) {
      const candidates = 5 + upTo(4);
      const need = 1 + upTo(3);
      // Many that give one unit of much beside a few that give all of little: what bounds and greed take wrong.
      const units = [0, 0, 0, 1, 1, 1, upTo(need), need - 1, need, need];
      const rows = Array.from({ length: 2 + upTo(5) }, (): CoverRow => {
        const cover = Array.from({ length: candidates }, () => units[upTo(9)]!);
        const enough = Math.min(need, sumOf(cover));
        return { need: enough, cover: cover.map((each) => Math.min(each, enough)) };
      }).filter((row) => row.need > 0);
      if (rows.length === 0) continue;
      const best = bestByTrying(rows, candidates);
      expect(fewestCover(rows, candidates, 1_000)).toEqual(best);
      expect(listedCover(rows, candidates)).toEqual(best);
    }
  });

  const rowsOf = (need: number, units: (next: () => number) => number): CoverRow[] => {
    const next = random(42);
    return Array.from({ length: 50 }, () => {
      const cover = Array.from({ length: 64 }, () => Math.min(need, units(next)));
      return { need: Math.min(need, sumOf(cover)), cover };
    });
  };
  const covers = (rows: readonly CoverRow[], members: readonly number[]): boolean =>
    rows.every(({ need, cover }) => sumOf(members.map((position) => cover[position]!)) >= need);

  it.each<[string, CoverRow[], number]>([
    ['half of the warehouses have each SKU', rowsOf(5, (next) => (next() < 0.5 ? 5 : 0)), 3],
    ['one in five has', rowsOf(5, (next) => (next() < 0.2 ? 5 : 0)), 6],
    ['one in ten has', rowsOf(5, (next) => (next() < 0.1 ? 5 : 0)), 11],
    ['all have a little', rowsOf(10, (next) => Math.floor(next() * 8)), 4],
  ])(
    'is exact within its nodes over 64 warehouses and 50 SKUs: %s',
    (_, rows, size) => {
      const members = fewestCover(rows, 64, 100_000)!;
      expect(covers(rows, members)).toBe(true);
      expect(members).toHaveLength(size);
    },
    60_000,
  );

  it('ends early where the stock defies it', () => {
    expect(
      fewestCover(
        rowsOf(10, (next) => Math.floor(next() * 4)),
        64,
        3_000,
      ),
    ).toBeNull();
  });
});
