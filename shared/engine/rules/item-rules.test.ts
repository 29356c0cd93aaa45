import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, shipped, unshipped } from '../../testing/engine-builders.ts';

const restrict = (fallback: 'block' | 'allow', ...warehouse_ids: string[]) => ({
  sku: 'A',
  rule: 'restrict' as const,
  warehouse_ids,
  fallback,
});
const exclude = (...warehouse_ids: string[]) => ({ sku: 'A', rule: 'exclude' as const, warehouse_ids });
const only = (...rules: NonNullable<EngineChanges['rules']>): EngineChanges => ({ rules });

describe('restrict', () => {
  it('leaves the SKU only the listed warehouses', () => {
    expect(shipped(decided(only(restrict('block', 'W1', 'W2'))))).toEqual(['W1: 1 A']);
  });

  it('leaves the other SKUs all warehouses', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    expect(
      shipped(decided({ lines, rules: [restrict('block', 'W1')], stock: { A: [1, 1], B: [1, 0] } })),
    ).toEqual(['W0: 1 B', 'W1: 1 A']);
  });

  it('with fallback block, stays shut however little they have', () => {
    const decision = decided({ lines: [['A', 3]], stock: { A: [9, 1] }, rules: [restrict('block', 'W1')] });
    expect(shipped(decision)).toEqual(['W1: 1 A']);
    expect(unshipped(decision)).toEqual(['2 of 3 A, item_control']);
  });

  it('with fallback allow, opens when the listed together have less than the demand', () => {
    const rules = [restrict('allow', 'W1', 'W2')];
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 1, 1] }, rules }))).toEqual(['W0: 3 A']);
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 1, 2] }, rules }))).toEqual([
      'W1: 1 A',
      'W2: 2 A',
    ]);
  });

  it('with fallback allow, counts the demand of all lines of the SKU', () => {
    const changes: EngineChanges = { stock: { A: [9, 2] }, rules: [restrict('allow', 'W1')] };
    expect(shipped(decided({ ...changes, lines: [['A', 2]] }))).toEqual(['W1: 2 A']);
    expect(
      shipped(
        decided({
          ...changes,
          lines: [
            ['A', 2],
            ['A', 1],
          ],
        }),
      ),
    ).toEqual(['W0: 3 A']);
  });

  it('with fallback allow, opens for a do-not-split SKU when none of the listed alone has it', () => {
    const rules = [restrict('allow', 'W1', 'W2'), { sku: 'A', rule: 'do_not_split' } as const];
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 2, 2] }, rules }))).toEqual(['W0: 3 A']);
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 2, 3] }, rules }))).toEqual(['W2: 3 A']);
  });

  it('with fallback allow, opens for one unit of a do-not-split SKU where none of the listed has it', () => {
    const rules = [restrict('allow', 'W1'), { sku: 'A', rule: 'do_not_split' } as const];
    expect(shipped(decided({ lines: [['A', 1]], stock: { A: [9, 0] }, rules }))).toEqual(['W0: 1 A']);
  });

  it('with fallback allow, leaves the excluded of the listed out of account', () => {
    const rules = [restrict('allow', 'W1', 'W2'), exclude('W2')];
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 2, 9] }, rules }))).toEqual(['W0: 3 A']);
  });

  it('with fallback allow, does not open an excluded warehouse', () => {
    const rules = [restrict('allow', 'W2'), exclude('W0')];
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [9, 3, 1] }, rules }))).toEqual(['W1: 3 A']);
  });

  it('with fallback allow, stays shut when only a transit block keeps the listed from shipping', () => {
    const decision = decided({
      rules: [restrict('allow', 'W1')],
      settings: { max_transit_days: { mode: 'block', days: 1 } },
    });
    expect(decision).toMatchObject({ status: 'NONE', unroutable: 'max_transit_days_blocked' });
  });

  it('with fallback allow, leaves listed warehouses that are no candidates out of account', () => {
    const warehouses = [{}, { enabled: false }];
    expect(shipped(decided({ warehouses, rules: [restrict('allow', 'W1')] }))).toEqual(['W0: 1 A']);
    const profiles = [{ warehouse_ids: ['W0'] }];
    expect(shipped(decided({ profiles, partner_id: 'partner', rules: [restrict('allow', 'W1')] }))).toEqual([
      'W0: 1 A',
    ]);
  });

  it('with fallback allow, holds in routing-only mode while a listed warehouse is a candidate', () => {
    const settings = { use_inventory_availability: false };
    expect(shipped(decided({ settings, rules: [restrict('allow', 'W2')] }))).toEqual(['W2: 1 A']);
  });

  it('several on one SKU must all admit a warehouse', () => {
    expect(shipped(decided(only(restrict('block', 'W0', 'W2'), restrict('block', 'W1', 'W2'))))).toEqual([
      'W2: 1 A',
    ]);
  });

  it('several on one SKU are each judged by themselves', () => {
    // The first has enough and stays shut; the second opens.
    const rules = [restrict('allow', 'W0', 'W1'), restrict('allow', 'W2')];
    expect(shipped(decided({ lines: [['A', 3]], stock: { A: [2, 3, 1] }, rules }))).toEqual(['W1: 3 A']);
  });
});

describe('exclude', () => {
  it('skips the listed warehouses for the SKU', () => {
    expect(shipped(decided(only(exclude('W0', 'W2'))))).toEqual(['W1: 1 A']);
  });

  it('several on one SKU add up', () => {
    expect(shipped(decided(only(exclude('W0'), exclude('W1'))))).toEqual(['W2: 1 A']);
  });

  it('prevails over a restriction to the same warehouse', () => {
    const decision = decided(only(restrict('block', 'W1'), exclude('W1')));
    expect(decision).toMatchObject({ status: 'NONE', unroutable: 'item_control_restricted' });
  });
});

describe('max_transit_days of a SKU', () => {
  const days = (days: number) => ({ sku: 'A', rule: 'max_transit_days' as const, days });
  const far: EngineChanges = { lines: [['A', 1]], stock: { A: [0, 1] }, days: [1, 4] };

  it('blocks where the mode of the order is allow', () => {
    expect(decided({ ...far, rules: [days(3)] })).toMatchObject({
      status: 'NONE',
      unroutable: 'max_transit_days_blocked',
      policy: { blocked: { rule: 'max_transit_days', warehouse: 1, found: 4, limit: 3 } },
    });
  });

  it('warns where the mode of the order is warn', () => {
    const settings = { max_transit_days: { mode: 'warn', days: 9 } } as const;
    expect(decided({ ...far, settings, rules: [days(3)] })).toMatchObject({
      status: 'FULL',
      policy: { outcome: 'warned', warnings: [{ limit: 3 }] },
    });
  });

  it('replaces a tighter limit of the order', () => {
    const settings = { max_transit_days: { mode: 'block', days: 1 } } as const;
    expect(decided({ ...far, settings, rules: [days(4)] })).toMatchObject({
      status: 'FULL',
      policy: { outcome: 'clear', blocked: null },
    });
  });

  it('is the smallest of several', () => {
    expect(decided({ ...far, rules: [days(5), days(3), days(9)] }).status).toBe('NONE');
    expect(decided({ ...far, rules: [days(5), days(4)] }).status).toBe('FULL');
  });

  it('is for its SKU alone', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 1],
    ];
    const decision = decided({ lines, stock: { A: [1, 1], B: [0, 1] }, days: [1, 4], rules: [days(3)] });
    expect(shipped(decision)).toEqual(['W0: 1 A', 'W1: 1 B']);
  });
});

describe('hold', () => {
  const lines: [string, number][] = [
    ['B', 2],
    ['A', 1],
    ['C', 1],
  ];

  it('on any line makes the order NONE', () => {
    const rules = [{ sku: 'A', rule: 'hold' } as const, { sku: 'C', rule: 'drop_ship' } as const];
    const decision = decided({ lines, rules });
    expect(decision).toMatchObject({
      status: 'NONE',
      quality: 'Unroutable',
      unroutable: 'item_control_hold',
      driver: { code: 'item_control_hold', sku: 'A' },
      ranked: [0, 1, 2],
      shipments: [],
      allocations: [],
    });
    expect(unshipped(decision)).toEqual([
      '2 of 2 B, item_control',
      '1 of 1 A, item_control',
      '1 of 1 C, external_fulfillment',
    ]);
  });
});

describe('drop_ship', () => {
  const dropShip = { sku: 'D', rule: 'drop_ship' } as const;

  it('leaves warehouse routing and comes back unfulfilled, in line order', () => {
    const decision = decided({
      lines: [
        ['A', 3],
        ['D', 2],
        ['B', 1],
      ],
      stock: { A: [1, 0], B: [0, 0], D: [9, 9] },
      rules: [dropShip],
    });
    expect(shipped(decision)).toEqual(['W0: 1 A']);
    expect(unshipped(decision)).toEqual([
      '2 of 3 A, insufficient_inventory',
      '2 of 2 D, external_fulfillment',
      '1 of 1 B, insufficient_inventory',
    ]);
  });

  it('shows a FULL rest as PARTIAL and Suboptimal', () => {
    expect(
      decided({
        lines: [
          ['A', 1],
          ['D', 1],
        ],
        rules: [dropShip],
      }),
    ).toMatchObject({
      status: 'PARTIAL',
      quality: 'Suboptimal',
    });
  });

  it('shows a SPLIT rest as PARTIAL_SPLIT', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['D', 1],
    ];
    expect(decided({ lines, stock: { A: [1, 1] }, rules: [dropShip] })).toMatchObject({
      status: 'PARTIAL_SPLIT',
      quality: 'Split',
    });
  });

  it('of all lines is NONE', () => {
    const decision = decided({ lines: [['D', 1]], rules: [dropShip] });
    expect(decision).toMatchObject({
      status: 'NONE',
      quality: 'Unroutable',
      unroutable: 'external_fulfillment',
      driver: { code: 'external_fulfillment', sku: 'D' },
    });
    expect(unshipped(decision)).toEqual(['1 of 1 D, external_fulfillment']);
  });
});

describe('the rules named in a decision', () => {
  const rules: EngineChanges['rules'] = [
    { sku: 'B', rule: 'do_not_split' },
    { sku: 'A', rule: 'do_not_split' },
    { sku: 'Z', rule: 'hold' },
    { sku: 'B', rule: 'do_not_partial' },
    { sku: 'D', rule: 'drop_ship' },
  ];
  const lines: [string, number][] = [
    ['D', 1],
    ['B', 1],
    ['A', 1],
    ['C', 1],
    ['B', 1],
  ];

  it("are those on the order's SKUs, in line order, then in file order", () => {
    expect(decided({ lines, rules }).item_controls).toEqual([4, 0, 3, 1]);
  });

  it('are named on a hold too', () => {
    expect(
      decided({
        lines: [
          ['Z', 1],
          ['B', 1],
        ],
        rules,
      }).item_controls,
    ).toEqual([2, 0, 3]);
  });

  it('are none on an invalid ZIP, where none came to bear', () => {
    expect(decided({ lines, rules, invalid_zip: true }).item_controls).toEqual([]);
  });

  it('are not those of a SKU that differs in case', () => {
    expect(decided({ lines: [['a', 1]], rules }).item_controls).toEqual([]);
  });
});
