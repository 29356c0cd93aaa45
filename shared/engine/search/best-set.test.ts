import { describe, expect, it } from 'vitest';
import { decided, shipped } from '../../testing/engine-builders.ts';

describe('the best route', () => {
  it('is FULL and Optimal from the preferred warehouse where that has everything', () => {
    expect(decided({ lines: [['A', 2]], stock: { A: [2, 9] } })).toMatchObject({
      status: 'FULL',
      quality: 'Optimal',
      shipments: [{ warehouse: 0 }],
    });
  });

  it('is FULL and Suboptimal from the first other one that has', () => {
    expect(decided({ lines: [['A', 2]], stock: { A: [1, 2, 9] } })).toMatchObject({
      status: 'FULL',
      quality: 'Suboptimal',
      shipments: [{ warehouse: 1 }],
    });
  });

  it('is one far warehouse rather than several near ones', () => {
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [2, 2, 3] } }))).toEqual(['W2: 3 A']);
  });

  it('is SPLIT where all units ship only from several', () => {
    expect(decided({ lines: [['A', 3]], stock: { A: [2, 1] } })).toMatchObject({
      status: 'SPLIT',
      quality: 'Split',
    });
  });

  it('is PARTIAL and Suboptimal where some units ship, from one', () => {
    expect(decided({ lines: [['A', 3]], stock: { A: [2, 0] } })).toMatchObject({
      status: 'PARTIAL',
      quality: 'Suboptimal',
    });
  });

  it('is PARTIAL_SPLIT where some units ship, from several', () => {
    expect(decided({ lines: [['A', 4]], stock: { A: [2, 1] } })).toMatchObject({
      status: 'PARTIAL_SPLIT',
      quality: 'Split',
    });
  });

  it('is NONE and Unroutable where no unit ships', () => {
    expect(decided({ stock: { A: [0, 0] } })).toMatchObject({
      status: 'NONE',
      quality: 'Unroutable',
      shipments: [],
      total_value_cents: 0,
    });
  });

  it('ships the most units before it has the fewest warehouses', () => {
    const stock = { A: [5, 0, 0], B: [0, 1, 0], C: [0, 0, 1] };
    const lines: [string, number][] = [
      ['A', 5],
      ['B', 1],
      ['C', 1],
    ];
    expect(shipped(decided({ lines, stock }))).toEqual(['W0: 5 A', 'W1: 1 B', 'W2: 1 C']);
  });

  it('has the fewest warehouses before the least rank sum', () => {
    const stock = { A: [1, 0, 0, 1], B: [0, 1, 0, 1], C: [0, 0, 1, 0] };
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ];
    expect(shipped(decided({ lines, stock }))).toEqual(['W2: 1 C', 'W3: 1 A, 1 B']);
  });

  it('has the fewest warehouses where a greedy choice has more', () => {
    // The warehouse that ships the most, W0, is in no pair that ships everything.
    const stock = { A: [2, 3, 0], B: [2, 0, 3] };
    const lines: [string, number][] = [
      ['A', 3],
      ['B', 3],
    ];
    expect(shipped(decided({ lines, stock }))).toEqual(['W1: 3 A', 'W2: 3 B']);
  });

  it('has the least sum of rank positions among sets of one size', () => {
    const stock = { A: [1, 0, 1, 0], B: [0, 0, 1, 1], C: [0, 1, 0, 1] };
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ];
    // {0, 3} and {1, 2} ship everything, both with a sum of 3; {2, 3} has 5.
    expect(shipped(decided({ lines, stock }))).toEqual(['W0: 1 A', 'W3: 1 B, 1 C']);
    expect(shipped(decided({ lines, stock: { ...stock, A: [0, 0, 1, 0] } }))).toEqual([
      'W1: 1 C',
      'W2: 1 A, 1 B',
    ]);
  });

  it('has the lexicographically smallest list among sets of one size and sum', () => {
    // Of three: {0, 2, 4} and {1, 2, 3} have a sum of 6.
    const stock = {
      A: [1, 1, 0, 0, 0],
      B: [0, 0, 1, 0, 0],
      C: [0, 0, 0, 1, 1],
      D: [1, 0, 0, 1, 0],
      E: [0, 1, 0, 0, 1],
    };
    const lines = Object.keys(stock).map((sku): [string, number] => [sku, 1]);
    expect(shipped(decided({ lines, stock }))).toEqual(['W0: 1 A, 1 D', 'W2: 1 B', 'W4: 1 C, 1 E']);
  });

  it('sends shipments in rank order, whatever the order of the warehouses', () => {
    expect(shipped(decided({ lines: [['A', 3]], days: [2, 1], stock: { A: [1, 2] } }))).toEqual([
      'W1: 2 A',
      'W0: 1 A',
    ]);
  });

  it('counts rank positions, not places in the configuration', () => {
    const days = [4, 3, 2, 1];
    const stock = { A: [1, 1, 0, 0], B: [0, 0, 1, 1] };
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(shipped(decided({ lines, stock, days }))).toEqual(['W3: 1 B', 'W1: 1 A']);
  });

  it('finds the one warehouse that has the most where no route ships all', () => {
    const lines: [string, number][] = [
      ['A', 5],
      ['B', 2],
    ];
    expect(
      shipped(
        decided({ lines, stock: { A: [1, 3], B: [0, 0] }, rules: [{ sku: 'A', rule: 'do_not_split' }] }),
      ),
    ).toEqual(['W1: 3 A']);
  });

  it('leaves stock below zero out of account', () => {
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [-2, 3] } }))).toEqual(['W1: 3 A']);
    const short = decided({ lines: [['A', 3]], stock: { A: [-2, 1] } });
    expect(shipped(short)).toEqual(['W1: 1 A']);
    expect(short.driver).toMatchObject({ available_qty: 0, short_qty: 3 });
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [-2, 2, 2] } }))).toEqual(['W1: 2 A', 'W2: 1 A']);
  });
});
