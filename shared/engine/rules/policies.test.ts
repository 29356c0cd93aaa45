import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, shipped } from '../../testing/engine-builders.ts';

/** One unit of A near, both units of B in the middle, plenty of both far: W0 W1 make a split, W2 is FULL. */
const splitOrFar: EngineChanges = {
  lines: [
    ['A', 1, 10],
    ['B', 2, 3],
  ],
  stock: { A: [1, 0, 9], B: [0, 2, 9] },
};
const splitOnly: EngineChanges = { ...splitOrFar, stock: { A: [1, 0, 0], B: [0, 2, 1] } };

describe('max_shipments', () => {
  it('is kept to where the search for the fewest stopped at its limit of work with more', () => {
    const order: EngineChanges = {
      lines: [
        ['A', 3],
        ['B', 3],
        ['C', 3],
        ['D', 3],
      ],
      // More warehouses than all sets are tried of, the others empty.
      stock: {
        A: [0, 0, 3, 1, 0, 2, ...Array(5).fill(0)],
        B: [2, 1, 0, 1, 0, 2, ...Array(5).fill(0)],
        C: [0, 3, 2, 0, 2, 1, ...Array(5).fill(0)],
        D: [2, 0, 0, 2, 3, 0, ...Array(5).fill(0)],
      },
      settings: { max_shipments: 3 },
    };
    const decision = decided({ ...order, budget: { mostWork: 0, quickNodes: 0 } });
    expect(decision.budget_exhausted).toBe(true);
    expect(decision.policy.blocked).toMatchObject({ rule: 'split_shipment', found: 4, limit: 3 });
    expect(shipped(decision)).toEqual(['W0: 2 B, 2 D', 'W1: 1 B, 3 C', 'W2: 3 A']);
    // Without the limit of work it finds three that ship all.
    expect(shipped(decided(order))).toEqual(['W3: 1 A, 1 B', 'W4: 2 C, 3 D', 'W5: 2 A, 2 B, 1 C']);
  });
});

describe('max_transit_days', () => {
  it('set to warn, warns of a slow shipment, naming the slowest', () => {
    const decision = decided({
      lines: [['A', 3]],
      stock: { A: [1, 1, 1] },
      days: [1, 4, 5],
      settings: { max_transit_days: { mode: 'warn', days: 3 } },
    });
    expect(decision.policy).toEqual({
      outcome: 'warned',
      warnings: [{ rule: 'max_transit_days', warehouse: 2, found: 5, limit: 3 }],
      blocked: null,
    });
  });

  it('names a warehouse without a lane before the slowest that has one', () => {
    const decision = decided({
      lines: [['A', 3]],
      stock: { A: [1, 1, 1] },
      days: [9, null, 8],
      settings: { max_transit_days: { mode: 'warn', days: 1 } },
    });
    expect(decision.policy.warnings).toMatchObject([{ warehouse: 1, found: null }]);
  });

  it('names a warehouse without a lane though a slow one ships a later line', () => {
    const decision = decided({
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [0, 1], B: [1, 0] },
      days: [9, null],
      settings: { max_transit_days: { mode: 'warn', days: 1 } },
    });
    expect(decision.policy.warnings).toMatchObject([{ warehouse: 1, found: null }]);
  });

  it('names the highest ranked of equally slow warehouses, under the tightest limit', () => {
    const decision = decided({
      lines: [
        ['A', 2],
        ['B', 1],
      ],
      stock: { A: [1, 1], B: [0, 1] },
      days: [4, 4],
      rules: [{ sku: 'B', rule: 'max_transit_days', days: 2 }],
      settings: { max_transit_days: { mode: 'warn', days: 3 } },
    });
    expect(decision.policy.warnings).toMatchObject([{ warehouse: 1, limit: 2 }]);
    const alike = decided({
      lines: [['A', 2]],
      stock: { A: [1, 1] },
      days: [4, 4],
      settings: { max_transit_days: { mode: 'warn', days: 3 } },
    });
    expect(alike.policy.warnings).toMatchObject([{ warehouse: 0, limit: 3 }]);
    const bySku = decided({
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [0, 1], B: [1, 0] },
      days: [4, 4],
      settings: { max_transit_days: { mode: 'warn', days: 3 } },
    });
    expect(bySku.policy.warnings).toMatchObject([{ warehouse: 0, limit: 3 }]);
  });
});

describe('minimum_shipment_value', () => {
  const least = (mode: 'warn' | 'block', value: number): NonNullable<EngineChanges['settings']> => ({
    minimum_shipment_value: { mode, value },
  });

  it('set to warn, warns of a shipment of a split route that is worth less, naming the least', () => {
    const decision = decided({ ...splitOnly, settings: least('warn', 20) });
    expect(decision.policy).toEqual({
      outcome: 'warned',
      warnings: [{ rule: 'minimum_shipment_value', warehouse: 1, found: 600, limit: 2_000 }],
      blocked: null,
    });
  });

  it('names the highest ranked of shipments worth equally little', () => {
    const decision = decided({ lines: [['A', 2, 1]], stock: { A: [1, 1] }, settings: least('warn', 5) });
    expect(decision.policy.warnings).toMatchObject([{ warehouse: 0, found: 100 }]);
  });
});
