import { describe, expect, it } from 'vitest';
import { decided, type EngineChanges } from '../../testing/engine-builders.ts';
import type { DecisionDriver } from '../types.ts';

function driver(changes: EngineChanges): Partial<DecisionDriver> {
  const facts = Object.entries(decided(changes).driver).filter(([, value]) => value !== null);
  return Object.fromEntries(facts);
}

describe('decision_driver', () => {
  it('is no_inventory where nothing is available, naming the largest shortage at the preferred warehouse', () => {
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 3],
      ['C', 3],
    ];
    expect(driver({ lines, stock: { A: [0], B: [0], C: [0] } })).toEqual({
      code: 'no_inventory',
      sku: 'B',
      required_qty: 3,
      available_qty: 0,
      short_qty: 3,
      warehouse: 0,
    });
  });

  it('is no_inventory naming what the preferred warehouse has and may not ship, where nothing is short there', () => {
    const rules = [
      { sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] },
      { sku: 'A', rule: 'do_not_partial' },
    ] as const;
    expect(driver({ lines: [['A', 5]], stock: { A: [9, 2] }, rules })).toEqual({
      code: 'no_inventory',
      sku: 'A',
      required_qty: 5,
      warehouse: 0,
    });
  });

  it('is partial_short naming no shortage at a warehouse that Item Control forbids', () => {
    const rules = [{ sku: 'A', rule: 'exclude', warehouse_ids: ['W0'] } as const];
    expect(driver({ lines: [['A', 5]], stock: { A: [1, 2] }, rules })).toEqual({
      code: 'partial_short',
      sku: 'A',
      required_qty: 5,
      warehouse: 0,
    });
    const lines: [string, number][] = [
      ['A', 5],
      ['B', 3],
    ];
    expect(driver({ lines, stock: { A: [1, 2], B: [1, 0] }, rules })).toMatchObject({
      sku: 'B',
      short_qty: 2,
    });
  });

  it('is split_required for a SPLIT, naming the largest shortage, then the first line', () => {
    const lines: [string, number][] = [
      ['A', 2],
      ['B', 3],
      ['C', 3],
    ];
    expect(driver({ lines, stock: { A: [1, 1], B: [1, 2], C: [1, 2] } })).toEqual({
      code: 'split_required',
      sku: 'B',
      required_qty: 3,
      available_qty: 1,
      short_qty: 2,
      warehouse: 0,
    });
  });

  it('names a SKU that is too slow from the preferred warehouse where it is short of none', () => {
    const rules = [{ sku: 'B', rule: 'max_transit_days', days: 1 } as const];
    const warehouses = [{ priority: 1 }, {}];
    const lines: [string, number][] = [
      ['A', 1],
      ['B', 2],
    ];
    const settings = { ranking: 'priority' } as const;
    expect(
      driver({ lines, rules, warehouses, settings, days: [2, 1], stock: { A: [1, 0], B: [2, 2] } }),
    ).toEqual({
      code: 'split_required',
      sku: 'B',
      required_qty: 2,
      warehouse: 0,
    });
  });

  it('is preferred_below_minimum_value where nearest first was given up for its value', () => {
    const settings = {
      prefer_full_shipment: false,
      minimum_shipment_value: { mode: 'block', value: 2 },
    } as const;
    const changes: EngineChanges = { lines: [['A', 2, 1]], stock: { A: [1, 2] } };
    expect(driver({ ...changes, settings })).toEqual({ code: 'preferred_below_minimum_value', warehouse: 0 });
    expect(
      driver({
        ...changes,
        settings: {
          ...settings,
          split_shipment: 'block',
          minimum_shipment_value: { mode: 'block', value: 1 },
        },
      }),
    ).toMatchObject({
      code: 'preferred_short',
    });
  });
});

it('counts as short what is kept back beyond the stock, too', () => {
  const { driver } = decided({
    warehouses: [{ safety_stock: 7 }],
    lines: [['A', 6]],
    stock: { A: [3] },
  });
  expect(driver).toMatchObject({ code: 'no_inventory', required_qty: 6, available_qty: 0, short_qty: 10 });
});
