import { describe, expect, it } from 'vitest';
import { decided, shipped } from '../../testing/engine-builders.ts';

const prefer = (sku: string, ...warehouse_ids: string[]) => ({ sku, rule: 'prefer' as const, warehouse_ids });

describe('preferred warehouses', () => {
  it('rank ahead of the others when one of them can ship the whole order', () => {
    const decision = decided({ rules: [prefer('A', 'W2')] });
    expect(decision.ranked).toEqual([2, 0, 1]);
    expect(shipped(decision)).toEqual(['W2: 1 A']);
  });

  it('keep their order, as do the others', () => {
    const rules = [prefer('A', 'W3', 'W1')];
    expect(decided({ rules, stock: { A: [1, 1, 1, 1] } }).ranked).toEqual([1, 3, 0, 2]);
  });

  it('are those of all SKUs together', () => {
    const decision = decided({
      rules: [prefer('A', 'W1'), prefer('B', 'W2')],
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [1, 0, 1], B: [1, 1, 1] },
    });
    expect(decision.ranked).toEqual([1, 2, 0]);
    expect(shipped(decision)).toEqual(['W2: 1 A, 1 B']);
  });

  it('are those of all rules of one SKU', () => {
    expect(decided({ rules: [prefer('A', 'W1'), prefer('A', 'W2')] }).ranked).toEqual([1, 2, 0]);
  });

  it('stay where they are when none of them can ship the whole order', () => {
    const decision = decided({
      rules: [prefer('A', 'W1')],
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [1, 1], B: [1, 0] },
    });
    expect(decision.ranked).toEqual([0, 1]);
    expect(shipped(decision)).toEqual(['W0: 1 A, 1 B']);
  });

  it('are not lifted for units that a restriction keeps from them', () => {
    const rules = [
      prefer('A', 'W1'),
      { sku: 'A', rule: 'restrict', warehouse_ids: ['W0'], fallback: 'block' } as const,
    ];
    expect(decided({ rules, stock: { A: [1, 1] } }).ranked).toEqual([0, 1]);
  });

  it('are not lifted for units that an exclusion keeps from them', () => {
    const rules = [prefer('A', 'W1'), { sku: 'A', rule: 'exclude', warehouse_ids: ['W1'] } as const];
    expect(decided({ rules, stock: { A: [1, 1] } }).ranked).toEqual([0, 1]);
  });

  it('are lifted for units that only a transit block keeps from them', () => {
    const decision = decided({
      rules: [prefer('A', 'W1')],
      settings: { max_transit_days: { mode: 'block', days: 1 } },
      stock: { A: [1, 1] },
    });
    expect(decision.ranked).toEqual([1, 0]);
    expect(shipped(decision)).toEqual(['W0: 1 A']);
  });

  it('do not count when only a drop-ship SKU prefers them', () => {
    const decision = decided({
      rules: [prefer('B', 'W1'), { sku: 'B', rule: 'drop_ship' }],
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [1, 1], B: [1, 1] },
    });
    expect(decision.ranked).toEqual([0, 1]);
  });

  it('are lifted for the warehouse-routed part of an order', () => {
    const decision = decided({
      rules: [prefer('A', 'W1'), { sku: 'B', rule: 'drop_ship' }],
      lines: [
        ['A', 1],
        ['B', 1],
      ],
      stock: { A: [1, 1] },
    });
    expect(decision.ranked).toEqual([1, 0]);
  });

  it('are lifted when nearest come first too', () => {
    const decision = decided({
      rules: [prefer('A', 'W1')],
      settings: { prefer_full_shipment: false },
      stock: { A: [1, 1] },
    });
    expect(shipped(decision)).toEqual(['W1: 1 A']);
  });

  it('are not ranked while disabled', () => {
    const decision = decided({ rules: [prefer('A', 'W1')], warehouses: [{}, { enabled: false }, {}] });
    expect(decision.ranked).toEqual([0, 2]);
  });
});
