import { describe, expect, it } from 'vitest';
import { decided, shipped } from '../../testing/engine-builders.ts';

const doNotSplit = { sku: 'A', rule: 'do_not_split' } as const;
const doNotPartial = { sku: 'A', rule: 'do_not_partial' } as const;
const preferLast = { sku: 'A', rule: 'prefer', warehouse_ids: ['W2'] } as const;

/** The order's other SKU, B, brings all three warehouses into the route: two units at each, six asked for. */
const everyone = {
  lines: [
    ['A', 4],
    ['B', 6],
  ] as [string, number][],
  all: [2, 2, 2],
};

function ofA(a: readonly number[], ...rules: NonNullable<Parameters<typeof decided>[0]['rules']>): string[] {
  return shipped(decided({ lines: everyone.lines, stock: { A: a, B: everyone.all }, rules }))
    .filter((shipment) => shipment.includes('A'))
    .map((shipment) => shipment.replace(', 2 B', ''));
}

describe('a SKU in a set of warehouses', () => {
  it('ships whole from the first member that can ship it whole', () => {
    expect(ofA([3, 4, 4])).toEqual(['W1: 4 A']);
  });

  it('ships whole from a member that its rule prefers, ahead of a better ranked one', () => {
    expect(ofA([4, 4, 4], preferLast)).toEqual(['W2: 4 A']);
  });

  it('ships whole from any member rather than in part from a preferred one', () => {
    expect(ofA([4, 4, 3], preferLast)).toEqual(['W0: 4 A']);
  });

  it('fills by rank where no member has it whole, each giving what it has', () => {
    expect(ofA([1, 2, 3])).toEqual(['W0: 1 A', 'W1: 2 A', 'W2: 1 A']);
  });

  it('fills from the members that its rule prefers first', () => {
    expect(ofA([1, 2, 3], preferLast)).toEqual(['W0: 1 A', 'W2: 3 A']);
  });

  it('ships what there is where the members together have less', () => {
    expect(ofA([1, 0, 2])).toEqual(['W0: 1 A', 'W2: 2 A']);
  });
});

describe('a do-not-partial SKU', () => {
  it('ships nothing unless the members together have all of it', () => {
    expect(ofA([1, 1, 1], doNotPartial)).toEqual([]);
  });

  it('fills where they have', () => {
    expect(ofA([1, 2, 1], doNotPartial)).toEqual(['W0: 1 A', 'W1: 2 A', 'W2: 1 A']);
  });

  it('ships only whole from one member when it is do-not-split too', () => {
    expect(ofA([3, 3, 3], doNotPartial, doNotSplit)).toEqual([]);
    expect(ofA([3, 4, 3], doNotPartial, doNotSplit)).toEqual(['W1: 4 A']);
  });
});

describe('a do-not-split SKU', () => {
  it('ships from the member that can ship the most', () => {
    expect(ofA([1, 3, 2], doNotSplit)).toEqual(['W1: 3 A']);
  });

  it('ships by rank where several can ship the most', () => {
    expect(ofA([1, 3, 3], doNotSplit)).toEqual(['W1: 3 A']);
  });

  it('ships from a preferred one where several can ship the most', () => {
    expect(ofA([3, 3, 3], doNotSplit, preferLast)).toEqual(['W2: 3 A']);
  });

  it('ships from the one that can ship the most, preferred or not', () => {
    expect(ofA([1, 3, 2], doNotSplit, preferLast)).toEqual(['W1: 3 A']);
  });
});

describe('the lines of an order', () => {
  it('ask for their sum where several have one SKU', () => {
    const decision = decided({
      lines: [
        ['A', 2],
        ['B', 1],
        ['A', 3],
      ],
      stock: { A: [4, 5], B: [1, 1] },
    });
    expect(shipped(decision)).toEqual(['W1: 5 A, 1 B']);
  });

  it('are listed in their order in each shipment, a SKU once', () => {
    const decision = decided({
      lines: [
        ['Z', 1],
        ['A', 1],
        ['Z', 1],
      ],
    });
    expect(shipped(decision)).toEqual(['W0: 2 Z, 1 A']);
  });
});
