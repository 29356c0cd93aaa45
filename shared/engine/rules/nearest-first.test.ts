import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges, shipped } from '../../testing/engine-builders.ts';

function nearestFirst(changes: EngineChanges): string[] {
  return shipped(decided({ ...changes, settings: { prefer_full_shipment: false, ...changes.settings } }));
}

const doNotSplit = { sku: 'A', rule: 'do_not_split' } as const;
const doNotPartial = { sku: 'A', rule: 'do_not_partial' } as const;

describe('with prefer_full_shipment off, each warehouse down the ranking', () => {
  it('ships what it can of what is still needed', () => {
    const lines: [string, number][] = [
      ['A', 4],
      ['B', 2],
    ];
    expect(nearestFirst({ lines, stock: { A: [1, 2, 9], B: [0, 1, 9] } })).toEqual([
      'W0: 1 A',
      'W1: 2 A, 1 B',
      'W2: 1 A, 1 B',
    ]);
  });

  it('ships a do-not-split SKU whole from the first that has it whole', () => {
    expect(nearestFirst({ lines: [['A', 2]], stock: { A: [1, 2, 3] }, rules: [doNotSplit] })).toEqual([
      'W1: 2 A',
    ]);
  });

  it('ships a do-not-split SKU from the one that can ship the most where none has it whole', () => {
    expect(nearestFirst({ lines: [['A', 5]], stock: { A: [1, 3, 3] }, rules: [doNotSplit] })).toEqual([
      'W1: 3 A',
    ]);
  });

  it('ships nothing of a do-not-partial SKU unless all of it ships', () => {
    expect(nearestFirst({ lines: [['A', 5]], stock: { A: [1, 3] }, rules: [doNotPartial] })).toEqual([]);
    expect(nearestFirst({ lines: [['A', 4]], stock: { A: [1, 3] }, rules: [doNotPartial] })).toEqual([
      'W0: 1 A',
      'W1: 3 A',
    ]);
  });

  it('ships nothing of a SKU that is both unless one warehouse has it whole', () => {
    const rules = [doNotSplit, doNotPartial];
    expect(nearestFirst({ lines: [['A', 4]], stock: { A: [1, 3] }, rules })).toEqual([]);
    expect(nearestFirst({ lines: [['A', 3]], stock: { A: [1, 3] }, rules })).toEqual(['W1: 3 A']);
  });

  it('gives only where it is eligible', () => {
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    expect(nearestFirst({ lines: [['A', 2]], stock: { A: [9, 1, 9] }, rules })).toEqual([
      'W1: 1 A',
      'W2: 1 A',
    ]);
  });

  it('is left out where transit blocks it', () => {
    const settings = { max_transit_days: { mode: 'block', days: 2 } } as const;
    expect(nearestFirst({ lines: [['A', 2]], stock: { A: [1, 1, 9] }, days: [3, 1, 2], settings })).toEqual([
      'W1: 1 A',
      'W2: 1 A',
    ]);
  });

  it('is left out where transit blocks it, and the others still come nearest first', () => {
    const settings = { ranking: 'priority', max_transit_days: { mode: 'block', days: 2 } } as const;
    const warehouses = [{ priority: 1 }, { priority: 2 }, { priority: 3 }];
    const changes = { warehouses, lines: [['A', 2]] as [string, number][], stock: { A: [1, 1, 9] } };
    expect(nearestFirst({ ...changes, days: [3, 1, 2], settings })).toEqual(['W1: 1 A', 'W2: 1 A']);
  });

  it('is not passed over for one that the SKU prefers', () => {
    const rules = [{ sku: 'A', rule: 'prefer', warehouse_ids: ['W2'] } as const];
    expect(nearestFirst({ lines: [['A', 4]], stock: { A: [1, 2, 3] }, rules })).toEqual([
      'W0: 1 A',
      'W1: 2 A',
      'W2: 1 A',
    ]);
  });
});

describe('with prefer_full_shipment off, a route that breaks a block rule', () => {
  const stock = { A: [1, 1, 9], B: [1, 1, 9] };
  const lines: [string, number, number][] = [
    ['A', 2, 10],
    ['B', 2, 10],
  ];

  it.each([
    ['split_shipment', { split_shipment: 'block' as const }],
    ['max_shipments', { max_shipments: 1 }],
    ['minimum_shipment_value', { minimum_shipment_value: { mode: 'block' as const, value: 25 } }],
  ])('by %s gives way to the best one', (_, settings) => {
    expect(nearestFirst({ lines, stock })).toEqual(['W0: 1 A, 1 B', 'W1: 1 A, 1 B']);
    expect(nearestFirst({ lines, stock, settings })).toEqual(['W2: 2 A, 2 B']);
  });

  it('by partial_shipment gives way to NONE where no route ships every unit', () => {
    const settings = { partial_shipment: 'block' } as const;
    expect(nearestFirst({ lines, stock: { A: [1, 0, 0], B: [1, 1, 9] }, settings })).toEqual([]);
  });

  it('keeps within max_shipments while it may', () => {
    expect(nearestFirst({ lines, stock, settings: { max_shipments: 2 } })).toHaveLength(2);
  });
});
