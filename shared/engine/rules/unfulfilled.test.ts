import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, unshipped } from '../../testing/engine-builders.ts';

const excludeW0 = { sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const;

function reasons(changes: EngineChanges): string[] {
  return unshipped(decided(changes));
}

describe('unfulfilled_lines', () => {
  it('are none where all ships', () => {
    expect(
      reasons({
        lines: [
          ['A', 1],
          ['B', 1],
        ],
      }),
    ).toEqual([]);
  });

  it('say what is asked for and what is missing, per SKU in line order', () => {
    const lines: [string, number][] = [
      ['B', 2],
      ['A', 3],
      ['B', 3],
    ];
    expect(reasons({ lines, stock: { A: [1], B: [4] } })).toEqual([
      '1 of 5 B, insufficient_inventory',
      '2 of 3 A, insufficient_inventory',
    ]);
  });

  it('say item_control where units exist that Item Control does not admit', () => {
    expect(reasons({ lines: [['A', 2]], stock: { A: [1, 1] }, rules: [excludeW0] })).toEqual([
      '1 of 2 A, item_control',
    ]);
  });

  it('say insufficient_inventory where Item Control keeps no units back', () => {
    expect(reasons({ lines: [['A', 2]], stock: { A: [0, 1] }, rules: [excludeW0] })).toEqual([
      '1 of 2 A, insufficient_inventory',
    ]);
  });

  it('leave units at disabled warehouses out of account', () => {
    const warehouses = [{ enabled: false }, {}];
    expect(reasons({ warehouses, lines: [['A', 2]], stock: { A: [9, 1] }, rules: [excludeW0] })).toEqual([
      '1 of 2 A, insufficient_inventory',
    ]);
  });

  it('say item_control before policy_blocked', () => {
    const settings = { partial_shipment: 'block' } as const;
    const stock = { A: [1, 1], B: [1, 1] };
    const lines: [string, number][] = [
      ['A', 2],
      ['B', 1],
    ];
    expect(reasons({ lines, stock, rules: [excludeW0], settings })).toEqual([
      '2 of 2 A, item_control',
      '1 of 1 B, policy_blocked',
    ]);
  });

  it('say policy_blocked only of SKUs of which the unconstrained route ships more', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['B', 3],
    ];
    const settings = { split_shipment: 'block' } as const;
    expect(reasons({ lines, stock: { A: [2, 0], B: [1, 2] }, settings })).toEqual([
      '2 of 3 B, policy_blocked',
    ]);
    expect(reasons({ lines, stock: { A: [0, 1], B: [2, 0] }, settings })).toEqual([
      '2 of 2 A, policy_blocked',
      '1 of 3 B, insufficient_inventory',
    ]);
  });
});
