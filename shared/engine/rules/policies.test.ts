import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, shipped, unshipped } from '../../testing/engine-builders.ts';
import { orderEffort } from '../search/order-effort.ts';

/** One unit of A near, both units of B in the middle, plenty of both far: W0 W1 make a split, W2 is FULL. */
const splitOrFar: EngineChanges = {
  lines: [
    ['A', 1, 10],
    ['B', 2, 3],
  ],
  stock: { A: [1, 0, 9], B: [0, 2, 9] },
};
const splitOnly: EngineChanges = { ...splitOrFar, stock: { A: [1, 0, 0], B: [0, 2, 1] } };
const warnedOf = ({ policy }: ReturnType<typeof decided>): string[] =>
  policy.warnings.map(({ rule }) => rule);

describe('a rule set to allow', () => {
  it('leaves the outcome clear', () => {
    expect(decided(splitOnly).policy).toEqual({ outcome: 'clear', warnings: [], blocked: null });
  });
});

describe('split_shipment', () => {
  it('set to warn, warns of a route of several shipments and does not change it', () => {
    const decision = decided({ ...splitOnly, settings: { split_shipment: 'warn' } });
    expect(shipped(decision)).toEqual(['W0: 1 A', 'W1: 2 B']);
    expect(decision.policy).toEqual({
      outcome: 'warned',
      warnings: [{ rule: 'split_shipment', warehouse: null, found: 2, limit: 1 }],
      blocked: null,
    });
  });

  it('set to warn, does not warn of one shipment', () => {
    expect(decided({ settings: { split_shipment: 'warn' } }).policy.outcome).toBe('clear');
  });

  it('set to block, leaves only sets of one: the one that ships the most, then the highest ranked', () => {
    const decision = decided({ ...splitOnly, settings: { split_shipment: 'block' } });
    expect(shipped(decision)).toEqual(['W1: 2 B']);
    expect(decision).toMatchObject({
      status: 'PARTIAL',
      policy: {
        outcome: 'clear',
        blocked: { rule: 'split_shipment', warehouse: null, found: 2, limit: 1 },
      },
    });
    const tie = {
      lines: [
        ['A', 1],
        ['B', 1],
      ] as [string, number][],
      stock: { A: [0, 1, 0], B: [0, 0, 1] },
    };
    expect(shipped(decided({ ...tie, settings: { split_shipment: 'block' } }))).toEqual(['W1: 1 A']);
  });

  it('set to block, changes nothing where the best route is one shipment', () => {
    expect(decided({ ...splitOrFar, settings: { split_shipment: 'block' } }).policy).toEqual({
      outcome: 'clear',
      warnings: [],
      blocked: null,
    });
  });
});

describe('max_shipments', () => {
  const wide: EngineChanges = {
    lines: [
      ['A', 3, 1],
      ['B', 2, 1],
      ['C', 1, 1],
    ],
    stock: { A: [0, 0, 3, 0], B: [2, 0, 0, 2], C: [0, 1, 0, 1] },
  };

  it('leaves only sets up to that size: the most units, then the fewest, then by rank', () => {
    expect(shipped(decided({ ...wide, stock: { ...wide.stock, C: [0, 1, 0, 0] } }))).toHaveLength(3);
    const decision = decided({
      ...wide,
      stock: { ...wide.stock, C: [0, 1, 0, 0] },
      settings: { max_shipments: 2 },
    });
    expect(shipped(decision)).toEqual(['W0: 2 B', 'W2: 3 A']);
    expect(decision.policy.blocked).toEqual({ rule: 'split_shipment', warehouse: null, found: 3, limit: 2 });
  });

  it('leaves a set of just that size', () => {
    expect(decided({ ...wide, settings: { max_shipments: 2 } })).toMatchObject({
      status: 'SPLIT',
      policy: { blocked: null },
    });
  });

  it('leaves a set of just that size that ships every unit, where partial shipment and slow warehouses block', () => {
    const decision = decided({
      lines: [['A', 2]],
      stock: { A: [1, 1, 2] },
      settings: {
        max_shipments: 2,
        partial_shipment: 'block',
        max_transit_days: { mode: 'block', days: 2 },
      },
    });
    expect(shipped(decision)).toEqual(['W0: 1 A', 'W1: 1 A']);
  });

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
    const decision = decided({ ...order, effort: orderEffort(0, 0) });
    expect(decision.budget_exhausted).toBe(true);
    expect(decision.policy.blocked).toMatchObject({ rule: 'split_shipment', found: 4, limit: 3 });
    expect(shipped(decision)).toEqual(['W0: 2 B, 2 D', 'W1: 1 B, 3 C', 'W2: 3 A']);
    // Without the limit of work it finds three that ship all.
    expect(shipped(decided(order))).toEqual(['W3: 1 A, 1 B', 'W4: 2 C, 3 D', 'W5: 2 A, 2 B, 1 C']);
  });

  it('counts as split blocked where no route is left', () => {
    const decision = decided({ ...splitOnly, settings: { max_shipments: 1, partial_shipment: 'block' } });
    expect(decision).toMatchObject({
      status: 'NONE',
      unroutable: 'split_shipment_blocked',
      policy: { outcome: 'blocked' },
    });
  });

  it('leaves a route that ships less, warned where split warns too', () => {
    const stock = { A: [0, 0, 3, 0], B: [2, 0, 0, 0], C: [0, 1, 0, 0] };
    const decision = decided({ ...wide, stock, settings: { max_shipments: 2, split_shipment: 'warn' } });
    expect(decision.policy).toMatchObject({
      outcome: 'warned',
      warnings: [{ rule: 'split_shipment', found: 2, limit: 1 }],
      blocked: { rule: 'split_shipment', found: 3, limit: 2 },
    });
  });
});

describe('partial_shipment', () => {
  const short: EngineChanges = { lines: [['A', 3]], stock: { A: [1, 1] } };

  it('set to warn, warns of a route that leaves units', () => {
    expect(decided({ ...short, settings: { partial_shipment: 'warn' } }).policy).toEqual({
      outcome: 'warned',
      warnings: [{ rule: 'partial_shipment', warehouse: null, found: 1, limit: 0 }],
      blocked: null,
    });
  });

  it('set to block, leaves only routes that ship every unit', () => {
    const decision = decided({ ...short, settings: { partial_shipment: 'block' } });
    expect(unshipped(decision)).toEqual(['3 of 3 A, policy_blocked']);
    expect(decision).toMatchObject({
      status: 'NONE',
      unroutable: 'partial_shipment_blocked',
      policy: { outcome: 'blocked', blocked: { rule: 'partial_shipment', found: 1, limit: 0 } },
    });
  });

  it('is not broken by a route that ships every unit', () => {
    expect(decided({ ...splitOnly, settings: { partial_shipment: 'block' } }).status).toBe('SPLIT');
    expect(decided({ ...splitOnly, settings: { partial_shipment: 'warn' } }).policy.outcome).toBe('clear');
  });
});

describe('max_transit_days', () => {
  it('set to block, makes slow warehouses not eligible', () => {
    const decision = decided({ ...splitOrFar, settings: { max_transit_days: { mode: 'block', days: 2 } } });
    expect(shipped(decision)).toEqual(['W0: 1 A', 'W1: 2 B']);
    expect(decision).toMatchObject({
      status: 'SPLIT',
      policy: { outcome: 'clear', blocked: { rule: 'max_transit_days', warehouse: 2, found: 3, limit: 2 } },
    });
  });

  it('set to block, leaves them in the ranking', () => {
    expect(decided({ settings: { max_transit_days: { mode: 'block', days: 1 } } }).ranked).toEqual([0, 1, 2]);
  });

  it('takes a lane of just that many days', () => {
    const settings = { max_transit_days: { mode: 'block', days: 3 } } as const;
    expect(decided({ ...splitOrFar, settings })).toMatchObject({ status: 'FULL', policy: { blocked: null } });
  });

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

  it('set to warn, does not warn of a slow warehouse that ships nothing', () => {
    const settings = { max_transit_days: { mode: 'warn', days: 1 } } as const;
    expect(decided({ settings }).policy.outcome).toBe('clear');
  });

  it('set to allow, keeps its days without effect', () => {
    const settings = { max_transit_days: { mode: 'allow', days: 1 } } as const;
    expect(decided({ ...splitOrFar, settings })).toMatchObject({
      status: 'FULL',
      policy: { outcome: 'clear' },
    });
  });

  it.each(['warn', 'block'] as const)('takes no lane to be slower than any limit, set to %s', (mode) => {
    const decision = decided({ days: [null], settings: { max_transit_days: { mode, days: 1_000 } } });
    const finding = { rule: 'max_transit_days', warehouse: 0, found: null, limit: 1_000 };
    expect(decision.policy).toEqual(
      mode === 'warn'
        ? { outcome: 'warned', warnings: [finding], blocked: null }
        : { outcome: 'blocked', warnings: [], blocked: finding },
    );
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

  it('judges a partial route of one shipment', () => {
    const decision = decided({ lines: [['A', 2, 1]], stock: { A: [1, 0] }, settings: least('warn', 2) });
    expect(warnedOf(decision)).toEqual(['minimum_shipment_value']);
  });

  it('never judges a FULL route', () => {
    for (const mode of ['warn', 'block'] as const) {
      expect(decided({ lines: [['A', 1, 1]], settings: least(mode, 100) })).toMatchObject({
        status: 'FULL',
        policy: { outcome: 'clear', blocked: null },
      });
    }
  });

  it('is reached by a shipment worth just that much', () => {
    expect(decided({ ...splitOnly, settings: least('block', 6) }).status).toBe('SPLIT');
    expect(decided({ ...splitOnly, settings: least('block', 6.0001) }).status).toBe('PARTIAL');
  });

  it('set to block, leaves only routes whose every shipment reaches it', () => {
    const decision = decided({ ...splitOnly, settings: least('block', 7) });
    expect(shipped(decision)).toEqual(['W0: 1 A']);
    expect(decision.policy).toMatchObject({
      outcome: 'clear',
      blocked: { rule: 'minimum_shipment_value', warehouse: 1, found: 600, limit: 700 },
    });
  });

  it('set to block, takes a larger set that ships as much before a smaller one that ships less', () => {
    const changes: EngineChanges = {
      lines: [
        ['A', 10, 1],
        ['B', 1, 1],
      ],
      stock: { A: [10, 0, 4, 3, 3], B: [0, 1, 1, 0, 0] },
    };
    expect(shipped(decided(changes))).toEqual(['W0: 10 A', 'W1: 1 B']);
    expect(shipped(decided({ ...changes, settings: least('block', 3) }))).toEqual([
      'W2: 4 A, 1 B',
      'W3: 3 A',
      'W4: 3 A',
    ]);
    expect(shipped(decided({ ...changes, settings: least('block', 4) }))).toEqual(['W0: 10 A']);
  });

  it('asks the value of the units that each line gives', () => {
    // The cheap line comes second, so its units ship from the lower ranked warehouse.
    const lines: [string, number, number][] = [
      ['A', 2, 10],
      ['A', 2, 1],
    ];
    const decision = decided({ lines, stock: { A: [2, 2] }, settings: least('warn', 5) });
    expect(decision.policy.warnings).toEqual([
      { rule: 'minimum_shipment_value', warehouse: 1, found: 200, limit: 500 },
    ]);
  });

  it('is NONE where no route reaches it', () => {
    expect(decided({ ...splitOnly, settings: least('block', 11) })).toMatchObject({
      status: 'NONE',
      unroutable: 'minimum_shipment_value_blocked',
      policy: { outcome: 'blocked' },
    });
  });
});

describe('policy_blocked_code', () => {
  it('is the first of transit, split, partial, minimum value that the unconstrained route breaks', () => {
    const changes: EngineChanges = { lines: [['A', 3, 1]], stock: { A: [1, 1, 0] } };
    const all = {
      max_transit_days: { mode: 'block', days: 1 },
      split_shipment: 'block',
      partial_shipment: 'block',
      minimum_shipment_value: { mode: 'block', value: 5 },
    } as const;
    const { max_transit_days: _t, ...noTransit } = all;
    const { split_shipment: _s, ...noSplit } = noTransit;
    const { partial_shipment: _p, ...noPartial } = noSplit;
    expect(
      [all, noTransit, noSplit, noPartial].map((settings) => decided({ ...changes, settings }).unroutable),
    ).toEqual([
      'max_transit_days_blocked',
      'split_shipment_blocked',
      'partial_shipment_blocked',
      'minimum_shipment_value_blocked',
    ]);
  });

  it('is null where the unconstrained route is permitted', () => {
    const settings = { max_transit_days: { mode: 'block', days: 1 } } as const;
    expect(decided({ settings }).policy.blocked).toBeNull();
  });
});

describe('warnings', () => {
  it('are one for each rule that the permitted route breaks', () => {
    const decision = decided({
      lines: [['A', 3, 1]],
      stock: { A: [1, 1] },
      settings: {
        max_transit_days: { mode: 'warn', days: 1 },
        split_shipment: 'warn',
        partial_shipment: 'warn',
        minimum_shipment_value: { mode: 'warn', value: 5 },
      },
    });
    expect(warnedOf(decision)).toEqual([
      'max_transit_days',
      'split_shipment',
      'partial_shipment',
      'minimum_shipment_value',
    ]);
  });

  it('are judged on the permitted route, beside the code of what was blocked', () => {
    const decision = decided({
      ...splitOnly,
      settings: { split_shipment: 'block', partial_shipment: 'warn' },
    });
    expect(decision.policy).toMatchObject({
      outcome: 'warned',
      warnings: [{ rule: 'partial_shipment', found: 1 }],
      blocked: { rule: 'split_shipment' },
    });
  });

  it('are none on a NONE', () => {
    const settings = { partial_shipment: 'warn', max_transit_days: { mode: 'warn', days: 1 } } as const;
    expect(decided({ stock: { A: [0] }, settings }).policy.outcome).toBe('clear');
  });

  it('are judged on the warehouse-routed part of an order', () => {
    const decision = decided({
      lines: [
        ['A', 1, 1],
        ['B', 1, 1],
      ],
      rules: [{ sku: 'B', rule: 'drop_ship' }],
      settings: { partial_shipment: 'block', minimum_shipment_value: { mode: 'block', value: 100 } },
    });
    expect(decision).toMatchObject({ status: 'PARTIAL', policy: { outcome: 'clear', blocked: null } });
  });
});

describe('the outcome where no route is sought', () => {
  const settings = { partial_shipment: 'block', split_shipment: 'warn' } as const;

  it.each<[string, EngineChanges]>([
    ['an invalid ZIP', { invalid_zip: true }],
    ['a hold', { rules: [{ sku: 'A', rule: 'hold' }] }],
    ['all drop ship', { rules: [{ sku: 'A', rule: 'drop_ship' }] }],
  ])('is clear: %s', (_, changes) => {
    expect(decided({ ...changes, settings })).toMatchObject({
      status: 'NONE',
      policy: { outcome: 'clear', warnings: [], blocked: null },
    });
  });
});
